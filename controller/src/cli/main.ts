import { readFileSync } from 'node:fs';
import { createLogger, createVerbosity } from '@vmgen/runtime';
import { printable } from '@vmgen/runtime/observability';
import { parseOptions, UsageError } from './options.js';
import { runController } from './run-controller.js';

const USAGE_EXIT_CODE = 2;

/** Returns the version in the package's manifest, four folders above the compiled file. */
function packageVersion(): string {
  const manifest = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  return version;
}

async function main(args: readonly string[]): Promise<void> {
  try {
    const options = await parseOptions(args, packageVersion(), process.env);
    if ('answer' in options) {
      process.stdout.write(`${options.answer}\n`);
      return;
    }
    const logger = createLogger({
      verbosity: createVerbosity(options.verbosity),
      format: 'text',
    });
    await runController(options, logger);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(printable(`vm-controller: ${error.message}\nSee vm-controller --help.\n`));
    process.exitCode = USAGE_EXIT_CODE;
  }
}

await main(process.argv.slice(2));
