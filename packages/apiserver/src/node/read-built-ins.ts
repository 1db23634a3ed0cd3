import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BuiltInIndex } from '../data/built-in-index.js';
import type { BuiltIns } from '../data/built-ins.js';
import type { TypePackage } from '../data/type-library.js';

/** Loads a file of JSON once for all servers of the process. */
const requireJson = createRequire(import.meta.url);

/** Reads the data of the built-in kinds from the files of this package. */
export const readBuiltIns = (): BuiltIns => ({
  index: () => {
    const file = new URL('../../data/built-in.json', import.meta.url);
    return JSON.parse(readFileSync(file, 'utf8')) as BuiltInIndex;
  },
  types: (name) => requireJson(`../../data/types/${name}.json`) as TypePackage,
});
