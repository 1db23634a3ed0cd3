const NEWLINE = 0x0a;

/**
 * Cuts a stream of bytes into lines of text. Bytes are turned into text only once a line is whole,
 * so a chunk may end anywhere, also within a character; a long line costs time in proportion.
 */
export class LineDecoder {
  #pending: Uint8Array[] = [];

  /** The lines that `chunk` completes, without their line ends and without empty ones. */
  push(chunk: Uint8Array): string[] {
    const lines: string[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#addLine(lines, chunk.subarray(start, end));
      start = end + 1;
    }
    if (start < chunk.length) this.#pending.push(chunk.subarray(start));
    return lines;
  }

  /** Whether a line was begun and not ended. */
  get hasPartialLine(): boolean {
    return this.#pending.length > 0;
  }

  #addLine(lines: string[], end: Uint8Array): void {
    let bytes = end;
    if (this.#pending.length > 0) {
      bytes = Buffer.concat([...this.#pending, end]);
      this.#pending = [];
    }
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
    if (text.trim() !== '') lines.push(text);
  }
}
