import type { FileFix } from './plan-fixes.js';
import { applyEdits } from './plan-fixes.js';

/** A fix as a diff of the lines that it changes. */
export function showFix(source: string, { file, edits }: FileFix): string[] {
  const lines = source.split('\n');
  const numbers = [...new Set(edits.map(({ position }) => position.line))].sort((a, b) => a - b);
  const hunks = numbers.flatMap((number) => {
    const line = lines[number - 1] ?? '';
    const own = edits
      .filter(({ position }) => position.line === number)
      .map((edit) => ({ ...edit, position: { ...edit.position, line: 1 } }));
    const changed = applyEdits(`${line}\n`, own).split('\n').slice(0, -1);
    return [
      `@@ ${number} @@`,
      `-${line.trimEnd()}`,
      ...changed.map((each) => `+${each.trimEnd()}`),
    ];
  });
  return [`--- ${file}`, `+++ ${file}`, ...hunks];
}
