import type { Finding, SourcePosition } from './finding.js';

/** The findings of one code in some lines of a file, which somebody accepts. */
export interface Silence {
  /** Undefined for any of them. */
  readonly code: string | undefined;
  /** Of what asks for it. */
  readonly position: SourcePosition;
  readonly firstLine: number;
  readonly lastLine: number;
}

/** Whether a finding is where its code is silenced. */
export function isAbout(
  { code, position, firstLine, lastLine }: Silence,
  finding: Finding,
): boolean {
  const isOfCode = code === undefined ? finding.severity !== 'error' : finding.code === code;
  if (!isOfCode || finding.position?.file !== position.file) return false;
  return finding.position.line >= firstLine && finding.position.line <= lastLine;
}
