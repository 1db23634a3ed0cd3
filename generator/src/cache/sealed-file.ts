import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { digestOf } from './digest.js';

/** The text of a file of {@link writeSealed}; undefined where there is none or it was damaged. */
export function readSealed(path: string): string | undefined {
  let whole: string;
  try {
    whole = readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
  const end = whole.indexOf('\n');
  const text = whole.slice(end + 1);
  return whole.slice(0, end) === digestOf(text) ? text : undefined;
}

/** Writes a text with its digest, whole or not at all; a disk that refuses is no error. */
export function writeSealed(path: string, text: string): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(temporary, `${digestOf(text)}\n${text}`);
    renameSync(temporary, path);
  } catch {
    rmSync(temporary, { force: true });
  }
}
