import { remedyFor } from '../diagnostics/suggestion.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import { codeOf, DIAGNOSTICS } from '../diagnostics/registry.js';
import type { Suppression } from '../diagnostics/suppression.js';
import type { CommentGroup } from '../syntax/syntax.js';
import { ignoreMarker } from './definitions/ignore.js';
import type { MarkerUse, UseOf } from './language/definition.js';
import type { MarkerText } from './language/marker-text.js';
import { isUseOf } from './language/uses-of.js';

/**
 * The suppression of an ignore marker: it covers the marker's comment and the declaration below it, up to
 * `lastLine`. A refused marker, or one without a code or reason, may be meant for any warning there.
 */
export function suppressionOf(
  use: MarkerUse | undefined,
  { position }: MarkerText,
  { lines }: CommentGroup,
  lastLine: number,
  diagnostics: DiagnosticList,
): Suppression {
  const all = lines.map((line) => line.position.line);
  return {
    code: use && isUseOf(use, ignoreMarker) ? suppressedCode(use, diagnostics) : undefined,
    position: use?.position ?? position,
    firstLine: Math.min(...all, position.line),
    lastLine: Math.max(lastLine, ...all),
  };
}

/** Undefined, with a diagnostic, if the code is unknown or the reason is missing. */
function suppressedCode(
  { values: { code: given, reason }, position }: UseOf<typeof ignoreMarker>,
  diagnostics: DiagnosticList,
): string | undefined {
  const code = codeOf(given);
  if (code === undefined) {
    const names = [...DIAGNOSTICS].flatMap(([known, { name }]) => [known, name]);
    const list = 'run vmgen explain for a list of all diagnostics';
    const remedy = remedyFor(given, names, list);
    diagnostics.error('VMGEN3401', position, `unknown diagnostic ${JSON.stringify(given)}`, remedy);
    return undefined;
  }
  if (reason.trim() !== '') return code;
  const message = `+vmgen:ignore needs a reason to suppress ${code}`;
  diagnostics.error('VMGEN3106', position, message, 'add reason="..."');
  return undefined;
}
