import type { VmgenConfig } from '../config/vmgen-config.js';
import type { Emitter } from '../emit/emitter.js';
import { GENERATORS } from '../settings/generated-file.js';
import { IMPORT_EXTENSIONS } from '../settings/import-extension.js';
import type { GenerateOptions } from '../settings/generate-options.js';
import { parseGenerators } from '../settings/parse-generators.js';
import { parseGroups } from '../settings/parse-groups.js';
import { UsageError } from '../settings/usage-error.js';
import { completing, filled, flag, type Given, list, single, value, wordFrom } from './option.js';

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
  groups: list('groups and versions to read: "a:v1,v2 b:v1"; may be repeated'),
  out: completing('folders', value('the output folder')),
  apis: completing('folders', value('the folder with GROUP/VERSION/*.ts', DEFAULTS.apis)),
  paths: completing(
    'files',
    list(
      'a folder or file of code, such as src, whose RBAC, policy and webhook markers are read; may be repeated',
    ),
  ),
  generators: completing(
    ['all', ...GENERATORS],
    value(
      `the generators to run: all, or a list such as crd,client of: ${GENERATORS.join(', ')} (client includes the fake; all omits docs-markdown and docs-html)`,
      DEFAULTS.generators,
    ),
  ),
  'header-file': completing(
    'files',
    value('a file whose text is put at the top of every generated file, such as a license'),
  ),
  'import-extension': completing(
    IMPORT_EXTENSIONS,
    value(
      `the extension of relative imports in generated code: ${IMPORT_EXTENSIONS.join(', ')} (ts requires the TypeScript option rewriteRelativeImportExtensions or allowImportingTsExtensions)`,
      DEFAULTS.importExtension,
    ),
  ),
  'max-desc-len': value(
    'the maximum length of a description in a CRD, in bytes; longer ones end at a sentence or word; 0 omits all descriptions',
  ),
  'trim-descriptions': flag(
    'omit the most deeply nested descriptions of a CRD that is too large for kubectl apply; --no-trim-descriptions keeps them all, for kubectl apply --server-side',
    { isOn: DEFAULTS.trimDescriptions },
  ),
  'embedded-object-meta': flag(
    'keep name, namespace, labels, annotations and finalizers in embedded metadata, such as in a template; with --no-embedded-object-meta the server drops them, as for controller-gen without generateEmbeddedObjectMeta',
    { isOn: DEFAULTS.embeddedObjectMeta },
  ),
  'allow-outside': flag(
    'allow --out outside of the package, which is the nearest folder above with a package.json',
  ),
  prune: flag('remove output of earlier runs for groups that --groups no longer lists'),
  check: flag('write nothing; list the files that are not up to date and exit with 1'),
  watch: flag('generate again after each change of a file that was read, until Ctrl-C'),
  strict: flag('treat warnings as errors'),
  fix: flag(
    'show fixes for diagnostics as a diff of the sources, and ask on a terminal whether to apply them',
  ),
  yes: flag('apply the changes of --fix without asking'),
  quiet: flag('print diagnostics only'),
  verbose: flag('also print informational messages, for example about markers without effect', {
    alias: 'v',
  }),
  format: completing(
    FORMATS,
    value(
      'the output format: text, json (one document), github (workflow annotations)',
      DEFAULTS.format,
    ),
  ),
  config: completing(
    'files',
    value(
      'a file with options and custom emitters; defaults to vmgen.config.{js,mjs,cjs,ts,mts,json}, if one exists',
    ),
  ),
};

/** The parsed command line of a generating run. */
export interface GenerateCommand {
  readonly kind: 'generate';
  readonly options: GenerateOptions;
  /** Emitters of the config, beside vmgen's own. */
  readonly emitters: readonly Emitter[];
  /** Allows `--out` outside of the package. */
  readonly allowOutside?: boolean;
  readonly quiet: boolean;
  /** Generates again after each change. Defaults to false. */
  readonly watch?: boolean;
  /** Whether to fix the sources first: never, after confirmation, or always. */
  readonly fix: 'no' | 'ask' | 'yes';
  /** Prints informational messages too. */
  readonly verbose: boolean;
  readonly format: Format;
}

export type GivenOptions = Given<typeof OPTIONS>;

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
    watch: watchFrom(given),
    fix: fixFrom(given),
    verbose,
    format: wordFrom('format', 'format', FORMATS, given.format ?? DEFAULTS.format),
    emitters,
    options: {
      groups: parseGroups([given.groups ?? config.groups ?? missing('--groups')].flat()),
      out: single('out', given.out ?? config.out ?? missing('--out')),
      apis: single('apis', given.apis ?? config.apis ?? DEFAULTS.apis),
      paths: (given.paths ?? config.paths ?? []).map((path) => filled('--paths', path)),
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
      ...(config.operator !== undefined && { operator: config.operator }),
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

function watchFrom({ watch = false, check, fix }: GivenOptions): boolean {
  if (watch && check) {
    throw new UsageError('--watch writes and --check writes nothing: use only one of them');
  }
  if (watch && fix) throw new UsageError('--fix changes sources once: run it without --watch');
  return watch;
}

function missing(option: string): never {
  throw new UsageError(`${option} is missing`);
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
function lengthFrom(length: string | readonly string[]): number | undefined {
  const text = single('max-desc-len', length);
  if (/^-?[0-9]{1,9}$/.test(text)) return Number(text) < 0 ? undefined : Number(text);
  throw new UsageError(
    `--max-desc-len: ${JSON.stringify(text)} is not a number of bytes; use for example 200, or 0 for no descriptions`,
  );
}

/** The name of the default command. */
const GENERATE = 'generate';

/** Returns the arguments of `vmgen generate`, with or without the name of the command. */
export function withoutGenerate(args: readonly string[]): readonly string[] {
  return args[0] === GENERATE ? args.slice(1) : args;
}
