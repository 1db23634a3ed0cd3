import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** The functions that change the disk, of those that vmgen calls. */
const CHANGING = [
  'copyFileSync',
  'fsyncSync',
  'linkSync',
  'mkdirSync',
  'renameSync',
  'rmdirSync',
  'rmSync',
  'writeFileSync',
] as const;

/**
 * Calls `fail` instead of a step that changes the disk, with the number of the step and what would be
 * done; what it returns is returned. Undone by the function that comes back.
 */
export function interceptDisk(
  fail: (step: number, change: () => unknown, args: readonly unknown[]) => unknown,
): () => void {
  const before = CHANGING.map((name) => [name, fs[name]] as const);
  let step = 0;
  for (const [name, original] of before) {
    const change = original as (...args: unknown[]) => unknown;
    Object.assign(fs, {
      [name]: (...args: unknown[]) => fail(step++, () => change(...args), [name, ...args]),
    });
  }
  syncBuiltinESMExports();
  return () => {
    Object.assign(fs, Object.fromEntries(before));
    syncBuiltinESMExports();
  };
}

/** What the file system throws. */
export function diskError(code: string): Error {
  return Object.assign(new Error(`${code}: as the test wants it`), { code });
}
