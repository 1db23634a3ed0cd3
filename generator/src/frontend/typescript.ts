import { join } from 'node:path';
import type { ts } from 'ts-morph';
import { lazyCommonJs, loadCommonJs } from '../disk/load-common-js.js';

/**
 * What every run takes of TypeScript's compiler: just the names that these modules use, which
 * scripts/bundle-compiler.mjs reads from their texts. The compiler is the one that ts-morph carries, and
 * so the types are ts-morph's.
 */
export const typescript = loadCommonJs(pathOf('parser.cjs')) as typeof ts;

/** The checker, which only some runs take of it, loaded by the first call. */
export const compiler = lazyCommonJs(pathOf('compiler.cjs')) as () => typeof ts;

function pathOf(script: string): string {
  return join(import.meta.dirname, '..', script);
}

export type { ts };
