import type { Finding, SourcePosition } from './finding.js';

/** The warnings of one code in some lines of a file, which somebody accepts. */
export interface Silence {
  readonly code: string;
  /** Of what asks for it. */
  readonly position: SourcePosition;
  readonly firstLine: number;
  readonly lastLine: number;
}

/** Whether a finding stands where its code is silenced; only warnings then are. */
export function isAbout(
  { code, position, firstLine, lastLine }: Silence,
  finding: Finding,
): boolean {
  if (finding.code !== code || finding.position?.file !== position.file) return false;
  return finding.position.line >= firstLine && finding.position.line <= lastLine;
}
