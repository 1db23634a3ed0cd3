// @ts-check
// Writes two files that load every entry of every package: every-entry.mts for a compiler, and
// every-entry.cjs for Node, which requires them.
// Usage: node hack/every-entry.mjs FOLDER
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..');
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: node hack/every-entry.mjs FOLDER');

const { workspaces } = readManifest('.');
const entries = workspaces.flatMap((/** @type {string} */ room) => {
  const { name, exports } = readManifest(room);
  return Object.keys(exports).map((entry) => path.posix.join(name, entry));
});
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

/** @param {string} room */
function readManifest(room) {
  return JSON.parse(readFileSync(path.join(ROOT, room, 'package.json'), 'utf8'));
}
