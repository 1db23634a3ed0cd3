import type { Diagnostic, SourcePosition } from './diagnostic.js';

/** The diagnostics of one code in some lines of a file, which somebody accepts. */
export interface Silence {
  /** Undefined for any of them. */
  readonly code: string | undefined;
  /** Of what asks for it. */
  readonly position: SourcePosition;
  readonly firstLine: number;
  readonly lastLine: number;
}

/** Whether a diagnostic is where its code is silenced. */
export function isAbout(
  { code, position, firstLine, lastLine }: Silence,
  diagnostic: Diagnostic,
): boolean {
  const isOfCode = code === undefined ? diagnostic.severity !== 'error' : diagnostic.code === code;
  if (!isOfCode || diagnostic.position?.file !== position.file) return false;
  return diagnostic.position.line >= firstLine && diagnostic.position.line <= lastLine;
}
