import { hash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../write/make-folder.js';

/** A digest that differs when the content does. */
export function digestOf(content: string | Uint8Array): string {
  return hash('sha256', content, 'base64url');
}

/** What stands before the content: its digest and a line feed. */
const SEAL_LENGTH = digestOf('').length + 1;

/** The content of a file of {@link writeSealed}; undefined where there is none or it was damaged. */
export function readSealed(path: string): Buffer | undefined {
  try {
    const whole = readFileSync(path);
    const content = whole.subarray(SEAL_LENGTH);
    const seal = whole.toString('latin1', 0, SEAL_LENGTH);
    return seal === `${digestOf(content)}\n` ? content : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Writes content with its digest, whole or not at all. Where that cannot be, nothing is kept: what is
 * in the cache only saves time.
 */
export function writeSealed(path: string, content: string | Uint8Array): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    makeFolder(dirname(path));
    writeFileSync(
      temporary,
      Buffer.concat([Buffer.from(`${digestOf(content)}\n`), Buffer.from(content)]),
    );
    renameSync(temporary, path);
  } catch {
    removeQuietly(temporary);
  }
}

/** As {@link writeSealed}; of the files beside it those beyond `keptCount`, the oldest first, are dropped. */
export function keepSealed(path: string, content: string | Uint8Array, keptCount: number): void {
  writeSealed(path, content);
  try {
    dropOldest(dirname(path), keptCount);
  } catch {
    // Another run drops them at the same time, or the cache cannot be written to.
  }
}

function dropOldest(folder: string, keptCount: number): void {
  const paths = readdirSync(folder).map((name) => join(folder, name));
  if (paths.length <= keptCount) return;
  const byAge = paths.map((path) => ({ path, age: statSync(path).mtimeMs }));
  byAge.sort((a, b) => b.age - a.age);
  for (const { path } of byAge.slice(keptCount)) rmSync(path, { force: true });
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // There is no such folder.
  }
}
