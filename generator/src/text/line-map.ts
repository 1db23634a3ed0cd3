/** A line and a column of a text. Both count from 1, columns in UTF-16 units. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/**
 * Converts between offsets of a text and its lines and columns. It is the only line arithmetic of the
 * generator, so that each position can be converted back to its offset.
 *
 * A line ends with LF or CRLF, as in editors, git and grep. TypeScript also ends a line at U+2028, U+2029 and
 * a lone CR; its line numbers are never used.
 */
export class LineMap {
  readonly #text: string;
  readonly #starts: number[] = [0];

  constructor(text: string) {
    this.#text = text;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      this.#starts.push(at + 1);
    }
  }

  /** The line and column of an offset. */
  placeOf(offset: number): LineColumn {
    const line = this.#lineOf(offset);
    return { line, column: offset - this.startOf(line) + 1 };
  }

  /** The offset of a line and column. */
  offsetOf({ line, column }: LineColumn): number {
    return this.startOf(line) + column - 1;
  }

  /** The offset at which a line starts; the end of the text for a line after the last one. */
  startOf(line: number): number {
    return this.#starts[line - 1] ?? this.#text.length;
  }

  /** The text of a line without its line break; undefined if the line does not exist. */
  textOf(line: number): string | undefined {
    const start = this.#starts[line - 1];
    if (start === undefined) return undefined;
    const end = this.#starts[line];
    if (end === undefined) return this.#text.slice(start);
    return this.#text.slice(start, this.#text[end - 2] === '\r' ? end - 2 : end - 1);
  }

  /** How many lines start at or before an offset. */
  #lineOf(offset: number): number {
    let [from, to] = [0, this.#starts.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#starts[middle] ?? Infinity) <= offset) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}
