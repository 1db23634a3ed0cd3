/** A position of the protocol: both numbers count from 0, the character in units of the encoding. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** The part of a text from one position to another. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** How a client counts characters. */
export type Encoding = 'utf-8' | 'utf-16';

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
  readonly #encoding: Encoding;
  readonly #starts: number[] = [0];

  constructor(text: string, encoding: Encoding) {
    this.text = text;
    this.#encoding = encoding;
    for (const { index, 0: lineBreak } of text.matchAll(/\r\n?|\n/g)) {
      this.#starts.push(index + lineBreak.length);
    }
  }

  /** The position of an offset. */
  positionOf(offset: number): Position {
    const at = Math.max(0, Math.min(offset, this.text.length));
    const line = this.#starts.findLastIndex((start) => start <= at);
    const before = this.text.slice(this.#starts[line], at);
    const character = this.#encoding === 'utf-8' ? Buffer.byteLength(before) : before.length;
    return { line, character };
  }

  /** The offset of a position; of one after the end of its line, or of the text, the offset of that end. */
  offsetOf({ line, character }: Position): number {
    const start = this.#starts[line];
    if (start === undefined) return this.text.length;
    const whole = this.text.slice(start, this.#starts[line + 1]);
    const units = whole.replace(/[\r\n]+$/, '');
    return (
      start +
      (this.#encoding === 'utf-8' ? unitsIn(units, character) : Math.min(units.length, character))
    );
  }

  /** The text after changes, each of which refers to the text after the changes before it. */
  changed(changes: readonly Change[]): DocumentText {
    return changes.reduce<DocumentText>((before, change) => before.#changedOnce(change), this);
  }

  #changedOnce({ range, text }: Change): DocumentText {
    if (range === undefined) return new DocumentText(text, this.#encoding);
    const [start, end] = [this.offsetOf(range.start), this.offsetOf(range.end)];
    const whole = this.text.slice(0, start) + text + this.text.slice(Math.max(start, end));
    return new DocumentText(whole, this.#encoding);
  }
}

/** How many UTF-16 units the first bytes of a text are; a position inside a character is that of its start. */
function unitsIn(text: string, byteCount: number): number {
  let [bytes, units] = [0, 0];
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > byteCount) break;
    units += character.length;
  }
  return units;
}
