/** A position of the protocol: both numbers count from 0, the character in units of UTF-16, which each client supports. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** The part of a text from one position to another. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** A change of a text: of a range, or of the whole text. */
export interface Change {
  readonly range?: Range;
  readonly text: string;
}

/**
 * A text with the positions of the protocol. A line ends with LF, CRLF or a lone CR, other than in `LineMap`: so offsets
 * convert between both.
 */
export class DocumentText {
  readonly text: string;
  readonly #starts: number[] = [0];

  constructor(text: string) {
    this.text = text;
    for (const { index, 0: lineBreak } of text.matchAll(/\r\n?|\n/g)) {
      this.#starts.push(index + lineBreak.length);
    }
  }

  /** The position of an offset. */
  positionOf(offset: number): Position {
    const at = Math.max(0, Math.min(offset, this.text.length));
    const line = this.#starts.findLastIndex((start) => start <= at);
    return { line, character: at - (this.#starts[line] ?? 0) };
  }

  /** The offset of a position; of one after the end of its line, or of the text, the offset of that end. */
  offsetOf({ line, character }: Position): number {
    const start = this.#starts[line];
    if (start === undefined) return this.text.length;
    const whole = this.text.slice(start, this.#starts[line + 1]);
    const units = whole.replace(/[\r\n]+$/, '');
    return start + Math.min(units.length, character);
  }

  /** The text after changes, each of which refers to the text after the changes before it. */
  changed(changes: readonly Change[]): DocumentText {
    return changes.reduce<DocumentText>((before, change) => before.#changedOnce(change), this);
  }

  #changedOnce({ range, text }: Change): DocumentText {
    if (range === undefined) return new DocumentText(text);
    const [start, end] = [this.offsetOf(range.start), this.offsetOf(range.end)];
    const whole = this.text.slice(0, start) + text + this.text.slice(Math.max(start, end));
    return new DocumentText(whole);
  }
}
