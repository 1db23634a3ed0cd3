import type { ts } from 'ts-morph';
import type { SourcePosition } from '../findings/finding.js';

/** Turns offsets into the file's text to lines and columns. */
export type PositionOf = (offset: number) => SourcePosition;

export function positionsOf(file: ts.SourceFile): PositionOf {
  const { fileName, text } = file;
  // The compiler looks at each character for the ends of lines, which nearly always are line feeds.
  const starts = /[\r\u2028\u2029]/.test(text) ? file.getLineStarts() : lineStarts(text);
  return (offset) => {
    const line = lineAt(offset, starts);
    return { file: fileName, line, column: offset - (starts[line - 1] ?? 0) + 1 };
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The line, counted from 1, that an offset lies in: how many start at or before it. */
function lineAt(offset: number, starts: readonly number[]): number {
  let [from, to] = [0, starts.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((starts[middle] ?? Infinity) <= offset) from = middle + 1;
    else to = middle;
  }
  return from;
}
