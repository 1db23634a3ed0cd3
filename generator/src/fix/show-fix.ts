import type { Edit } from '../diagnostics/diagnostic.js';
import { LineMap } from '../text/line-map.js';
import { applyEdits, type FileFix } from './plan-fixes.js';

/** Lines that change, from the first to the last. */
interface Hunk {
  readonly first: number;
  readonly last: number;
  readonly edits: readonly Edit[];
}

/** A fix as a diff of the lines that it changes. */
export function showFix(
  source: string,
  { file, edits }: Pick<FileFix, 'file' | 'edits'>,
): string[] {
  const lines = new LineMap(source);
  const shown = hunksOf(edits, lines).flatMap((hunk) => {
    const start = lines.startOf(hunk.first);
    const before = source.slice(start, lines.startOf(hunk.last + 1));
    const own = hunk.edits.map((edit) => ({ ...edit, offset: edit.offset - start }));
    return [
      `@@ ${hunk.first} @@`,
      ...linesOf(before).map((line) => `-${line}`),
      ...linesOf(applyEdits(before, own)).map((line) => `+${line}`),
    ];
  });
  return [`--- ${file}`, `+++ ${file}`, ...shown];
}

function hunksOf(edits: readonly Edit[], lines: LineMap): Hunk[] {
  const hunks: Hunk[] = [];
  for (const edit of edits) {
    const first = lines.placeOf(edit.offset).line;
    const last = lines.placeOf(Math.max(edit.offset, edit.offset + edit.length - 1)).line;
    const previous = hunks.at(-1);
    if (previous && first <= previous.last) {
      const all = { ...previous, last: Math.max(last, previous.last) };
      hunks[hunks.length - 1] = { ...all, edits: [...previous.edits, edit] };
    } else hunks.push({ first, last, edits: [edit] });
  }
  return hunks;
}

/** The lines of a text that ends with a line. */
function linesOf(text: string): string[] {
  const lines = new LineMap(text);
  const texts: string[] = [];
  for (let line = 1; lines.startOf(line) < text.length; line++) {
    texts.push((lines.textOf(line) ?? '').trimEnd());
  }
  return texts;
}
