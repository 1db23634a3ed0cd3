import { createParser } from './create-parser.js';
import {
  DIFF_OPTIONS,
  diffCommandFrom,
  type DiffCommand,
  type GivenDiffOptions,
} from './diff-options.js';
import { diffMarkdown } from './diff-page.js';
import { listChanges } from '#diff/definitions/explain-change.js';
import { refuseOddFlags, refuseUnknownFlags } from './refuse-flags.js';

const USAGE = `Usage: $0 diff OLD NEW [--groups GROUP:VERSION]

Says of every change between two sets of CRDs whether it is safe, risky or breaking, where and why. OLD and
NEW are each a file or folder of CRDs or - for standard input; with --groups, a folder of API types; or
git:REVISION:PATH, the same as it was in a commit.`;

const EPILOGUE = `Examples:
  What the types in the working tree change over the main branch:
    vmgen diff git:main apis --groups cloudnative:v1alpha1
  Between two releases, of the folder that --apis names:
    vmgen diff git:v1.2.0 git:v1.3.0 --groups cloudnative:v1alpha1
  CRDs in files, as annotations of a workflow:
    vmgen diff git:origin/main:deploy/crd deploy/crd --format github
  A cluster's CRDs and those that are to be installed:
    kubectl get crds -o yaml | vmgen diff - crds.yaml --group cert-manager.io
  All kinds of changes, and one of them:
    vmgen diff --changes
    vmgen explain enum-shrunk

Exit status: 0 nothing breaks, 1 something does or cannot be read, 2 wrong usage.`;

/**
 * Reads what stands behind `vmgen diff`.
 *
 * @throws UsageError with the remedy
 */
export async function parseDiffArguments(
  args: readonly string[],
): Promise<DiffCommand | { readonly kind: 'print'; readonly text: string }> {
  if (args.length === 1 && args[0] === '--markdown') {
    return { kind: 'print', text: diffMarkdown().trimEnd() };
  }
  if (args.length === 1 && args[0] === '--changes') return { kind: 'print', text: listChanges() };
  refuseUnknownFlags(args, DIFF_OPTIONS);
  refuseOddFlags(args, DIFF_OPTIONS);
  const parser = createParser({ usage: USAGE, options: DIFF_OPTIONS, epilogue: EPILOGUE });
  const values = await parser.parseAsync([...args]);
  if (values.help) return { kind: 'print', text: await parser.getHelp() };
  const given: GivenDiffOptions = values;
  return diffCommandFrom(values._.map(String), given);
}
