import type { SourcePosition } from './diagnostic.js';

/** The order of two positions: by the path of the file, then in the file. */
export function comparePositions(a: SourcePosition, b: SourcePosition): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}
