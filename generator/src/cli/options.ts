import { GENERATORS, type GeneratorName } from '../settings/generated-file.js';
import { IMPORT_EXTENSIONS } from '../settings/import-extension.js';
import type { GenerateOptions } from '../settings/generate-options.js';
import { GroupsError, parseGroups } from '../settings/parse-groups.js';

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
  'import-extension': {
    type: 'string',
    requiresArg: true,
    default: 'js',
    describe: `how generated code imports its own files and those of the APIs: ${IMPORT_EXTENSIONS.join(', ')} (with ts: TypeScript's rewriteRelativeImportExtensions or allowImportingTsExtensions)`,
  },
  'max-desc-len': {
    type: 'string',
    requiresArg: true,
    describe:
      'the most bytes of a description in a CRD, cut at the end of a sentence, or of a word; 0 leaves all out',
  },
  'trim-descriptions': {
    type: 'boolean',
    default: true,
    describe:
      'leave the deepest descriptions out of a CRD that is too large for kubectl apply; --no-trim-descriptions keeps them all, for kubectl apply --server-side',
  },
  prune: {
    type: 'boolean',
    default: false,
    describe: 'remove what an earlier run made in --out of groups that --groups names no longer',
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
  verbose: {
    type: 'boolean',
    alias: 'v',
    default: false,
    describe: 'print remarks too, such as on markers that say nothing here',
  },
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
  /** Remarks are printed too. */
  readonly verbose: boolean;
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
  readonly importExtension: string | readonly string[];
  readonly maxDescLen?: string | readonly string[] | undefined;
  readonly trimDescriptions: boolean;
  readonly format: string | readonly string[];
  readonly prune: boolean;
  readonly check: boolean;
  readonly strict: boolean;
  readonly quiet: boolean;
  readonly fix: boolean;
  readonly yes: boolean;
  readonly verbose: boolean;
}

/** Checks the values; throws a {@link UsageError} with the remedy. */
export function commandFrom(values: OptionValues): GenerateCommand {
  return {
    kind: 'generate',
    quiet: values.quiet,
    fix: fixFrom(values),
    verbose: values.verbose,
    format: wordFrom('format', 'format', FORMATS, values.format),
    options: {
      groups: groupsFrom(values.groups),
      out: single('out', values.out ?? missing('--out')),
      apis: single('apis', values.apis),
      paths: (values.paths ?? []).map((path) => filled('paths', path)),
      generators: generatorsFrom(single('generators', values.generators)),
      headerFile:
        values.headerFile === undefined ? undefined : single('header-file', values.headerFile),
      importExtension: wordFrom(
        'import-extension',
        'ending',
        IMPORT_EXTENSIONS,
        values.importExtension,
      ),
      maxDescLen: values.maxDescLen === undefined ? undefined : lengthFrom(values.maxDescLen),
      trimDescriptions: values.trimDescriptions,
      prune: values.prune,
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
  if (typeof value === 'string') return filled(option, value);
  throw new UsageError(`--${option} may stand once only`);
}

/** An empty value is that of a variable that is not set, more often than a wish. */
function filled(option: string, value: string): string {
  if (value !== '') return value;
  throw new UsageError(`--${option} is empty; is a variable not set?`);
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

/** Less than nothing means no limit, as with controller-gen. */
function lengthFrom(value: string | readonly string[]): number | undefined {
  const text = single('max-desc-len', value);
  if (/^-?[0-9]{1,9}$/.test(text)) return Number(text) < 0 ? undefined : Number(text);
  throw new UsageError(
    `--max-desc-len: ${JSON.stringify(text)} is no number of bytes, such as 200, or 0 for no descriptions`,
  );
}

/** One of the words that an option knows. */
function wordFrom<T extends string>(
  option: string,
  noun: string,
  words: readonly T[],
  value: string | readonly string[],
): T {
  const text = single(option, value);
  const word = words.find((each) => each === text);
  if (word !== undefined) return word;
  throw new UsageError(
    `--${option}: unknown ${noun} ${JSON.stringify(text)}; there are ${words.join(', ')}`,
  );
}
