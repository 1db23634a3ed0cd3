import type { ClusterOptions } from '#import/cluster/read-cluster.js';
import { UsageError } from '#generator/settings/usage-error.js';

/** Every option of `vmgen import`, in the form of yargs. */
export const IMPORT_OPTIONS = {
  out: {
    type: 'string',
    requiresArg: true,
    defaultDescription: '"apis"',
    describe: 'the folder for GROUP/VERSION/{doc,types}.ts',
  },
  cluster: {
    type: 'boolean',
    defaultDescription: 'false',
    describe: 'read the CRDs of the cluster that kubectl uses',
  },
  kubeconfig: {
    type: 'string',
    requiresArg: true,
    describe: 'the kubeconfig of the cluster; implies --cluster',
  },
  context: {
    type: 'string',
    requiresArg: true,
    describe: 'the context of the kubeconfig; implies --cluster',
  },
  openapi: {
    type: 'boolean',
    defaultDescription: 'false',
    describe:
      'with --cluster, read the OpenAPI documents of each --group instead of CRDs: for built-in kinds and kinds of other API servers',
  },
  group: {
    type: 'string',
    array: true,
    requiresArg: true,
    describe: 'only this API group, such as cert-manager.io; may be repeated',
  },
  crd: {
    type: 'string',
    array: true,
    requiresArg: true,
    describe: 'only this CRD, such as issuers.cert-manager.io; may be repeated',
  },
  folder: {
    type: 'string',
    array: true,
    requiresArg: true,
    describe:
      'GROUP=FOLDER: the folder of a group under --out, instead of its first label; may be repeated',
  },
  descriptions: {
    type: 'boolean',
    defaultDescription: 'true',
    describe: 'keep the descriptions as documentation; --no-descriptions omits them',
  },
  'skip-invalid': {
    type: 'boolean',
    defaultDescription: 'false',
    describe: 'skip and report documents that a cluster would reject, instead of importing nothing',
  },
  force: {
    type: 'boolean',
    defaultDescription: 'false',
    describe: 'overwrite files in --out that have other content',
  },
  'dry-run': {
    type: 'boolean',
    defaultDescription: 'false',
    describe: 'write nothing; print the files that would be written',
  },
  quiet: { type: 'boolean', defaultDescription: 'false', describe: 'print only problems' },
} as const;

/** The values of a command line of `vmgen import`; a repeated option has a list. */
export interface GivenImportOptions {
  readonly out?: string | readonly string[] | undefined;
  readonly cluster?: boolean | undefined;
  readonly kubeconfig?: string | readonly string[] | undefined;
  readonly context?: string | readonly string[] | undefined;
  readonly openapi?: boolean | undefined;
  readonly group?: readonly string[] | undefined;
  readonly crd?: readonly string[] | undefined;
  readonly folder?: readonly string[] | undefined;
  readonly descriptions?: boolean | undefined;
  readonly skipInvalid?: boolean | undefined;
  readonly force?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
  readonly quiet?: boolean | undefined;
}

/** A run of `vmgen import`. */
export interface ImportCommand {
  readonly kind: 'import';
  /** Files, folders, and `-` for standard input. */
  readonly sources: readonly string[];
  /** The cluster to read in addition; undefined for none. */
  readonly cluster: ClusterOptions | undefined;
  readonly out: string;
  /** The selected ones; everything if both are empty. */
  readonly groups: readonly string[];
  readonly crds: readonly string[];
  /** The folders of groups that do not use their first label. */
  readonly folders: ReadonlyMap<string, string>;
  readonly descriptions: boolean;
  /** Imports the remaining documents if some are refused. */
  readonly skipInvalid: boolean;
  readonly force: boolean;
  readonly dryRun: boolean;
  readonly quiet: boolean;
}

/** Validates the options; throws a {@link UsageError} with the fix. */
export function importCommandFrom(
  sources: readonly string[],
  given: GivenImportOptions,
): ImportCommand {
  const cluster = clusterFrom(given);
  if (sources.length === 0 && cluster === undefined) {
    throw new UsageError(
      'nothing to import: name files or folders with CRDs, - for standard input, or use --cluster',
    );
  }
  if (sources.includes('')) throw new UsageError('a source is empty; is a variable unset?');
  const { descriptions = true, skipInvalid = false, quiet = false } = given;
  const { force = false, dryRun = false } = given;
  return {
    kind: 'import',
    sources,
    cluster,
    out: single('out', given.out ?? 'apis'),
    groups: filled('group', given.group),
    crds: filled('crd', given.crd),
    folders: foldersFrom(filled('folder', given.folder)),
    descriptions,
    skipInvalid,
    force,
    dryRun,
    quiet,
  };
}

function clusterFrom(given: GivenImportOptions): ClusterOptions | undefined {
  const { kubeconfig, context } = given;
  if (given.cluster !== true && kubeconfig === undefined && context === undefined) {
    if (given.openapi !== true) return undefined;
    throw new UsageError(
      '--openapi reads from a cluster: add --cluster, --kubeconfig or --context',
    );
  }
  if (given.cluster === false) {
    throw new UsageError(
      '--kubeconfig and --context select a cluster, but --no-cluster excludes it',
    );
  }
  if (given.openapi === true && (given.group ?? []).length === 0) {
    throw new UsageError('--openapi reads the documents of groups: select them with --group');
  }
  return {
    openApiGroups: given.openapi === true ? filled('group', given.group) : undefined,
    kubeconfig: kubeconfig === undefined ? undefined : single('kubeconfig', kubeconfig),
    context: context === undefined ? undefined : single('context', context),
  };
}

function single(option: string, value: string | readonly string[]): string {
  if (typeof value !== 'string') throw new UsageError(`--${option} may be specified only once`);
  const [one = ''] = filled(option, [value]);
  return one;
}

function filled(option: string, values: readonly string[] = []): readonly string[] {
  if (values.includes('')) throw new UsageError(`--${option} is empty; is a variable unset?`);
  return values;
}

/** As for --groups: the path must not leave the folder of the APIs. */
const FOLDER = /^([^=]+)=([A-Za-z0-9][A-Za-z0-9._-]*)$/;

function foldersFrom(values: readonly string[]): ReadonlyMap<string, string> {
  const folders = new Map<string, string>();
  for (const value of values) {
    const [, group, folder] = FOLDER.exec(value) ?? [];
    if (group === undefined || folder === undefined) {
      throw new UsageError(
        `--folder: ${JSON.stringify(value)} is not GROUP=FOLDER, such as cert-manager.io=cert-manager`,
      );
    }
    if ((folders.get(group) ?? folder) !== folder) {
      throw new UsageError(`--folder: two folders are specified for ${JSON.stringify(group)}`);
    }
    folders.set(group, folder);
  }
  return folders;
}
