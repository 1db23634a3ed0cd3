import yargs, { type Options } from 'yargs';
import { UsageError } from '../settings/usage-error.js';
import type { PrintCommand } from './report.js';
import { refuseOddFlags, refuseUnknownFlags } from './refuse-flags.js';

/** The command line of a command, with the texts that are printed. */
interface CommandLine<O> {
  readonly usage: string;
  /** In the form of yargs. */
  readonly options: O;
  readonly epilogue: string;
  /** The options that the help omits, given the first argument. */
  readonly hidden?: (first: string) => readonly string[];
  /** The number of words besides options; further ones are refused. Defaults to 0. */
  readonly maxWords?: number;
  /** Whether a command to run follows `--`. */
  readonly runsProgram?: boolean;
}

type Flags = Readonly<Record<string, Options & { readonly type: string; readonly alias?: string }>>;

/** What arguments contain. */
export type Words<O extends Flags> = Exclude<
  Awaited<ReturnType<typeof parseCommandLine<O>>>,
  PrintCommand
>;

/**
 * Defines a command with options. `parse` returns what its arguments mean, or with `--help` the help, and rejects with
 * a UsageError that has the fix.
 *
 * @param commandFrom validates what the arguments contain
 * @param alone what flags mean that the help omits and that are the only argument
 */
export const defineCommand = <O extends Flags, C>(
  line: CommandLine<O>,
  commandFrom: (read: Words<O>) => C,
  alone: ReadonlyMap<string, () => C | PrintCommand> = new Map(),
) => ({
  options: line.options,
  parse: async (args: readonly string[]): Promise<C | PrintCommand> => {
    const [first = '', ...others] = args;
    const special = others.length === 0 ? alone.get(first) : undefined;
    if (special !== undefined) return special();
    const read = await parseCommandLine(args, line);
    return read.kind === 'print' ? read : commandFrom(read);
  },
});

/**
 * Parses the arguments of a command: the values of options, the words besides them, and the program behind `--`, by
 * default `npm test`. With `--help`, returns the help.
 *
 * @throws UsageError with the fix
 */
export async function parseCommandLine<O extends Flags>(
  args: readonly string[],
  {
    usage,
    options,
    epilogue,
    hidden = () => [],
    maxWords = 0,
    runsProgram = false,
  }: CommandLine<O>,
) {
  const end = runsProgram ? args.indexOf('--') : -1;
  const own = end < 0 ? args : args.slice(0, end);
  const program = end < 0 ? [] : args.slice(end + 1);
  refuseUnknownFlags(own, options);
  refuseOddFlags(own, options);
  const parser = yargs()
    .scriptName('vmgen')
    .usage(usage)
    .help(false)
    .version(false)
    .options(options)
    .epilogue(epilogue)
    .strictOptions()
    .parserConfiguration({
      'duplicate-arguments-array': true,
      'greedy-arrays': false,
      'parse-positional-numbers': false,
    })
    .option('help', { type: 'boolean', describe: 'print this help' })
    .wrap(100)
    .exitProcess(false)
    .fail((message: string, error: Error | undefined) => {
      throw error instanceof UsageError ? error : new UsageError(message || error?.message);
    });
  for (const option of hidden(args[0] ?? '')) parser.hide(option);
  const values = await parser.parseAsync([...own]);
  if (values.help) return { kind: 'print' as const, text: await parser.getHelp() };
  // For options of any type, the type of this property is any.
  const rest: unknown = values._;
  const words = Array.isArray(rest) ? rest.map(String) : [];
  const unexpected = words[maxWords];
  if (unexpected !== undefined) {
    const hint = runsProgram ? '; put the command behind --' : '';
    throw new UsageError(`unexpected argument ${JSON.stringify(unexpected)}${hint}`);
  }
  return {
    kind: 'words' as const,
    values,
    words,
    program: program.length === 0 ? ['npm', 'test'] : program,
  };
}
