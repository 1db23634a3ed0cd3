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

Classifies every change between two sets of CRDs as safe, risky or breaking, with its position and reason. OLD
and NEW are each a file or folder of CRDs, - for standard input, a folder of API types (with --groups), or
git:REVISION:PATH for the content of a commit.`;

const EPILOGUE = `Examples:
  Changes of the types in the working tree, compared with the main branch:
    vmgen diff git:main apis --groups cloudnative:v1alpha1
  Changes of the --apis folder between two releases:
    vmgen diff git:v1.2.0 git:v1.3.0 --groups cloudnative:v1alpha1
  CRDs in files, as annotations of a workflow:
    vmgen diff git:origin/main:deploy/crd deploy/crd --format github
  CRDs of a cluster, compared with those to be installed:
    kubectl get crds -o yaml | vmgen diff - crds.yaml --group cert-manager.io
  List all kinds of changes, and explain one:
    vmgen diff --changes
    vmgen explain enum-shrunk

Exit status: 0 no breaking change, 1 a breaking change or unreadable input, 2 usage error.`;

/**
 * Parses the arguments of `vmgen diff`.
 *
 * @throws UsageError with the fix
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
