import { printable } from '@vmgen/runtime/observability';
import { programLine } from './not-simulated.js';

/**
 * Runs an exploration. If the process ends before, which Node and its test runner do not report as a failure of
 * it, prints why, and lets the process fail.
 *
 * @param last returns what has happened last
 */
export async function withExitReport<R>(
  last: () => string | undefined,
  explore: () => Promise<R>,
): Promise<R> {
  const onExit = (): void => {
    process.exitCode ||= 1;
    // Node calls this from process.exit, or because the event loop has nothing to wait for.
    const line = programLine();
    const reason =
      line === undefined
        ? 'nothing is pending, so that a promise of the operator, the workload or an invariant never settles'
        : `it was ended in ${line}`;
    const after = last();
    process.stderr.write(
      `the process ends during an exploration${after === undefined ? '' : `, after ${JSON.stringify(printable(after))}`}: ${reason}\n`,
    );
  };
  process.on('exit', onExit);
  try {
    return await explore();
  } finally {
    process.off('exit', onExit);
  }
}
