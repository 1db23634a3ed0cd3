import { createParser } from './create-parser.js';
import {
  IMPORT_OPTIONS,
  importCommandFrom,
  type GivenImportOptions,
  type ImportCommand,
} from './import-options.js';
import { refuseOddFlags, refuseUnknownFlags } from './refuse-flags.js';

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
  const given: GivenImportOptions = values;
  return importCommandFrom(values._.map(String), given);
}
