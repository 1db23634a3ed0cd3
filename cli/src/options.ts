import type { VmgenConfig } from '#generator/config/vmgen-config.js';
import type { Emitter } from '#generator/emit/emitter.js';
import { GENERATORS } from '#generator/settings/generated-file.js';
import { IMPORT_EXTENSIONS } from '#generator/settings/import-extension.js';
import type { GenerateOptions } from '#generator/settings/generate-options.js';
import { parseGenerators } from '#generator/settings/parse-generators.js';
import { GroupsError, parseGroups } from '#generator/settings/parse-groups.js';
import { UsageError } from '#generator/settings/usage-error.js';

/** The values of `--format`. */
export const FORMATS = ['text', 'json', 'github'] as const;
export type Format = (typeof FORMATS)[number];

/** The defaults of options that neither the command line nor a config sets. */
const DEFAULTS = {
  apis: 'apis',
  generators: 'all',
  importExtension: 'js',
  trimDescriptions: true,
  embeddedObjectMeta: true,
  format: 'text',
} as const;

/** Every option of `vmgen generate`, in the form of yargs. */
export const OPTIONS = {
  groups: {
    type: 'string',
    array: true,
    requiresArg: true,
    describe: 'groups and versions to read: "a:v1,v2 b:v1"; may be repeated',
  },
  out: { type: 'string', requiresArg: true, describe: 'the output folder' },
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
      'a folder or file of code, such as src, whose RBAC and webhook markers are read; may be repeated',
  },
  generators: {
    type: 'string',
    requiresArg: true,
    defaultDescription: JSON.stringify(DEFAULTS.generators),
    describe: `the generators to run: all, or some of ${GENERATORS.join(',')} (client includes the fake)`,
  },
  'header-file': {
    type: 'string',
    requiresArg: true,
    describe: 'a file whose text is put at the top of every generated file, such as a license',
  },
  'import-extension': {
    type: 'string',
    requiresArg: true,
    defaultDescription: JSON.stringify(DEFAULTS.importExtension),
    describe: `the extension of relative imports in generated code: ${IMPORT_EXTENSIONS.join(', ')} (ts requires the TypeScript option rewriteRelativeImportExtensions or allowImportingTsExtensions)`,
  },
  'max-desc-len': {
    type: 'string',
    requiresArg: true,
    describe:
      'the maximum length of a description in a CRD, in bytes; longer ones end at a sentence or word; 0 omits all descriptions',
  },
  'trim-descriptions': {
    type: 'boolean',
    defaultDescription: String(DEFAULTS.trimDescriptions),
    describe:
      'omit the most deeply nested descriptions of a CRD that is too large for kubectl apply; --no-trim-descriptions keeps them all, for kubectl apply --server-side',
  },
  'embedded-object-meta': {
    type: 'boolean',
    defaultDescription: String(DEFAULTS.embeddedObjectMeta),
    describe:
      'keep name, namespace, labels, annotations and finalizers in embedded metadata, such as in a template; with --no-embedded-object-meta the server drops them, as for controller-gen without generateEmbeddedObjectMeta',
  },
  'allow-outside': {
    type: 'boolean',
    defaultDescription: 'false',
    describe:
      'allow --out outside of the package, which is the nearest folder above with a package.json',
  },
  prune: {
    type: 'boolean',
    defaultDescription: 'false',
    describe: 'remove output of earlier runs for groups that --groups no longer lists',
  },
  check: {
    type: 'boolean',
    defaultDescription: 'false',
    describe: 'write nothing; list the files that are not up to date and exit with 1',
  },
  strict: { type: 'boolean', defaultDescription: 'false', describe: 'treat warnings as errors' },
  fix: {
    type: 'boolean',
    defaultDescription: 'false',
    describe:
      'show fixes for diagnostics as a diff of the sources, and ask on a terminal whether to apply them',
  },
  yes: {
    type: 'boolean',
    defaultDescription: 'false',
    describe: 'apply the changes of --fix without asking',
  },
  quiet: { type: 'boolean', defaultDescription: 'false', describe: 'print diagnostics only' },
  verbose: {
    type: 'boolean',
    alias: 'v',
    defaultDescription: 'false',
    describe: 'also print informational messages, for example about markers without effect',
  },
  format: {
    type: 'string',
    requiresArg: true,
    defaultDescription: JSON.stringify(DEFAULTS.format),
    describe: 'the output format: text, json (one document), github (workflow annotations)',
  },
  config: {
    type: 'string',
    requiresArg: true,
    describe:
      'a file with options and custom emitters; defaults to vmgen.config.{js,mjs,cjs,ts,mts,json}, if one exists',
  },
} as const;

/** The parsed command line of a generating run. */
export interface GenerateCommand {
  readonly kind: 'generate';
  readonly options: GenerateOptions;
  /** Emitters of the config, beside vmgen's own. */
  readonly emitters: readonly Emitter[];
  /** Allows `--out` outside of the package. */
  readonly allowOutside?: boolean;
  readonly quiet: boolean;
  /** Whether to fix the sources first: never, after confirmation, or always. */
  readonly fix: 'no' | 'ask' | 'yes';
  /** Prints informational messages too. */
  readonly verbose: boolean;
  readonly format: Format;
}

/** The values of each option on a command line; a repeated option has a list. */
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

/** The config that the command line names. */
export function configFrom({ config }: GivenOptions): string | undefined {
  return config === undefined ? undefined : single('config', config);
}

/**
 * Validates the options of the command line, which take precedence over the config; throws a {@link
 * UsageError} with the fix.
 */
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
  if (fix && check)
    throw new UsageError('--fix changes sources and --check changes nothing: use only one of them');
  if (yes && !fix) throw new UsageError('--yes confirms --fix: add --fix');
  if (!fix) return 'no';
  return yes ? 'yes' : 'ask';
}

function missing(option: string): never {
  throw new UsageError(`${option} is missing`);
}

/** yargs passes an array for a repeated option, whatever its type is. */
function single(option: string, value: string | readonly string[]): string {
  if (typeof value === 'string') return filled(option, value);
  throw new UsageError(`--${option} may be specified only once`);
}

/** An empty value comes from an unset variable more often than it is intended. */
function filled(option: string, value: string): string {
  if (value !== '') return value;
  throw new UsageError(`--${option} is empty; is a variable unset?`);
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

/** Negative means no limit, as in controller-gen. */
function lengthFrom(value: string | readonly string[]): number | undefined {
  const text = single('max-desc-len', value);
  if (/^-?[0-9]{1,9}$/.test(text)) return Number(text) < 0 ? undefined : Number(text);
  throw new UsageError(
    `--max-desc-len: ${JSON.stringify(text)} is not a number of bytes; use for example 200, or 0 for no descriptions`,
  );
}

/** One of the values of an option. */
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
    `--${option}: unknown ${noun} ${JSON.stringify(text)}; use one of ${words.join(', ')}`,
  );
}

/** The name of the default command. */
export const GENERATE = 'generate';

/** Returns the arguments of `vmgen generate`, with or without the name of the command. */
export function withoutGenerate(args: readonly string[]): readonly string[] {
  return args[0] === GENERATE ? args.slice(1) : args;
}
