import type { Writable } from 'node:stream';
import { settled } from '../async/settled.js';

/** Takes a line and never throws; `onLost` is called, once, when the line has not got through. */
export type LineWriter = (line: string, onLost: () => void) => void;

/** What may wait for a stream that does not take it: some thousand lines. */
const MAX_BUFFERED_BYTES = 1024 * 1024;

/**
 * Writes to a stream, which may be blocked, broken or full: what it does not take in time is lost, and
 * its errors are nobody's.
 */
export function streamWriter(stream: Writable): LineWriter {
  return (line, onLost) => {
    // A stream's error that nobody hears ends the process. One listener will do for all loggers.
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

/** Writes by a function of the user's, which may throw, or be async and reject. */
export function functionWriter(write: (line: string) => unknown): LineWriter {
  return (line, onLost) =>
    attempt((failed) => {
      const result = write(line);
      if (typeof result === 'object') void settled(result, failed);
    }, onLost);
}

/** A stream may tell of a failure twice: it calls back, and throws. */
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
