import { setImmediate } from 'node:timers/promises';
import { UsageError } from '../settings/usage-error.js';
import { errorMessage } from '@vmgen/base/text';

/** Code of a config, with its emitters, that runs within this process. */
export interface ContainedCode {
  /** @throws a UsageError for a promise that was rejected and that nothing handles */
  readonly check: () => Promise<void>;
}

/**
 * Keeps the code of a config from corrupting the output and from failing unnoticed: redirects its standard
 * output to standard error, and collects unhandled rejections. Active until the process ends, because code
 * may print later.
 *
 * @param path the file of the config, for messages
 */
export function containCode(path: string): ContainedCode {
  const rejections: unknown[] = [];
  process.on('unhandledRejection', (reason) => rejections.push(reason));
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return {
    check: async () => {
      // Rejections are reported once the microtasks of this turn are done.
      await setImmediate();
      if (rejections.length === 0) return;
      // A later check is for what has happened since.
      const [reason] = rejections.splice(0);
      const message = `${path}: a promise was rejected and nothing handles it: ${errorMessage(reason)}`;
      throw new UsageError(message, { cause: reason });
    },
  };
}
