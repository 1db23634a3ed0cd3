import type { Diagnostic, SourcePosition } from './diagnostic.js';

/** A suppression: diagnostics of one code in a range of lines of a file are accepted. */
export interface Suppression {
  /** Undefined for diagnostics of any severity. */
  readonly code: string | undefined;
  /** The position of the marker that requests it. */
  readonly position: SourcePosition;
  readonly firstLine: number;
  readonly lastLine: number;
}

/** Reports whether a suppression covers the position of a diagnostic. */
export function isAbout(
  { code, position, firstLine, lastLine }: Suppression,
  diagnostic: Diagnostic,
): boolean {
  const isOfCode = code === undefined ? diagnostic.severity !== 'error' : diagnostic.code === code;
  if (!isOfCode || diagnostic.position?.file !== position.file) return false;
  return diagnostic.position.line >= firstLine && diagnostic.position.line <= lastLine;
}
