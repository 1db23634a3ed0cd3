// @ts-check
// Lists the entries of all packages of the workspace: what users can import.
// Usage: node hack/package-entries.mjs FOLDER   writes every-entry.mts, which imports all of them, for a compiler, and
//                                               every-entry.cjs, which requires all of them, for Node
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..');

/**
 * An entry: the name of its import, its key in `exports`, the folder of its package and the file of its types.
 * @typedef {{ name: string, entry: string, folder: string, types: string }} PackageEntry
 */

/** @returns {PackageEntry[]} */
export function packageEntries() {
  return readManifest('.').workspaces.flatMap((/** @type {string} */ workspace) => {
    const folder = path.join(ROOT, workspace);
    // create-vmgen is only a program, and the plugin is loaded only by tsserver.
    const { name, exports = {} } = readManifest(workspace);
    return Object.keys(exports).map((entry) => ({
      name: path.posix.join(name, entry),
      entry,
      folder,
      types: path.join(folder, exports[entry].types),
    }));
  });
}

/** @param {string} workspace */
function readManifest(workspace) {
  return JSON.parse(readFileSync(path.join(ROOT, workspace, 'package.json'), 'utf8'));
}

const [folder] = process.argv[1] === import.meta.filename ? process.argv.slice(2) : [];
if (folder !== undefined) {
  const names = packageEntries().map(({ name }) => name);
  const imports = names.map((name, index) => `export * as entry${index} from '${name}';\n`);
  const requires = names.map(
    (name) => `console.log('${name}', Object.keys(require('${name}')).length);\n`,
  );
  writeFileSync(path.join(folder, 'every-entry.mts'), imports.join(''));
  writeFileSync(path.join(folder, 'every-entry.cjs'), requires.join(''));
}
