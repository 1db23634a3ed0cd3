import type { DiagnosticDefinition } from './definitions/definition.js';
import { DIAGNOSTICS, DIAGNOSTIC_TOPICS } from './registry.js';

/** All codes with their titles, grouped by subject. */
export function listDiagnostics(): string {
  const width = Math.max(...[...DIAGNOSTICS.values()].map(({ name }) => name.length));
  const chapters = DIAGNOSTIC_TOPICS.map(({ title, diagnostics }) => {
    const rows = Object.entries<DiagnosticDefinition>(diagnostics).map(
      ([code, { name, title: what }]) => `  ${code}  ${name.padEnd(width)}  ${what}`,
    );
    return [title, ...rows].join('\n');
  });
  return `${chapters.join('\n\n')}\n\nRun vmgen explain CODE for the reason and the fix of a diagnostic.`;
}

/** The complete description of a diagnostic, for a terminal. */
export function explainDiagnostic(
  code: string,
  { name, title, why, example }: DiagnosticDefinition,
): string {
  const indented = (text: string): string => text.replace(/^(?=.)/gm, '    ');
  return [
    `${code} (${name}): ${title}`,
    why,
    `${example.place === 'shell' ? 'Example' : 'Incorrect'}:`,
    indented(example.wrong),
    `${example.place === 'shell' ? 'Instead' : 'Right'}:`,
    indented(example.right),
  ].join('\n\n');
}
