import type { ClusterOptions } from '../import/cluster/read-cluster.js';
import type { PackageOptions } from '../import/make-packages.js';
import { UsageError } from '../settings/usage-error.js';
import { CLUSTER_OPTIONS, clusterFrom } from './cluster-options.js';
import { completing, filled, flag, type Given, list, single, value } from './option.js';
import { defineCommand } from './define-command.js';

/** Every option of `vmgen import`, in the form of yargs. */
const OPTIONS = {
  out: completing(
    'folders',
    value(
      'the folder for GROUP/VERSION/{doc,types}.ts; defaults to apis, or to that of the config',
    ),
  ),
  cluster: flag('read the CRDs of the cluster that kubectl uses'),
  ...CLUSTER_OPTIONS,
  openapi: flag(
    'with --cluster, read the OpenAPI documents of each --group instead of CRDs: for built-in kinds and kinds of other API servers',
  ),
  group: list('only this API group, such as cert-manager.io; may be repeated'),
  crd: list('only this CRD, such as issuers.cert-manager.io; may be repeated'),
  folder: list(
    'GROUP=FOLDER: the folder of a group under --out, instead of its first label; may be repeated',
  ),
  descriptions: flag('keep the descriptions as documentation; --no-descriptions omits them', {
    isOn: true,
  }),
  'skip-invalid': flag(
    'skip and report documents that a cluster would reject, instead of importing nothing',
  ),
  force: flag('overwrite files in --out that have other content'),
  'dry-run': flag('write nothing; print the files that would be written'),
  quiet: flag('print only problems'),
};

type GivenImportOptions = Given<typeof OPTIONS>;

/** A run of `vmgen import`. */
export interface ImportCommand extends PackageOptions {
  readonly kind: 'import';
  /** Files, folders, and `-` for standard input. */
  readonly sources: readonly string[];
  /** The cluster to read in addition; undefined for none. */
  readonly cluster: ClusterOptions | undefined;
  /** Undefined for that of the config. */
  readonly out: string | undefined;
  /** The selected ones; everything if both are empty. */
  readonly groups: readonly string[];
  readonly crds: readonly string[];
  readonly force: boolean;
  readonly dryRun: boolean;
  readonly quiet: boolean;
}

/** Validates the options; throws a {@link UsageError} with the fix. */
function importCommandFrom(sources: readonly string[], given: GivenImportOptions): ImportCommand {
  const cluster = sourceFrom(given);
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
    out: given.out === undefined ? undefined : single('out', given.out),
    groups: filledAll('group', given.group),
    crds: filledAll('crd', given.crd),
    folders: foldersFrom(filledAll('folder', given.folder)),
    descriptions,
    skipInvalid,
    force,
    dryRun,
    quiet,
  };
}

function sourceFrom(given: GivenImportOptions): ClusterOptions | undefined {
  const cluster = clusterFrom(given);
  if (given.openapi !== true) return cluster;
  if (cluster === undefined) {
    throw new UsageError(
      '--openapi reads from a cluster: add --cluster, --kubeconfig or --context',
    );
  }
  const openApiGroups = filledAll('group', given.group);
  if (openApiGroups.length > 0) return { ...cluster, openApiGroups };
  throw new UsageError('--openapi reads the documents of groups: select them with --group');
}

const filledAll = (option: string, values: readonly string[] = []): readonly string[] =>
  values.map((each) => filled(`--${option}`, each));

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

const USAGE = `Usage: $0 import [FILE | FOLDER | -]... [--cluster] [--out FOLDER]

Writes API packages for existing CRDs, from which vmgen generates the same CRDs again, and for
OpenAPI v3 documents, from which it generates clients. In a project with vmgen.config.json, it adds
the versions to the groups of the config. The files can be edited afterwards.`;

const EPILOGUE = `Examples:
  CRDs from a file, and from all files of a folder:
    vmgen import cert-manager.crds.yaml config/crd
  From a URL:
    curl -L URL | vmgen import -
  From a cluster:
    vmgen import --cluster --group cert-manager.io
    vmgen import --cluster --openapi --group metrics.k8s.io
    vmgen import --kubeconfig admin.conf --context staging --crd issuers.cert-manager.io
  Then generate clients, informers and other code, in a project of vmgen init or without a config:
    vmgen generate
    vmgen generate --groups cert-manager:v1 --out generated

Exit status: 0 success, 1 nothing was written because of the printed problems, 2 usage error.`;

/** The command `vmgen import`. */
export const IMPORT = defineCommand(
  { usage: USAGE, options: OPTIONS, epilogue: EPILOGUE, maxWords: Infinity },
  ({ words, values }) => importCommandFrom(words, values),
);
