import { join } from 'node:path';
import type { ts } from 'ts-morph';
import { loadCommonJs } from '../disk/load-common-js.js';

/**
 * The parts of TypeScript's compiler that every run uses: scripts/bundle-compiler.mjs reads the imported
 * names from this file. ts-morph contains the compiler, so the types are those of ts-morph.
 */
export const typescript = loadCommonJs(pathOf('parser.cjs')) as typeof ts;

function pathOf(script: string): string {
  return join(import.meta.dirname, '..', script);
}

export type { ts };
