/** An open code fence: what closes it. */
interface OpenFence {
  readonly character: '`' | '~';
  readonly length: number;
}

/** Three or more of the same character; no backtick may follow a fence of backticks. */
const FENCE = /^( *)(?:(`{3,})([^`]*)|(~{3,})(.*))$/;
const LIST_ITEM = /^( *)(?:[-*+]|\d{1,9}[.)])( +)(?=\S)/;

/**
 * Determines which lines of Markdown belong to fenced code, as CommonMark does; called with one line after
 * the other.
 */
export class CodeFences {
  #open: OpenFence | undefined;
  /** The indentation of the text of the current list item. */
  #indent = 0;

  /** Whether the line belongs to fenced code, including the fences. */
  isCode(line: string): boolean {
    if (this.#open) {
      if (closes(line, this.#open)) this.#open = undefined;
      return true;
    }
    this.#leaveList(line);
    const item = LIST_ITEM.exec(line);
    const rest = item ? ' '.repeat(item[0].length) + line.slice(item[0].length) : line;
    if (item) this.#indent = item[0].length;
    const [, spaces = '', backticks, , tildes] = FENCE.exec(rest) ?? [];
    const fence = backticks ?? tildes;
    // More deeply indented lines are indented code, in which fences are text.
    if (fence === undefined || spaces.length - this.#indent > 3) return false;
    this.#open = { character: backticks === undefined ? '~' : '`', length: fence.length };
    return true;
  }

  #leaveList(line: string): void {
    const indent = line.search(/\S/);
    if (indent >= 0 && indent < this.#indent) this.#indent = 0;
  }
}

/** The same character, at least as many times, followed by nothing. */
function closes(line: string, { character, length }: OpenFence): boolean {
  const fence = line.trim();
  return fence.length >= length && fence === character.repeat(fence.length);
}
