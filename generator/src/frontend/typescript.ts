import { createRequire } from 'node:module';
import type { ts } from 'ts-morph';
import { loadCommonJs } from '../cache/load-common-js.js';

/**
 * The compiler that ts-morph carries, without the rest of ts-morph. Its types are those of `ts` in
 * ts-morph; values are taken from here, since an `import` makes Node scan 9 MB for export names.
 */
export const typescript = loadCommonJs(compilerPath()) as typeof ts;

/** The file of the compiler. */
export function compilerPath(): string {
  const ours = createRequire(import.meta.url);
  const itsOwn = createRequire(ours.resolve('ts-morph'));
  return itsOwn.resolve('@ts-morph/common/dist/typescript.js');
}
