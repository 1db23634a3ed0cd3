import type { VmgenConfig } from '#generator/config/vmgen-config.js';
import type { Emitter } from '#generator/emit/emitter.js';
import { GENERATORS } from '#generator/settings/generated-file.js';
import { IMPORT_EXTENSIONS } from '#generator/settings/import-extension.js';
import type { GenerateOptions } from '#generator/settings/generate-options.js';
import { parseGenerators } from '#generator/settings/parse-generators.js';
import { GroupsError, parseGroups } from '#generator/settings/parse-groups.js';
import { UsageError } from '#generator/settings/usage-error.js';

/** The words of `--format`. */
export const FORMATS = ['text', 'json', 'github'] as const;
export type Format = (typeof FORMATS)[number];

/** What holds where neither the command line nor a config says otherwise. */
const DEFAULTS = {
  apis: 'apis',
  generators: 'all',
  importExtension: 'js',
  trimDescriptions: true,
  embeddedObjectMeta: true,
  format: 'text',
} as const;

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
    defaultDescription: JSON.stringify(DEFAULTS.apis),
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
    defaultDescription: JSON.stringify(DEFAULTS.generators),
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
    defaultDescription: JSON.stringify(DEFAULTS.importExtension),
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
    defaultDescription: String(DEFAULTS.trimDescriptions),
    describe:
      'leave the deepest descriptions out of a CRD that is too large for kubectl apply; --no-trim-descriptions keeps them all, for kubectl apply --server-side',
  },
  'embedded-object-meta': {
    type: 'boolean',
    defaultDescription: String(DEFAULTS.embeddedObjectMeta),
    describe:
      'keep name, namespace, labels, annotations and finalizers in metadata within an object, such as a template; --no-embedded-object-meta has them dropped by the server, as controller-gen does without generateEmbeddedObjectMeta',
  },
  'allow-outside': {
    type: 'boolean',
    defaultDescription: 'false',
    describe: 'let --out be outside the package, the nearest folder above with a package.json',
  },
  prune: {
    type: 'boolean',
    defaultDescription: 'false',
    describe: 'remove what an earlier run made in --out of groups that --groups names no longer',
  },
  check: {
    type: 'boolean',
    defaultDescription: 'false',
    describe: 'write nothing; name the files that are not up to date and exit with 1',
  },
  strict: { type: 'boolean', defaultDescription: 'false', describe: 'take warnings for errors' },
  fix: {
    type: 'boolean',
    defaultDescription: 'false',
    describe: 'show what mends diagnostics in the sources, and on a terminal ask whether to do it',
  },
  yes: {
    type: 'boolean',
    defaultDescription: 'false',
    describe: 'do what --fix shows without asking',
  },
  quiet: { type: 'boolean', defaultDescription: 'false', describe: 'print diagnostics only' },
  verbose: {
    type: 'boolean',
    alias: 'v',
    defaultDescription: 'false',
    describe: 'print remarks too, such as on markers that say nothing here',
  },
  format: {
    type: 'string',
    requiresArg: true,
    defaultDescription: JSON.stringify(DEFAULTS.format),
    describe: 'how to print: text, json (one document), github (annotations of a workflow)',
  },
  config: {
    type: 'string',
    requiresArg: true,
    describe:
      'a file with options and emitters of yours; without it vmgen.config.{js,mjs,cjs,ts,mts,json}, where there is one',
  },
} as const;

/** A run that generates, as the command line asks for it. */
export interface GenerateCommand {
  readonly kind: 'generate';
  readonly options: GenerateOptions;
  /** Those of the config, beside vmgen's own. */
  readonly emitters: readonly Emitter[];
  /** `--out` may be outside the package. */
  readonly allowOutside?: boolean;
  readonly quiet: boolean;
  /** Whether to mend the sources first: not, after asking, or without. */
  readonly fix: 'no' | 'ask' | 'yes';
  /** Remarks are printed too. */
  readonly verbose: boolean;
  readonly format: Format;
}

/** What a command line says of each option; one that stands twice has a list. */
export interface GivenOptions {
  readonly groups?: readonly string[] | undefined;
  readonly out?: string | readonly string[] | undefined;
  readonly apis?: string | readonly string[] | undefined;
  readonly paths?: readonly string[] | undefined;
  readonly generators?: string | readonly string[] | undefined;
  readonly headerFile?: string | readonly string[] | undefined;
  readonly importExtension?: string | readonly string[] | undefined;
  readonly maxDescLen?: string | readonly string[] | undefined;
  readonly trimDescriptions?: boolean | undefined;
  readonly embeddedObjectMeta?: boolean | undefined;
  readonly format?: string | readonly string[] | undefined;
  readonly config?: string | readonly string[] | undefined;
  readonly allowOutside?: boolean | undefined;
  readonly prune?: boolean | undefined;
  readonly check?: boolean | undefined;
  readonly strict?: boolean | undefined;
  readonly quiet?: boolean | undefined;
  readonly fix?: boolean | undefined;
  readonly yes?: boolean | undefined;
  readonly verbose?: boolean | undefined;
}

/** Which config the command line names. */
export function configFrom({ config }: GivenOptions): string | undefined {
  return config === undefined ? undefined : single('config', config);
}

/** Checks what is given, which wins over the config; throws a {@link UsageError} with the remedy. */
export function commandFrom(given: GivenOptions, config: VmgenConfig = {}): GenerateCommand {
  const { quiet = false, verbose = false, check = false, prune = false } = given;
  const emitters = config.emitters ?? [];
  const headerFile = given.headerFile ?? config.headerFile;
  const maxDescLen = given.maxDescLen ?? config.maxDescLen?.toString();
  const importExtension =
    given.importExtension ?? config.importExtension ?? DEFAULTS.importExtension;
  return {
    kind: 'generate',
    allowOutside: given.allowOutside ?? config.allowOutside ?? false,
    quiet,
    fix: fixFrom(given),
    verbose,
    format: wordFrom('format', 'format', FORMATS, given.format ?? DEFAULTS.format),
    emitters,
    options: {
      groups: groupsFrom(given.groups ?? config.groups),
      out: single('out', given.out ?? config.out ?? missing('--out')),
      apis: single('apis', given.apis ?? config.apis ?? DEFAULTS.apis),
      paths: (given.paths ?? config.paths ?? []).map((path) => filled('paths', path)),
      generators: generatorsFrom(given.generators, config.generators, emitters),
      headerFile: headerFile === undefined ? undefined : single('header-file', headerFile),
      importExtension: wordFrom('import-extension', 'ending', IMPORT_EXTENSIONS, importExtension),
      maxDescLen: maxDescLen === undefined ? undefined : lengthFrom(maxDescLen),
      trimDescriptions:
        given.trimDescriptions ?? config.trimDescriptions ?? DEFAULTS.trimDescriptions,
      embeddedObjectMeta:
        given.embeddedObjectMeta ?? config.embeddedObjectMeta ?? DEFAULTS.embeddedObjectMeta,
      prune,
      check,
      strict: given.strict ?? config.strict ?? false,
    },
  };
}

function fixFrom({ fix, yes, check }: GivenOptions): GenerateCommand['fix'] {
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

function groupsFrom(values: string | readonly string[] | undefined): GenerateOptions['groups'] {
  try {
    return parseGroups([values ?? missing('--groups')].flat());
  } catch (error) {
    throw error instanceof GroupsError ? new UsageError(error.message) : error;
  }
}

function generatorsFrom(
  given: string | readonly string[] | undefined,
  configured: readonly string[] | undefined,
  emitters: readonly Emitter[],
): string[] {
  const text = given ?? (configured ? undefined : DEFAULTS.generators);
  const words =
    text === undefined
      ? (configured ?? [])
      : single('generators', text)
          .split(',')
          .map((word) => word.trim());
  return parseGenerators(words, emitters, '--generators');
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
export function wordFrom<T extends string>(
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
