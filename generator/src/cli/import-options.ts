import type { ClusterOptions } from '../import/cluster/read-cluster.js';
import type { PackageOptions } from '../import/make-packages.js';
import { UsageError } from '../settings/usage-error.js';
import { completing, filled, flag, type Given, list, single, value } from './option.js';
import { createParser } from './create-parser.js';
import { refuseOddFlags, refuseUnknownFlags } from './refuse-flags.js';

/** Every option of `vmgen import`, in the form of yargs. */
export const IMPORT_OPTIONS = {
  out: completing('folders', value('the folder for GROUP/VERSION/{doc,types}.ts', 'apis')),
  cluster: flag('read the CRDs of the cluster that kubectl uses'),
  kubeconfig: completing('files', value('the kubeconfig of the cluster; implies --cluster')),
  context: value('the context of the kubeconfig; implies --cluster'),
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

type GivenImportOptions = Given<typeof IMPORT_OPTIONS>;

/** A run of `vmgen import`. */
export interface ImportCommand extends PackageOptions {
  readonly kind: 'import';
  /** Files, folders, and `-` for standard input. */
  readonly sources: readonly string[];
  /** The cluster to read in addition; undefined for none. */
  readonly cluster: ClusterOptions | undefined;
  readonly out: string;
  /** The selected ones; everything if both are empty. */
  readonly groups: readonly string[];
  readonly crds: readonly string[];
  readonly force: boolean;
  readonly dryRun: boolean;
  readonly quiet: boolean;
}

/** Validates the options; throws a {@link UsageError} with the fix. */
function importCommandFrom(sources: readonly string[], given: GivenImportOptions): ImportCommand {
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
    openApiGroups: given.openapi === true ? filledAll('group', given.group) : undefined,
    kubeconfig: kubeconfig === undefined ? undefined : single('kubeconfig', kubeconfig),
    context: context === undefined ? undefined : single('context', context),
  };
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
OpenAPI v3 documents, from which it generates clients.
The files can be edited afterwards.`;

const EPILOGUE = `Examples:
  CRDs from a file, and from all files of a folder:
    vmgen import cert-manager.crds.yaml config/crd
  From a URL:
    curl -L URL | vmgen import -
  From a cluster:
    vmgen import --cluster --group cert-manager.io
    vmgen import --cluster --openapi --group metrics.k8s.io
    vmgen import --kubeconfig admin.conf --context staging --crd issuers.cert-manager.io
  Then generate clients, informers and other code:
    vmgen generate --groups cert-manager:v1 --out generated

Exit status: 0 success, 1 nothing was written because of the printed problems, 2 usage error.`;

/**
 * Parses the arguments of `vmgen import`.
 *
 * @throws UsageError with the fix
 */
export async function parseImportArguments(
  args: readonly string[],
): Promise<ImportCommand | { readonly kind: 'print'; readonly text: string }> {
  refuseUnknownFlags(args, IMPORT_OPTIONS);
  refuseOddFlags(args, IMPORT_OPTIONS);
  const parser = createParser({ usage: USAGE, options: IMPORT_OPTIONS, epilogue: EPILOGUE });
  const values = await parser.parseAsync([...args]);
  if (values.help) return { kind: 'print', text: await parser.getHelp() };
  return importCommandFrom(values._.map(String), values);
}
