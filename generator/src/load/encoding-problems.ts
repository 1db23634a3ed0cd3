import { resolve } from 'node:path';
import type { ObservedDisk } from '../disk/observed-disk.js';
import { pathFrom } from '../disk/path-from.js';
import type { ReadingProblem } from '../sources/source.js';

/** The files that were read and are not UTF-8, each once. */
export function encodingProblems(apis: string, disk: ObservedDisk): ReadingProblem[] {
  return [...disk.unreadable].map(([path, { what, line, column }]) => ({
    code: 'VMGEN1010',
    position: { file: pathFrom(resolve(apis), resolve(path)), line, column },
    message: `the file is no UTF-8 text: ${what}`,
    remedy: 'save it as UTF-8',
  }));
}
