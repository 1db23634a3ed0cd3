import { readFileSync } from 'node:fs';
import { printable } from '@vmgen/runtime/observability';
import { UsageError, type Answer } from './usage.js';

const USAGE_EXIT_CODE = 2;

/** Returns the version in the package's manifest, four folders above the compiled file. */
function packageVersion(): string {
  const manifest = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  return version;
}

/** Runs a command as this process. A {@link UsageError} becomes exit code 2. */
export async function runCommand<Options extends object>(
  name: string,
  parse: (args: readonly string[], version: string) => Promise<Options | Answer>,
  run: (options: Options) => Promise<void>,
): Promise<void> {
  try {
    const options = await parse(process.argv.slice(2), packageVersion());
    if ('answer' in options) process.stdout.write(`${options.answer}\n`);
    else await run(options);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(printable(`${name}: ${error.message}\nSee ${name} --help.\n`));
    process.exitCode = USAGE_EXIT_CODE;
  }
}
