import { readFileSync, statSync } from 'node:fs';
import { VmgenError } from '../errors/vmgen-error.js';
import { systemClock, type Clock } from '../async/clock.js';

/** A text that may change while the program runs: a token, a certificate. */
export interface TextSource {
  /** What it is and where it stands, for messages. */
  readonly name?: string;
  /** The text as it is now. */
  read(): string;
  /** Looks anew at the next {@link read}, however short ago the last look was. */
  recheck(): void;
}

/** A text that never changes. `name` is what messages call it. */
export function staticTextSource(text: string, name?: string): TextSource {
  return { read: () => text, recheck() {}, ...(name !== undefined && { name }) };
}

/** How long what was good stays in use while its files are broken or gone. */
export const MAX_STALE_MS = 600_000;

/** How long a file is trusted to be as it was. */
const CHECK_INTERVAL_MS = 5000;

/**
 * The text of a file, read again when the file has changed (also when a link to it points
 * elsewhere, as kubelet rotates tokens). A file that cannot be read for a while, or is empty, as in
 * the middle of a rotation, keeps its last text for ten minutes; after that, and at first, `read` throws.
 */
export function fileTextSource(path: string, what: string, clock: Clock = systemClock): TextSource {
  const name = `the ${what} ${path}`;
  let text: string | undefined;
  let seenVersion = '';
  let nextCheckMs = -Infinity;
  let goodAtMs = -Infinity;

  const readNow = (): string => {
    const version = fileVersion(path);
    if (text !== undefined && version === seenVersion) return text;
    const latest = readFileSync(path, 'utf8');
    if (latest.trim() === '') throw new VmgenError('ERR_VMGEN_CONFIG', `${name} is empty`);
    seenVersion = version;
    return latest;
  };
  return {
    name,
    recheck() {
      nextCheckMs = -Infinity;
    },
    read() {
      const nowMs = clock.nowMs();
      if (text !== undefined && nowMs < nextCheckMs) return text;
      try {
        text = readNow();
        goodAtMs = nowMs;
      } catch (cause) {
        if (text === undefined || nowMs - goodAtMs > MAX_STALE_MS) {
          text = undefined;
          if (cause instanceof VmgenError) throw cause;
          throw new VmgenError('ERR_VMGEN_CONFIG', `cannot read ${name}`, { cause });
        }
      }
      nextCheckMs = nowMs + CHECK_INTERVAL_MS;
      return text;
    },
  };
}

function fileVersion(path: string): string {
  const { mtimeMs, ctimeMs, ino, size } = statSync(path);
  return `${mtimeMs} ${ctimeMs} ${ino} ${size}`;
}
