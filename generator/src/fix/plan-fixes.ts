import type { Edit } from '../findings/finding.js';
import type { LocatedFinding } from '../findings/located-finding.js';

/** The edits of one file, from its end to its start. */
export interface FileFix {
  readonly file: string;
  readonly edits: readonly Edit[];
}

/** The edits of findings by file, each once; of those that overlap the first, the others wait for another run. */
export function planFixes(findings: readonly LocatedFinding[]): FileFix[] {
  const byFile = new Map<string, Edit[]>();
  const known = new Set<string>();
  for (const { edits = [] } of findings) {
    const fresh = edits.filter((edit) => !known.has(keyOf(edit)));
    const isFree = fresh.every(
      (edit) => !(byFile.get(edit.position.file) ?? []).some((other) => overlap(edit, other)),
    );
    if (!isFree) continue;
    for (const edit of fresh) {
      known.add(keyOf(edit));
      const { file } = edit.position;
      byFile.set(file, [...(byFile.get(file) ?? []), edit]);
    }
  }
  return [...byFile].map(([file, edits]) => ({ file, edits: edits.sort(fromTheEnd) }));
}

const keyOf = ({ position: { file, line, column }, length, text }: Edit): string =>
  JSON.stringify([file, line, column, length, text]);

/** Two insertions at one place overlap too: their order would be a guess. */
function overlap(a: Edit, b: Edit): boolean {
  if (a.position.line !== b.position.line) return false;
  const [first, second] = a.position.column <= b.position.column ? [a, b] : [b, a];
  return (
    first.position.column === second.position.column ||
    first.position.column + first.length > second.position.column
  );
}

const fromTheEnd = (a: Edit, b: Edit): number =>
  b.position.line - a.position.line || b.position.column - a.position.column;

/** The text of a file after its edits. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  let start = 0;
  const starts = source.split('\n').map((line) => (start += line.length + 1) - line.length - 1);
  return edits.reduce((changed, { position, length, text }) => {
    const from = (starts[position.line - 1] ?? 0) + position.column - 1;
    return changed.slice(0, from) + text + changed.slice(from + length);
  }, source);
}
