import type { ts } from 'ts-morph';
import type { SourcePosition } from '../findings/finding.js';

/** Turns offsets into the file's text to lines and columns. */
export type PositionOf = (offset: number) => SourcePosition;

export function positionsOf(file: ts.SourceFile): PositionOf {
  return (offset) => {
    const { line, character } = file.getLineAndCharacterOfPosition(offset);
    return { file: file.fileName, line: line + 1, column: character + 1 };
  };
}
