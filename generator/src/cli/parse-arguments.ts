import yargs from 'yargs';
import { GENERATORS, type GeneratorName } from '../emit/generated-file.js';
import type { GenerateOptions } from '../generate.js';
import { GroupsError, parseGroups } from '../load/parse-groups.js';

/** The command line was used wrongly. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What a command line asks for. */
export type Command =
  | { readonly kind: 'print'; readonly text: string }
  | { readonly kind: 'generate'; readonly options: GenerateOptions; readonly quiet: boolean };

const EPILOGUE = `Examples:
  One version of one group:
    vmgen --groups cloudnative:v1alpha1 --out generated
  Several at once:
    vmgen --groups "apps:v1,v2 batch:v1" --out generated
  Only the CRDs:
    vmgen --groups apps:v1 --out generated --generators crd
  In CI, whether the committed output is fresh:
    vmgen --groups apps:v1 --out generated --check

Exit status: 0 good, 1 findings or stale output, 2 wrong usage.`;

/** Reads the command line; throws a {@link UsageError} with the remedy. */
export async function parseArguments(args: readonly string[], version: string): Promise<Command> {
  const parser = yargs()
    .scriptName('vmgen')
    .usage(
      'Usage: $0 --groups GROUP:VERSION --out FOLDER\n\nGenerates CRDs, typed clientsets, fakes, listers and informers from annotated types.',
    )
    .option('groups', {
      type: 'string',
      array: true,
      describe: 'what to read: "a:v1,v2 b:v1"; may be given several times',
      requiresArg: true,
    })
    .option('out', { type: 'string', describe: 'the folder to write to', requiresArg: true })
    .option('apis', {
      type: 'string',
      default: 'apis',
      describe: 'the folder with GROUP/VERSION/*.ts',
      requiresArg: true,
    })
    .option('generators', {
      type: 'string',
      default: 'all',
      describe: `what to make: all, or some of ${GENERATORS.join(',')} (client includes the fake)`,
      requiresArg: true,
    })
    .option('header-file', {
      type: 'string',
      describe: 'text to put above every file, such as a license',
      requiresArg: true,
    })
    .option('check', {
      type: 'boolean',
      default: false,
      describe: 'write nothing; name the files that are not up to date and exit with 1',
    })
    .option('strict', { type: 'boolean', default: false, describe: 'take warnings for errors' })
    .option('quiet', { type: 'boolean', default: false, describe: 'print findings only' })
    .epilogue(EPILOGUE)
    .strict()
    .parserConfiguration({ 'duplicate-arguments-array': true, 'greedy-arrays': false })
    .help(false)
    .version(false)
    .option('help', { type: 'boolean', describe: 'print this text' })
    .option('version', { type: 'boolean', describe: 'print the version' })
    .wrap(100)
    .exitProcess(false)
    .fail((message: string, error: Error | undefined) => {
      throw error instanceof UsageError ? error : new UsageError(message || error?.message);
    });
  const values = await parser.parseAsync([...args]);
  if (values.help) return { kind: 'print', text: await parser.getHelp() };
  if (values.version) return { kind: 'print', text: version };
  if (values._.length > 0) {
    throw new UsageError(`unexpected argument ${JSON.stringify(String(values._[0]))}`);
  }
  return {
    kind: 'generate',
    quiet: values.quiet,
    options: {
      groups: groupsFrom(values.groups),
      out: single('out', values.out ?? missing('--out')),
      apis: single('apis', values.apis),
      generators: generatorsFrom(single('generators', values.generators)),
      headerFile:
        values.headerFile === undefined ? undefined : single('header-file', values.headerFile),
      check: values.check,
      strict: values.strict,
    },
  };
}

function missing(option: string): never {
  throw new UsageError(`${option} is missing`);
}

/** yargs hands over an array for an option that stands twice, whatever its type says. */
function single(option: string, value: string | readonly string[]): string {
  if (typeof value === 'string') return value;
  throw new UsageError(`--${option} may stand once only`);
}

function groupsFrom(values: readonly string[] | undefined): GenerateOptions['groups'] {
  try {
    return parseGroups(values ?? missing('--groups'));
  } catch (error) {
    throw error instanceof GroupsError ? new UsageError(error.message) : error;
  }
}

function generatorsFrom(text: string): GeneratorName[] {
  const words = text.split(',').map((word) => word.trim());
  if (words.includes('all')) return [...GENERATORS];
  for (const word of words) {
    if (!GENERATORS.some((name) => name === word)) {
      throw new UsageError(
        `--generators: unknown generator ${JSON.stringify(word)}; there are all, ${GENERATORS.join(', ')}`,
      );
    }
  }
  return GENERATORS.filter((name) => words.includes(name));
}
