import { join } from 'node:path';
import { keepSealed, readSealed, type SealedName } from '../disk/sealed-file.js';
import { isSettled, stampOf } from '../disk/stamp.js';
import type { Keeper } from '../sources/source.js';

const DIST = join(import.meta.dirname, '..');
/** All code that has a say in what is kept. */
const SCRIPTS = ['run.cjs', 'parser.cjs'].map((name) => join(DIST, name));

/** Of each file of a package there is what a run first asked it for; those beyond these, the oldest first, go. */
const KEPT_COUNT = 50;

/**
 * Keeps content in the cache for runs of this very program. Undefined where nothing tells these apart:
 * for modules that are no part of the bundle, and for a bundle that was made a moment ago.
 */
export function bundleKeeper(): Keeper | undefined {
  if (!SCRIPTS.includes(import.meta.filename)) return undefined;
  const stamps = SCRIPTS.map(stampOf);
  if (!stamps.every(isSettled)) return undefined;
  const nameOf = (key: string): SealedName => ({
    folder: 'syntax',
    key: JSON.stringify([...stamps, process.versions.v8, key]),
  });
  return {
    recall: (key) => readSealed(nameOf(key)),
    keep: (key, content) => {
      keepSealed(nameOf(key), content, KEPT_COUNT);
    },
  };
}
