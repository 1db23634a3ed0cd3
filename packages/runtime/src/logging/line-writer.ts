import type { Writable } from 'node:stream';
import { settled } from '../async/settled.js';

/** Writes a line and never throws. Calls `onLost` once if the line was not written. */
type LineWriter = (line: string, onLost: () => void) => void;

/** The limit of data that waits for a stream: several thousand lines. */
const MAX_BUFFERED_BYTES = 1024 * 1024;

/**
 * Writes to a stream that may be blocked, broken or full. Lines that it does not accept are lost,
 * and its errors are ignored.
 */
export function streamWriter(stream: Writable): LineWriter {
  return (line, onLost) => {
    // An unhandled stream error ends the process. One listener is enough for all loggers.
    if (!stream.listeners('error').includes(ignore)) stream.on('error', ignore);
    if (stream.writableLength > MAX_BUFFERED_BYTES) {
      onLost();
      return;
    }
    attempt(
      (failed) =>
        stream.write(line, (error) => {
          if (error) failed();
        }),
      onLost,
    );
  };
}

/** Writes with a user's function, which may throw, or be async and reject. */
export function functionWriter(write: (line: string) => unknown): LineWriter {
  return (line, onLost) =>
    attempt((failed) => {
      const result = write(line);
      if (typeof result === 'object') void settled(result, failed);
    }, onLost);
}

/** A stream may report one failure twice: by its callback and by throwing. */
function attempt(write: (failed: () => void) => void, onLost: () => void): void {
  let isLost = false;
  const failed = (): void => {
    if (!isLost) onLost();
    isLost = true;
  };
  try {
    write(failed);
  } catch {
    failed();
  }
}

function ignore(): void {}
