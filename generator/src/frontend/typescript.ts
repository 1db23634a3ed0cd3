import { join } from 'node:path';
import type { ts } from 'ts-morph';
import { loadCommonJs } from '../disk/load-common-js.js';

/**
 * What every run takes of TypeScript's compiler: just the names that these modules use, which
 * scripts/bundle-compiler.mjs reads from their texts. The compiler is the one that ts-morph carries, and
 * so the types are ts-morph's.
 */
export const typescript = load('parser.cjs');

/** What only some runs take of it, loaded by the first call. */
export const compiler = once(() => load('compiler.cjs'));

function load(script: string): typeof ts {
  return loadCommonJs(join(import.meta.dirname, '..', script)) as typeof ts;
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

export type { ts };
