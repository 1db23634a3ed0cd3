import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A digest that differs when the content does. */
export function digestOf(content: string | Uint8Array): string {
  return hash('sha256', content, 'base64url');
}

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

/** Writes a text with its digest, whole or not at all. */
export function writeSealed(path: string, text: string): void {
  const temporary = `${path}.${process.pid}.tmp`;
  mkdirSync(dirname(path), { recursive: true });
  try {
    writeFileSync(temporary, `${digestOf(text)}\n${text}`);
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}
