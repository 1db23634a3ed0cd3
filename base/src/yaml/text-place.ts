/** A place in a text; both count from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/**
 * The place of an offset in a text.
 *
 * @param firstLine the line of its file that the text starts at
 */
export function textPlace(text: string, offset: number, firstLine = 1): TextPlace {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  return {
    line: firstLine + text.slice(0, start).split('\n').length - 1,
    column: offset - start + 1,
  };
}
