import { readFileSync, statSync } from 'node:fs';
import { VmgenError } from '../errors/vmgen-error.js';
import { systemClock, type Clock } from '../async/clock.js';

/** A text that may change while the program runs, such as a token or a certificate. */
export interface TextSource {
  /** A description with the location, for messages. */
  readonly name?: string;
  /** Returns the current text. */
  read(): string;
  /** Makes the next {@link read} check for changes, even if the last check was recent. */
  recheck(): void;
}

/** Creates a source whose text never changes. `name` is its name in messages. */
export function staticTextSource(text: string, name?: string): TextSource {
  return { read: () => text, recheck() {}, ...(name !== undefined && { name }) };
}

/** How long the last valid content is used while its files are invalid or missing. */
export const MAX_STALE_MS = 600_000;

/** The minimum time between two checks of a file. */
const CHECK_INTERVAL_MS = 5000;

/**
 * Creates a source for the text of a file, which is read again when the file or a symbolic link to
 * it changes, as when kubelet rotates tokens. While the file is unreadable or empty, such as during
 * a rotation, the last text is used for up to ten minutes. After that, or without an earlier text,
 * `read` throws.
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
