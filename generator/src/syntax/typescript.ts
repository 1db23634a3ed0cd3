import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ts } from 'ts-morph';

const require = createRequire(import.meta.url);

const PARSER = join(import.meta.dirname, '../parser.cjs');

/**
 * The parts of TypeScript's compiler that every run uses: scripts/bundle-compiler.mjs reads the imported
 * names from this file. ts-morph contains the compiler, so the types are those of ts-morph.
 */
export const typescript = require(PARSER) as typeof ts;

export type { ts };
