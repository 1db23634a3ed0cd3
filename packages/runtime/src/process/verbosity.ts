/** The level of lines for debugging. */
const DEBUGGING = 4;

/**
 * Returns the verbosity of a logger, which SIGUSR2 changes while the process runs: the first signal
 * raises it to 4, the level of debugging, and the next one restores `level`. On Windows, which has
 * no such signal, it does not change.
 *
 * @example
 * const logger = createLogger({ verbosity: createVerbosity(2) });
 */
export function createVerbosity(level: number): () => number {
  let current = level;
  if (process.platform !== 'win32') {
    process.on('SIGUSR2', () => {
      current = current === level ? Math.max(level, DEBUGGING) : level;
    });
  }
  return () => current;
}
