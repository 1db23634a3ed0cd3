import type { SourcePosition } from '../../diagnostics/diagnostic.js';
import type { CommentGroup, CommentLine } from '../../syntax/syntax.js';
import { CodeFences } from './code-fence.js';

/** The text of a marker, possibly over several lines, with a mapping to source positions. */
export interface MarkerText {
  /** The text after the `+`; lines are joined by line feeds. */
  readonly text: string;
  readonly position: SourcePosition;
  /** From an adjacent comment, which certainly belongs to the declaration below it. */
  readonly isAdjacent: boolean;
  /** The source position of an offset in `text`. */
  readonly placeOf: (offset: number) => SourcePosition;
}

/** The markers of a comment group, and its remaining lines. */
interface SplitComment {
  readonly markers: readonly MarkerText[];
  readonly prose: readonly CommentLine[];
  /** Lines that are neither markers nor code. */
  readonly others: readonly CommentLine[];
}

const MARKER_START = /^\s*\+[A-Za-z]/;

/** A marker that has a meaning without a value: the core group. */
const WITHOUT_VALUE = /^\s*\+groupName=\s*$/;

/**
 * Extracts the markers of a comment. A marker continues on the next line while a quote, raw string or brace
 * is open, or after `,`, `;` or `=` at the end of a line.
 */
export function splitComment(group: CommentGroup): SplitComment {
  const markers: MarkerText[] = [];
  const prose: CommentLine[] = [];
  const others: CommentLine[] = [];
  const { lines } = group;
  const fences = new CodeFences();
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index];
    if (!line) continue;
    if (line.isSilent) {
      others.push(line);
      continue;
    }
    const inFence = line.isDoc && fences.isCode(line.text);
    if (inFence || !MARKER_START.test(line.text)) {
      if (line.isDoc) prose.push(line);
      if (!inFence) others.push(line);
      continue;
    }
    const taken = [line];
    let open = WITHOUT_VALUE.test(line.text) ? NOTHING_OPEN : readOn(line.text, NOTHING_OPEN);
    for (let next = lines[index + 1]; next; next = lines[index + 1]) {
      // A line that can be parsed as a marker is one, so a single bracket in a pattern does not consume the
      // following markers.
      if (next.isDoc !== line.isDoc || next.isSilent || MARKER_START.test(next.text)) break;
      if (!goesOn(open)) break;
      taken.push(next);
      open = readOn(`\n${next.text}`, open);
      index++;
    }
    markers.push(markerOf(taken, group.isAdjacent));
  }
  return { markers, prose, others };
}

const textOf = (lines: readonly CommentLine[]): string => lines.map((line) => line.text).join('\n');

function markerOf(lines: readonly CommentLine[], isAdjacent: boolean): MarkerText {
  const whole = textOf(lines);
  const start = whole.indexOf('+') + 1;
  const placeOf = (offset: number): SourcePosition => {
    let rest = offset + start;
    for (const line of lines) {
      if (rest <= line.text.length) {
        return { ...line.position, column: line.position.column + rest };
      }
      rest -= line.text.length + 1;
    }
    return placeOf(0);
  };
  return { text: whole.slice(start), position: placeOf(-1), isAdjacent, placeOf };
}

/** The parse state at the end of a text. */
interface Open {
  readonly quote: '"' | '`' | undefined;
  /** The number of open brackets and braces. */
  readonly depth: number;
  /** The last non-space character. */
  readonly last: string;
}

const NOTHING_OPEN: Open = { quote: undefined, depth: 0, last: '' };

/** Whether the state requires another line. */
function goesOn({ quote, depth, last }: Open): boolean {
  return quote !== undefined || depth > 0 || /^[,;=]$/.test(last);
}

/** The state after another piece of text, so that a marker of many lines is scanned once. */
function readOn(text: string, { quote, depth, last }: Open): Open {
  let [inQuote, level] = [quote, depth];
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (inQuote !== undefined) {
      if (character === '\\' && inQuote === '"') index++;
      else if (character === inQuote) inQuote = undefined;
    } else if (character === '"' || character === '`') inQuote = character;
    else if (character === '{' || character === '[') level++;
    else if (character === '}' || character === ']') level--;
  }
  return { quote: inQuote, depth: level, last: text.trimEnd().at(-1) ?? last };
}
