import { readFileSync, statSync } from 'node:fs';
import { VmgenError } from '../errors/vmgen-error.js';
import { systemClock, type Clock } from '../async/clock.js';

/** A text that may change while the program runs: a token, a certificate. */
export interface TextSource {
  /** The text as it is now. */
  read(): string;
  /** Looks anew at the next {@link read}, however short ago the last look was. */
  recheck(): void;
}

/** A text that never changes. */
export function constantText(text: string): TextSource {
  return { read: () => text, recheck() {} };
}

/** How long a file is trusted to be as it was. */
const CHECK_INTERVAL_MS = 5000;

/**
 * The text of a file, read again when the file has changed (also when a link to it points
 * elsewhere, as kubelet rotates tokens). A file that cannot be read for a while, as in the middle
 * of a rotation, keeps its last text; only the first read throws.
 */
export function watchedFile(path: string, what: string, clock: Clock = systemClock): TextSource {
  let text: string | undefined;
  let seenVersion = '';
  let nextCheckMs = -Infinity;

  const refresh = (): string => {
    const version = fileVersion(path);
    if (text === undefined || version !== seenVersion) text = readFileSync(path, 'utf8');
    seenVersion = version;
    return text;
  };
  return {
    recheck() {
      nextCheckMs = -Infinity;
    },
    read() {
      if (text !== undefined && clock.nowMs() < nextCheckMs) return text;
      nextCheckMs = clock.nowMs() + CHECK_INTERVAL_MS;
      try {
        return refresh();
      } catch (cause) {
        if (text !== undefined) return text;
        throw new VmgenError('ERR_VMGEN_CONFIG', `cannot read the ${what} ${path}`, { cause });
      }
    },
  };
}

function fileVersion(path: string): string {
  const { mtimeMs, ctimeMs, ino, size } = statSync(path);
  return `${mtimeMs} ${ctimeMs} ${ino} ${size}`;
}
