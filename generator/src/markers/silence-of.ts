import type { FindingList } from '../findings/finding-list.js';
import { FINDINGS } from '../findings/registry.js';
import type { Silence } from '../findings/silence.js';
import type { CommentGroup } from '../frontend/syntax.js';
import type { MarkerUse } from './definition.js';
import { nearest } from './nearest.js';
import { textOf } from './text-of.js';

/**
 * What an ignore marker silences: its comment, and what the comment is about up to `lastLine`.
 * Undefined with a finding where it says no code or no reason.
 */
export function silenceOf(
  { values, position }: MarkerUse,
  { lines }: CommentGroup,
  lastLine: number,
  findings: FindingList,
): Silence | undefined {
  const code = textOf(values.code);
  if (!FINDINGS.has(code)) {
    const meant = nearest(code, FINDINGS.keys());
    const remedy = meant === undefined ? 'vmgen explain lists all' : `did you mean ${meant}?`;
    findings.error('VMGEN3401', position, `there is no finding ${JSON.stringify(code)}`, remedy);
    return undefined;
  }
  if (textOf(values.reason).trim() === '') {
    const message = `+vmgen:ignore says no reason why ${code} is no mistake`;
    findings.error('VMGEN3106', position, message, 'write reason="..."');
    return undefined;
  }
  const all = lines.map((line) => line.position.line);
  return {
    code,
    position,
    firstLine: Math.min(...all, position.line),
    lastLine: Math.max(lastLine, ...all),
  };
}
