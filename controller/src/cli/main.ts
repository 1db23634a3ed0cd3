import { readFileSync } from 'node:fs';
import { createLogger, createStopSignal, endProcess, ShutdownTimeoutError } from '@vmgen/runtime';
import { printable } from '@vmgen/runtime/internal';
import { parseOptions, UsageError } from './options.js';
import { runController } from './run-controller.js';

const USAGE_EXIT_CODE = 2;

/** Returns the version in the package's manifest, four folders above the compiled file. */
function packageVersion(): string {
  const manifest = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  return version;
}

async function main(args: readonly string[]): Promise<number> {
  try {
    const options = await parseOptions(args, packageVersion(), process.env);
    if ('answer' in options) {
      process.stdout.write(`${options.answer}\n`);
      return 0;
    }
    const logger = createLogger({ verbosity: options.verbosity, format: 'text' });
    const signal = createStopSignal();
    try {
      return await runController(options, logger, signal);
    } catch (error) {
      // Waits reject when the signal aborts, which is a normal end.
      if (signal.aborted && !(error instanceof ShutdownTimeoutError)) return 0;
      logger.error('the controller failed', { error });
      return 1;
    }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(printable(`vm-controller: ${error.message}\nSee vm-controller --help.\n`));
    return USAGE_EXIT_CODE;
  }
}

endProcess(await main(process.argv.slice(2)));
