// @ts-check
// Which CRDs of other projects there are, and where they are kept: for what fetches and what reads them.
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/**
 * `paths`: the folders and files of the module with CRDs, each a set of its own.
 * @typedef {{ module: string, version: string, sha256: string, paths: string[] }} Pin
 */

/** @type {readonly Pin[]} */
export const PINS = JSON.parse(readFileSync(path.join(import.meta.dirname, 'crds.json'), 'utf8'));

export const CACHE = path.join(
  process.env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache'),
  'vmgen/crds',
);

/** Where the CRDs of a module are kept. @param {Pin} pin */
export function folderOf({ module, version }) {
  return path.join(CACHE, `${module.replaceAll('/', '_')}@${version}`);
}

/** What a folder was made by; with another pin it is made anew. @param {Pin} pin */
export function sealOf(pin) {
  return `${JSON.stringify(pin)}\n`;
}

/** Whether the CRDs of a module are there. @param {Pin} pin */
export function isThere(pin) {
  try {
    return readFileSync(path.join(folderOf(pin), '.pin'), 'utf8') === sealOf(pin);
  } catch {
    return false;
  }
}
