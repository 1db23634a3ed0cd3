import { join } from 'node:path';
import { keepSealed, readSealed, type SealedName } from '../disk/sealed-file.js';
import { isSettled, stampOf } from '../disk/stamp.js';
import type { DeclarationCache } from '../sources/source.js';

const DIST = join(import.meta.dirname, '..');
/** All code that affects the cached content. */
const SCRIPTS = ['run.cjs', 'parser.cjs'].map((name) => join(DIST, name));

/**
 * For each file of a package, the cache holds what a run requested first; entries beyond this number are
 * dropped, the oldest first.
 */
const KEPT_COUNT = 50;

/**
 * Caches content for runs of this exact program. Undefined if the program cannot be identified: for modules
 * outside of the bundle, and for a bundle that was built a moment ago.
 */
export function bundleCache(): DeclarationCache | undefined {
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
