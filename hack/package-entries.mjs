// @ts-check
// What users can import: every entry of every package of the workspace.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..');

/**
 * An entry as it is imported, the folder of its package and the file of its types.
 * @typedef {{ name: string, folder: string, types: string }} PackageEntry
 */

/** @returns {PackageEntry[]} */
export function packageEntries() {
  return readManifest('.').workspaces.flatMap((/** @type {string} */ room) => {
    const folder = path.join(ROOT, room);
    const { name, exports } = readManifest(room);
    return Object.keys(exports).map((entry) => ({
      name: path.posix.join(name, entry),
      folder,
      types: path.join(folder, exports[entry].types),
    }));
  });
}

/** @param {string} room */
function readManifest(room) {
  return JSON.parse(readFileSync(path.join(ROOT, room, 'package.json'), 'utf8'));
}
