import { explainChange } from '../diff/definitions/explain-change.js';
import { CHANGES } from '../diff/definitions/registry.js';
import { explainDiagnostic } from '../diagnostics/explain-diagnostic.js';
import { explainMarkdown } from '../diagnostics/explain-markdown.js';
import { DIAGNOSTICS, DIAGNOSTIC_TOPICS } from '../diagnostics/registry.js';
import { remedyFor } from '../diagnostics/suggestion.js';
import type { Answer } from './report.js';
import type { DiagnosticDefinition } from '../diagnostics/definitions/definition.js';

/**
 * The output of `vmgen explain [CODE | NAME]` for a diagnostic or for a change of `vmgen diff`, or the
 * problem of the request.
 */
export function explain(args: readonly string[]): Answer {
  const [asked, ...rest] = args;
  if (rest.length > 0) return { problem: 'vmgen explain takes one code' };
  if (asked === undefined || asked === '--help') return { text: listDiagnostics() };
  if (asked === '--markdown') return { text: explainMarkdown().trimEnd() };
  const change = CHANGES.get(asked.toLowerCase());
  if (change) return { text: explainChange(asked.toLowerCase(), change) };
  const all = [...DIAGNOSTICS];
  const code = codeOf(asked);
  const found = all.find(([known, { name }]) => known === code || name === asked.toLowerCase());
  if (found) return { text: explainDiagnostic(...found) };
  const words = [...all.flatMap(([known, { name }]) => [known, name]), ...CHANGES.keys()];
  const hint = remedyFor(code, words, 'run vmgen explain for a list of all diagnostics');
  return { problem: `unknown diagnostic ${JSON.stringify(asked)}; ${hint}` };
}

/** The number is sufficient, in any case and with any leading zeros. */
function codeOf(asked: string): string {
  const [, digits] = /^(?:vmgen)?-?0*(\d{4})$/i.exec(asked) ?? [];
  return digits === undefined ? asked : `VMGEN${digits}`;
}

/** All codes with their titles, grouped by subject. */
function listDiagnostics(): string {
  const width = Math.max(...[...DIAGNOSTICS.values()].map(({ name }) => name.length));
  const chapters = DIAGNOSTIC_TOPICS.map(({ title, diagnostics }) => {
    const rows = Object.entries<DiagnosticDefinition>(diagnostics).map(
      ([code, { name, title: what }]) => `  ${code}  ${name.padEnd(width)}  ${what}`,
    );
    return [title, ...rows].join('\n');
  });
  return `${chapters.join('\n\n')}\n\nRun vmgen explain CODE for the reason and the fix of a diagnostic.`;
}
