import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

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
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(
      temporary,
      Buffer.concat([Buffer.from(`${digestOf(content)}\n`), Buffer.from(content)]),
    );
    renameSync(temporary, path);
  } catch {
    removeQuietly(temporary);
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // There is no such folder.
  }
}
