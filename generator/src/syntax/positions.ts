import type { SourcePosition } from '../diagnostics/diagnostic.js';
import { LineMap } from '../text/line-map.js';

/** Turns offsets into the file's text to lines and columns. */
export type PositionOf = (offset: number) => SourcePosition;

/** @param file its path for vmgen: a language service may know it by another one */
export function positionsOf(file: string, text: string): PositionOf {
  const lines = new LineMap(text);
  return (offset) => ({ file, ...lines.placeOf(offset) });
}
