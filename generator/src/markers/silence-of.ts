import type { FindingList } from '../findings/finding-list.js';
import { FINDINGS } from '../findings/registry.js';
import type { Silence } from '../findings/silence.js';
import type { CommentGroup } from '../frontend/syntax.js';
import type { MarkerUse } from './language/definition.js';
import type { MarkerText } from './language/marker-text.js';
import { nearest } from '../words/nearest.js';
import { textOf } from './language/text-of.js';

/**
 * What an ignore marker silences: its comment, and what the comment is about up to `lastLine`. One that
 * was refused, or says no code or no reason, may mean any warning there.
 */
export function silenceOf(
  use: MarkerUse | undefined,
  { position }: MarkerText,
  { lines }: CommentGroup,
  lastLine: number,
  findings: FindingList,
): Silence {
  const all = lines.map((line) => line.position.line);
  return {
    code: use && codeOf(use, findings),
    position: use?.position ?? position,
    firstLine: Math.min(...all, position.line),
    lastLine: Math.max(lastLine, ...all),
  };
}

/** Undefined with a finding where there is no such code, or no reason. */
function codeOf({ values, position }: MarkerUse, findings: FindingList): string | undefined {
  const code = textOf(values.code);
  if (!FINDINGS.has(code)) {
    const meant = nearest(code, FINDINGS.keys());
    const remedy = meant === undefined ? 'vmgen explain lists all' : `did you mean ${meant}?`;
    findings.error('VMGEN3401', position, `there is no finding ${JSON.stringify(code)}`, remedy);
    return undefined;
  }
  if (textOf(values.reason).trim() !== '') return code;
  const message = `+vmgen:ignore says no reason why ${code} is no mistake`;
  findings.error('VMGEN3106', position, message, 'write reason="..."');
  return undefined;
}
