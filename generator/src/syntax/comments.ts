import type { ts } from 'ts-morph';
import { typescript } from './typescript.js';
import type { CommentGroup, CommentLine } from './syntax.js';
import type { PositionOf } from './positions.js';

/** The start of a line or comment that is perhaps a marker. */
const MARKER = /(?:^|\/\/|\*)[ \t]*\+[A-Za-z]/gm;

/** Text that is a marker, or similar to one, in the code of a controller. */
const OURS = /(?:kubebuilder|k8s|genclient|vmgen):/;

/** Whether a file is worth to be parsed for its markers. */
export function mayHoldMarkers(text: string): boolean {
  return text.search(MARKER) >= 0 || OURS.test(text);
}

/** Characters that end a line, and therefore a line comment, in TypeScript. */
const LINE_ENDS = '\n\r\u2028\u2029';
const CAPTURED_LINE_END = /(\r\n|[\n\r\u2028\u2029])/;

const hasLineEnd = (text: string): boolean => CAPTURED_LINE_END.test(text);

interface OffsetGroup {
  readonly ranges: ts.CommentRange[];
}

/** Assigns the comments of a file to its declarations. */
export class CommentReader {
  readonly #file: ts.SourceFile;
  readonly #text: string;
  readonly #position: PositionOf;
  /** The ends of the comments that were handed out, by their starts. */
  readonly #read = new Map<number, number>();

  constructor(file: ts.SourceFile, position: PositionOf) {
    this.#file = file;
    this.#text = file.text;
    this.#position = position;
  }

  /**
   * Splits the comments before `node` into its own and preceding ones. Its own are the adjacent group and one
   * more group above a single blank line.
   *
   * @param isRead whether they count as read; markers in unread comments are reported. Defaults to true
   */
  before(node: ts.Node, isRead = true): { attached: CommentGroup[]; detached: CommentGroup[] } {
    const start = node.getStart(this.#file);
    const groups = this.#groups(node.getFullStart(), start);
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
    const all = groups.map((group, index) => ({
      lines: group.ranges.flatMap((range) => this.#lines(range, isRead)),
      isAdjacent: index === groups.length - 1 && this.#blankLines(endOf(group), start) === 0,
    }));
    return { attached: all.slice(attachedFrom), detached: all.slice(0, attachedFrom) };
  }

  /** All comments that end before `offset`, such as those before a closing brace. */
  leading(offset: number): CommentGroup[] {
    return this.#groups(offset).map((group) => ({
      lines: group.ranges.flatMap((range) => this.#lines(range)),
      isAdjacent: false,
    }));
  }

  /** Comments of types and fields that may contain markers but were not read. */
  unread(): CommentGroup[] {
    const candidates = [...this.#text.matchAll(MARKER)].map(({ index }) => index);
    const read = [...this.#read].sort(([a], [b]) => a - b);
    let at = 0;
    const isRead = (offset: number): boolean => {
      while ((read[at]?.[1] ?? Infinity) <= offset) at++;
      return (read[at]?.[0] ?? Infinity) <= offset;
    };
    // Scanning every token takes longer than everything else, and few files need it.
    if (candidates.every(isRead)) return [];
    return commentsOf(this.#file, isCode)
      .filter(({ pos }) => !this.#read.has(pos))
      .map((range) => ({ lines: this.#lines(range), isAdjacent: true }));
  }

  /** All comments of a file, including those in functions. */
  all(): CommentGroup[] {
    const groups: OffsetGroup[] = [];
    for (const range of commentsOf(this.#file, () => false)) {
      const last = groups.at(-1);
      const between = last && this.#text.slice(endOf(last), range.pos);
      if (last && between?.trim() === '' && this.#blankLines(endOf(last), range.pos) === 0) {
        last.ranges.push(range);
      } else groups.push({ ranges: [range] });
    }
    return groups.map(({ ranges }) => ({
      lines: ranges.flatMap((range) => this.#lines(range)),
      isAdjacent: false,
    }));
  }

  #groups(offset: number, start = offset): OffsetGroup[] {
    // Most fields have nothing above them.
    if (start > offset && !this.#text.slice(offset, start).includes('/')) return [];
    const groups: OffsetGroup[] = [];
    const ranges = [
      ...this.#sameLine(offset, start),
      ...(typescript.getLeadingCommentRanges(this.#text, offset) ?? []),
    ];
    for (const range of ranges) {
      const last = groups.at(-1);
      if (last && this.#blankLines(endOf(last), range.pos) === 0) last.ranges.push(range);
      else groups.push({ ranges: [range] });
    }
    return groups;
  }

  /**
   * The comments between the token before `offset` and the end of its line that belong to the declaration at
   * `start`: they are on the same line, or are JSDoc after the brace that opens its body.
   */
  #sameLine(offset: number, start: number): ts.CommentRange[] {
    // All comments at the start of a file are included in the first group.
    const ranges = (offset > 0 && typescript.getTrailingCommentRanges(this.#text, offset)) || [];
    const end = ranges.at(-1)?.end ?? offset;
    if (start > offset && !hasLineEnd(this.#text.slice(end, start))) return ranges;
    const isFirst = start > offset && this.#text[offset - 1] === '{';
    return ranges.filter(({ pos }) => isFirst && this.#text.startsWith('/**', pos));
  }

  #blankLines(from: number, to: number): number {
    let lineEnds = 0;
    for (let at = from; at < to; at++) {
      const unit = this.#text[at] ?? '';
      const isBehindReturn = unit === '\n' && at > from && this.#text[at - 1] === '\r';
      if (LINE_ENDS.includes(unit) && !isBehindReturn) lineEnds++;
    }
    return Math.max(0, lineEnds - 1);
  }

  #lines(range: ts.CommentRange, isRead = true): CommentLine[] {
    if (isRead) this.#read.set(range.pos, range.end);
    const text = this.#text.slice(range.pos, range.end);
    if (range.kind === typescript.SyntaxKind.SingleLineCommentTrivia) {
      return [this.#line(range.pos + 2, text.slice(2), false)];
    }
    const isDoc = text.startsWith('/**') && text !== '/**/';
    const head = isDoc ? 3 : 2;
    const lines: CommentLine[] = [];
    let offset = range.pos + head;
    // Splitting by a captured line break alternates between lines and line breaks.
    const parts = text.slice(head, -2).split(CAPTURED_LINE_END);
    for (const [index, part] of parts.entries()) {
      if (index % 2 === 0) {
        const decoration = index === 0 ? 0 : (/^\s*\*?/.exec(part)?.[0].length ?? 0);
        lines.push(this.#line(offset + decoration, part.slice(decoration), isDoc));
      }
      offset += part.length;
    }
    return isDoc ? lines : lines.map((line) => ({ ...line, isSilent: true }));
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

/** All comments of a file in order, except for those inside of nodes that `isSkipped` selects. */
export function commentsOf(
  file: ts.SourceFile,
  isSkipped: (node: ts.Node) => boolean,
): ts.CommentRange[] {
  const found = new Map<number, ts.CommentRange>();
  // Not by recursion: a sum of ten thousand texts is a tree of that depth.
  const waiting: ts.Node[] = [file];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const children = isSkipped(node) ? [] : node.getChildren(file);
    for (const child of children) waiting.push(child);
    // Comments precede tokens; JSX text contains no comments.
    if (children.length > 0 || typescript.isJsxText(node)) continue;
    if (node.kind === typescript.SyntaxKind.SyntaxList) continue;
    const offset = node.getFullStart();
    for (const range of [
      ...(typescript.getLeadingCommentRanges(file.text, offset) ?? []),
      ...(typescript.getTrailingCommentRanges(file.text, offset) ?? []),
    ]) {
      found.set(range.pos, range);
    }
  }
  return [...found.values()].sort((a, b) => a.pos - b.pos);
}

/** A statement that declares no type. */
function isCode(node: ts.Node): boolean {
  return (
    typescript.isStatement(node) &&
    !typescript.isInterfaceDeclaration(node) &&
    !typescript.isTypeAliasDeclaration(node) &&
    !typescript.isEnumDeclaration(node)
  );
}

const startOf = (group: OffsetGroup | undefined): number => group?.ranges[0]?.pos ?? 0;
const endOf = (group: OffsetGroup | undefined): number => group?.ranges.at(-1)?.end ?? 0;
