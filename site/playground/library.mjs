// @ts-check
// The types that the playground knows besides those of its files.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { RUNTIME_MODULE, RUNTIME_TYPES } from '../../generator/dist/syntax/runtime-types.js';

const HERE = import.meta.dirname;
const RUNTIME = path.join(HERE, '../../packages/runtime/dist/meta/types.d.ts');

/** The package as vmgen reads it: the declarations with markers, which are a tenth as large when they are compressed. */
export function kubernetesFiles() {
  const folder = path.join(HERE, '../../packages/kubernetes/dist/apis');
  const groups = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('types.vmgen.d.ts'))
    .map((file) => path.dirname(file).replaceAll(path.sep, '/'))
    .sort();
  const declarations = groups.map((group) => [
    `${group}/types.d.ts`,
    readFileSync(path.join(folder, group, 'types.vmgen.d.ts'), 'utf8'),
  ]);
  const exports = { './*': { types: './*/types.d.ts' } };
  return { 'package.json': JSON.stringify({ exports }), ...Object.fromEntries(declarations) };
}

/**
 * The text of a file with the types that TypeScript knows: the built-in ones that vmgen accepts, and those of @vmgen/runtime
 * that an API may use.
 */
export function libraryText() {
  const builtIn = readFileSync(path.join(HERE, 'library.d.ts'), 'utf8');
  const types = readFileSync(RUNTIME, 'utf8').replaceAll(/^export (?:declare )?/gm, '');
  // In a module that declares what it exports, the others are not visible.
  const exported = `export type { ${RUNTIME_TYPES.join(', ')} };`;
  return `${builtIn}declare module '${RUNTIME_MODULE}' {\n${types}\n${exported}\n}\n`;
}
