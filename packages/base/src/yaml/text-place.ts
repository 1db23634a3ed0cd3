/** A position in a text. Line and column start at 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/**
 * Converts an offset in a text to a line and column.
 *
 * @param firstLine the line of the file at which the text starts
 */
export function textPlace(text: string, offset: number, firstLine = 1): TextPlace {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  return {
    line: firstLine + text.slice(0, start).split('\n').length - 1,
    column: offset - start + 1,
  };
}
