// @ts-check
// Keeps how long each test file took in the last run, which improves the batches of the next run.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FILE = path.join(import.meta.dirname, '../node_modules/.cache/vmgen/test-seconds.json');

/** Returns no figures if the file does not exist or cannot be read. @returns {Record<string, number>} */
export function keptSeconds() {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'));
  } catch {
    return {};
  }
}

/** @param {ReadonlyMap<string, number>} seconds of the files that ran; figures of other files are kept */
export function keepSeconds(seconds) {
  mkdirSync(path.dirname(FILE), { recursive: true });
  const all = { ...keptSeconds(), ...Object.fromEntries(seconds) };
  writeFileSync(FILE, JSON.stringify(all));
}
