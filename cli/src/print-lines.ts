import { Writable } from 'node:stream';
import { visibleLine } from '#generator/diagnostics/visible-text.js';

/**
 * Prints all output of this program, so that no text from inputs reaches the terminal as a control sequence.
 * Resolves when the system has accepted all of it.
 *
 * @throws the error of the system, such as EPIPE if the reader has closed the stream
 */
export function printLines(
  stream: NodeJS.WritableStream,
  lines: readonly string[],
  hasColours = false,
): Promise<void> {
  if (lines.length === 0) return Promise.resolve();
  return print(stream, `${lines.map((line) => visibleLine(line, hasColours)).join('\n')}\n`);
}

/** Prints text of our own unchanged. */
export function print(stream: NodeJS.WritableStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // Without a listener, the event would end the process with a stack trace.
    stream.once('error', reject);
    const done = (error?: Error | null): void => {
      if (error) return reject(unwritable(stream, error));
      stream.off('error', reject);
      resolve();
    };
    // Output of config code is redirected away from standard output (config/contain-code.ts).
    if (stream === process.stdout)
      Writable.prototype.write.call(process.stdout, text, 'utf8', done);
    else stream.write(text, done);
  });
}

function unwritable(stream: NodeJS.WritableStream, error: Error & { code?: unknown }): Error {
  const name = stream === process.stderr ? 'standard error' : 'standard output';
  const { code, message } = error;
  return Object.assign(new Error(`cannot write to ${name}: ${message}`), { code });
}
