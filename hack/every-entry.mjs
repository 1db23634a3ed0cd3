// @ts-check
// Writes two files that load every entry of every package: every-entry.mts for a compiler, and
// every-entry.cjs for Node, which requires them.
// Usage: node hack/every-entry.mjs FOLDER
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { packageEntries } from './package-entries.mjs';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: node hack/every-entry.mjs FOLDER');

const entries = packageEntries().map(({ name }) => name);
/** @param {(entry: string, index: number) => string} line */
const lines = (line) => `${entries.map(line).join('\n')}\n`;
writeFileSync(
  path.join(folder, 'every-entry.mts'),
  lines((entry, index) => `export * as entry${index} from '${entry}';`),
);
writeFileSync(
  path.join(folder, 'every-entry.cjs'),
  lines((entry) => `console.log('${entry}', Object.keys(require('${entry}')).length);`),
);
