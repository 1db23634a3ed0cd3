import type { ts } from 'ts-morph';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import { LineMap } from '../text/line-map.js';

/** Turns offsets into the file's text to lines and columns. */
export type PositionOf = (offset: number) => SourcePosition;

export function positionsOf({ fileName: file, text }: ts.SourceFile): PositionOf {
  const lines = new LineMap(text);
  return (offset) => ({ file, ...lines.placeOf(offset) });
}
