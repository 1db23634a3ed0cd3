// @ts-check
// The types that TypeScript knows in the playground: the built-in ones that vmgen accepts, and those of @vmgen/runtime that
// an API may use.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { RUNTIME_MODULE, RUNTIME_TYPES } from '../../generator/dist/syntax/runtime-types.js';

const HERE = import.meta.dirname;
const RUNTIME = path.join(HERE, '../../packages/runtime/dist/meta/types.d.ts');

/** The text of a file with these types. */
export function libraryText() {
  const builtIn = readFileSync(path.join(HERE, 'library.d.ts'), 'utf8');
  const types = readFileSync(RUNTIME, 'utf8').replaceAll(/^export (?:declare )?/gm, '');
  // In a module that declares what it exports, the others are not visible.
  const exported = `export type { ${RUNTIME_TYPES.join(', ')} };`;
  return `${builtIn}declare module '${RUNTIME_MODULE}' {\n${types}\n${exported}\n}\n`;
}
