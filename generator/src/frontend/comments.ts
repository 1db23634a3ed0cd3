import type { ts } from 'ts-morph';
import { typescript } from './typescript.js';
import type { CommentGroup, CommentLine } from './syntax.js';
import type { PositionOf } from './positions.js';

interface OffsetGroup {
  readonly ranges: ts.CommentRange[];
}

/** Finds which comments of a file are about what. */
export class CommentReader {
  readonly #text: string;
  readonly #position: PositionOf;

  constructor(text: string, position: PositionOf) {
    this.#text = text;
    this.#position = position;
  }

  /**
   * Splits the comments before `node` into those about it and those that stand further up. About it
   * are the group that touches it and one group more, above a single blank line.
   */
  before(node: ts.Node): { attached: CommentGroup[]; detached: CommentGroup[] } {
    const start = node.getStart();
    const groups = this.#groups(node.getFullStart());
    let next = start;
    let attachedFrom = groups.length;
    let mayCrossBlank = true;
    for (let index = groups.length - 1; index >= 0; index--) {
      const blanks = this.#blankLines(endOf(groups[index]), next);
      if (blanks > 1 || (blanks === 1 && !mayCrossBlank)) break;
      if (blanks === 1) mayCrossBlank = false;
      attachedFrom = index;
      next = startOf(groups[index]);
    }
    const toGroup = (group: OffsetGroup, index: number): CommentGroup => ({
      lines: group.ranges.flatMap((range) => this.#lines(range)),
      isAdjacent: index === groups.length - 1 && this.#blankLines(endOf(group), start) === 0,
    });
    return {
      attached: groups.map(toGroup).slice(attachedFrom),
      detached: groups.map(toGroup).slice(0, attachedFrom),
    };
  }

  /** Every comment that leads up to `offset`, such as those before a closing brace. */
  leading(offset: number): CommentGroup[] {
    return this.#groups(offset).map((group) => ({
      lines: group.ranges.flatMap((range) => this.#lines(range)),
      isAdjacent: false,
    }));
  }

  #groups(offset: number): OffsetGroup[] {
    const groups: OffsetGroup[] = [];
    for (const range of typescript.getLeadingCommentRanges(this.#text, offset) ?? []) {
      const last = groups.at(-1);
      if (last && this.#blankLines(endOf(last), range.pos) === 0) last.ranges.push(range);
      else groups.push({ ranges: [range] });
    }
    return groups;
  }

  #blankLines(from: number, to: number): number {
    return Math.max(0, this.#text.slice(from, to).split('\n').length - 2);
  }

  #lines(range: ts.CommentRange): CommentLine[] {
    const text = this.#text.slice(range.pos, range.end);
    if (range.kind === typescript.SyntaxKind.SingleLineCommentTrivia) {
      return [this.#line(range.pos + 2, text.slice(2), false)];
    }
    // A block comment that is no JSDoc speaks to nobody: neither prose nor markers.
    if (!text.startsWith('/**') || text === '/**/') return [];
    const lines: CommentLine[] = [];
    let offset = range.pos + 3;
    for (const raw of text.slice(3, -2).split('\n')) {
      const decoration = lines.length === 0 ? 0 : (/^\s*\*?/.exec(raw)?.[0].length ?? 0);
      lines.push(this.#line(offset + decoration, raw.slice(decoration), true));
      offset += raw.length + 1;
    }
    return lines;
  }

  #line(offset: number, text: string, isDoc: boolean): CommentLine {
    const shift = text.startsWith(' ') ? 1 : 0;
    return {
      text: text.slice(shift).trimEnd(),
      position: this.#position(offset + shift),
      isDoc,
    };
  }
}

const startOf = (group: OffsetGroup | undefined): number => group?.ranges[0]?.pos ?? 0;
const endOf = (group: OffsetGroup | undefined): number => group?.ranges.at(-1)?.end ?? 0;
