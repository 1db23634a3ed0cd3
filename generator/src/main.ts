import { readFile } from 'node:fs/promises';

/** Runs the command line; what it needs is loaded when it needs it. */
async function main(args: readonly string[]): Promise<number> {
  const { parseArguments, UsageError } = await import('./cli/parse-arguments.js');
  try {
    const command = await parseArguments(args, await ownVersion());
    if (command.kind === 'print') {
      console.log(command.text);
      return 0;
    }
    const progress = showProgress(command.quiet);
    const [{ generate }, { reportOf }] = await Promise.all([
      import('./generate.js'),
      import('./cli/report.js'),
    ]);
    const result = await generate(command.options).finally(() => progress.end());
    const { exitCode, problems, lines } = reportOf(result, command.options);
    for (const problem of problems) console.error(problem);
    // On a terminal the summary is enough; logs keep every file.
    const shown = process.stdout.isTTY ? lines.slice(-1) : lines;
    if (!command.quiet) for (const line of shown) console.log(line);
    return exitCode;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`vmgen: ${error.message}\nvmgen --help shows how it is used`);
    return 2;
  }
}

/** A line on the terminal that goes when the work is done; nothing elsewhere. */
function showProgress(quiet: boolean): { end(): void } {
  if (quiet || !process.stdout.isTTY) return { end: () => {} };
  process.stdout.write('vmgen: generating…');
  return { end: () => process.stdout.write('\r\u001b[K') };
}

async function ownVersion(): Promise<string> {
  const manifest = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(`vmgen: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
