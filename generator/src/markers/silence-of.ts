import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import { DIAGNOSTICS } from '../diagnostics/registry.js';
import type { Silence } from '../diagnostics/silence.js';
import type { CommentGroup } from '../frontend/syntax.js';
import { ignoreMarker } from './definitions/ignore.js';
import type { MarkerUse, UseOf } from './language/definition.js';
import type { MarkerText } from './language/marker-text.js';
import { isUseOf } from './language/uses-of.js';
import { nearest } from '../words/nearest.js';

/**
 * What an ignore marker silences: its comment, and what the comment is about up to `lastLine`. One that
 * was refused, or says no code or no reason, may mean any warning there.
 */
export function silenceOf(
  use: MarkerUse | undefined,
  { position }: MarkerText,
  { lines }: CommentGroup,
  lastLine: number,
  diagnostics: DiagnosticList,
): Silence {
  const all = lines.map((line) => line.position.line);
  return {
    code: use && isUseOf(use, ignoreMarker) ? codeOf(use, diagnostics) : undefined,
    position: use?.position ?? position,
    firstLine: Math.min(...all, position.line),
    lastLine: Math.max(lastLine, ...all),
  };
}

/** Undefined with a diagnostic where there is no such code, or no reason. */
function codeOf(
  { values: { code, reason }, position }: UseOf<typeof ignoreMarker>,
  diagnostics: DiagnosticList,
): string | undefined {
  if (!DIAGNOSTICS.has(code)) {
    const meant = nearest(code, DIAGNOSTICS.keys());
    const remedy = meant === undefined ? 'vmgen explain lists all' : `did you mean ${meant}?`;
    diagnostics.error(
      'VMGEN3401',
      position,
      `there is no diagnostic ${JSON.stringify(code)}`,
      remedy,
    );
    return undefined;
  }
  if (reason.trim() !== '') return code;
  const message = `+vmgen:ignore says no reason why ${code} is no mistake`;
  diagnostics.error('VMGEN3106', position, message, 'write reason="..."');
  return undefined;
}
