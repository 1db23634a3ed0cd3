import { createParser } from './create-parser.js';
import {
  IMPORT_OPTIONS,
  importCommandFrom,
  type GivenImportOptions,
  type ImportCommand,
} from './import-options.js';
import { refuseOddFlags, refuseUnknownFlags } from './refuse-flags.js';

const USAGE = `Usage: $0 import [FILE | FOLDER | -]... [--cluster] [--out FOLDER]

Writes API packages for other people's CRDs, of which vmgen makes the same CRDs again, and for
OpenAPI v3 documents, of which it makes clients.
The files are yours from then on.`;

const EPILOGUE = `Examples:
  CRDs of a file, and of all files of a folder:
    vmgen import cert-manager.crds.yaml config/crd
  Of a URL:
    curl -L URL | vmgen import -
  Of a cluster:
    vmgen import --cluster --group cert-manager.io
    vmgen import --cluster --openapi --group metrics.k8s.io
    vmgen import --kubeconfig admin.conf --context staging --crd issuers.cert-manager.io
  Then clients, informers and the rest:
    vmgen --groups cert-manager:v1 --out generated

Exit status: 0 good, 1 nothing was written because of what is printed, 2 wrong usage.`;

/**
 * Reads what stands behind `vmgen import`.
 *
 * @throws UsageError with the remedy
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
