import { createRequire } from 'node:module';
import type * as Re2 from 're2js';

/** The library that matches patterns as Go does. */
export type Re2Library = Pick<typeof Re2, 'RE2JS'>;

/** Loads the library with the first pattern: it takes some 15 ms. */
export function loadRe2(): Re2Library {
  const require = createRequire(import.meta.url);
  return require('re2js') as Re2Library;
}
