import { GENERATORS, type GeneratorName } from '../emit/generated-file.js';
import type { GenerateOptions } from '../generate.js';
import { GroupsError, parseGroups } from '../load/parse-groups.js';

/** The command line was used wrongly. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The words of `--format`. */
export const FORMATS = ['text', 'json', 'github'] as const;
export type Format = (typeof FORMATS)[number];

/** Every option of a generating run, in the words of yargs. */
export const OPTIONS = {
  groups: {
    type: 'string',
    array: true,
    requiresArg: true,
    describe: 'what to read: "a:v1,v2 b:v1"; may be given several times',
  },
  out: { type: 'string', requiresArg: true, describe: 'the folder to write to' },
  apis: {
    type: 'string',
    requiresArg: true,
    default: 'apis',
    describe: 'the folder with GROUP/VERSION/*.ts',
  },
  paths: {
    type: 'string',
    array: true,
    requiresArg: true,
    describe:
      'a folder or file of your code, such as src, whose rbac and webhook markers count as well; may be given several times',
  },
  generators: {
    type: 'string',
    requiresArg: true,
    default: 'all',
    describe: `what to make: all, or some of ${GENERATORS.join(',')} (client includes the fake)`,
  },
  'header-file': {
    type: 'string',
    requiresArg: true,
    describe: 'text to put above every file, such as a license',
  },
  check: {
    type: 'boolean',
    default: false,
    describe: 'write nothing; name the files that are not up to date and exit with 1',
  },
  strict: { type: 'boolean', default: false, describe: 'take warnings for errors' },
  fix: {
    type: 'boolean',
    default: false,
    describe: 'show what mends findings in the sources, and on a terminal ask whether to do it',
  },
  yes: { type: 'boolean', default: false, describe: 'do what --fix shows without asking' },
  quiet: { type: 'boolean', default: false, describe: 'print findings only' },
  format: {
    type: 'string',
    requiresArg: true,
    default: 'text',
    describe: 'how to print: text, json (one document), github (annotations of a workflow)',
  },
} as const;

/** A run that generates, as the command line asks for it. */
export interface GenerateCommand {
  readonly kind: 'generate';
  readonly options: GenerateOptions;
  readonly quiet: boolean;
  /** Whether to mend the sources first: not, after asking, or without. */
  readonly fix: 'no' | 'ask' | 'yes';
  readonly format: Format;
}

/** What stands behind each option; an option that stands twice has a list. */
export interface OptionValues {
  readonly groups?: readonly string[] | undefined;
  readonly out?: string | readonly string[] | undefined;
  readonly apis: string | readonly string[];
  readonly paths?: readonly string[] | undefined;
  readonly generators: string | readonly string[];
  readonly headerFile?: string | readonly string[] | undefined;
  readonly format: string | readonly string[];
  readonly check: boolean;
  readonly strict: boolean;
  readonly quiet: boolean;
  readonly fix: boolean;
  readonly yes: boolean;
}

/** Checks the values; throws a {@link UsageError} with the remedy. */
export function commandFrom(values: OptionValues): GenerateCommand {
  return {
    kind: 'generate',
    quiet: values.quiet,
    fix: fixFrom(values),
    format: formatFrom(single('format', values.format)),
    options: {
      groups: groupsFrom(values.groups),
      out: single('out', values.out ?? missing('--out')),
      apis: single('apis', values.apis),
      paths: values.paths ?? [],
      generators: generatorsFrom(single('generators', values.generators)),
      headerFile:
        values.headerFile === undefined ? undefined : single('header-file', values.headerFile),
      check: values.check,
      strict: values.strict,
    },
  };
}

function fixFrom({ fix, yes, check }: OptionValues): GenerateCommand['fix'] {
  if (fix && check) throw new UsageError('--fix changes sources, --check changes nothing: say one');
  if (yes && !fix) throw new UsageError('--yes answers what --fix asks: say --fix too');
  if (!fix) return 'no';
  return yes ? 'yes' : 'ask';
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

function formatFrom(text: string): Format {
  const format = FORMATS.find((name) => name === text);
  if (format) return format;
  throw new UsageError(
    `--format: unknown format ${JSON.stringify(text)}; there are ${FORMATS.join(', ')}`,
  );
}
