import yargs, { type Options } from 'yargs';
import { UsageError } from '../settings/usage-error.js';

/** The configuration of a parser, with the texts that it prints. */
interface ParserOptions<O> {
  readonly usage: string;
  /** In the form of yargs. */
  readonly options: O;
  readonly epilogue: string;
}

/** Creates the parser of a command line; it prints nothing and throws a {@link UsageError}. */
export function createParser<O extends Readonly<Record<string, Options>>>({
  usage,
  options,
  epilogue,
}: ParserOptions<O>) {
  return yargs()
    .scriptName('vmgen')
    .usage(usage)
    .options(options)
    .epilogue(epilogue)
    .strictOptions()
    .parserConfiguration({
      'duplicate-arguments-array': true,
      'greedy-arrays': false,
      'parse-positional-numbers': false,
    })
    .help(false)
    .version(false)
    .option('help', { type: 'boolean', describe: 'print this help' })
    .wrap(100)
    .exitProcess(false)
    .fail((message: string, error: Error | undefined) => {
      throw error instanceof UsageError ? error : new UsageError(message || error?.message);
    });
}
