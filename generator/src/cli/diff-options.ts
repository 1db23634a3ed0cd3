import { incompleteSide, type SideSource } from '../diff/sides/side.js';
import { type GroupVersionFolder, parseGroups } from '../settings/parse-groups.js';
import { UsageError } from '../settings/usage-error.js';
import { completing, filled, flag, type Given, list, value, wordFrom } from './option.js';
import { type Format, FORMATS } from './options.js';
import { defineCommand } from './define-command.js';
import type { PrintCommand } from './report.js';
import { diffMarkdown } from './diff-page.js';
import { listChanges } from '../diff/definitions/explain-change.js';

/** Every option of `vmgen diff`, in the form of yargs. */
const OPTIONS = {
  groups: list(
    'folders contain API types of these groups, "a:v1,v2 b:v1", as for generating; may be repeated; by default, the folder apis of a config contains its groups',
  ),
  apis: completing(
    'folders',
    value('the folder of git:REVISION; defaults to that of the config, or to apis with --groups'),
  ),
  group: list('only CRDs of this API group, such as cert-manager.io; may be repeated'),
  format: completing(
    FORMATS,
    value('the output format: text, json (one document), github (workflow annotations)', 'text'),
  ),
  verbose: flag(
    'also print safe changes, which are otherwise only counted; json always contains them',
    { alias: 'v' },
  ),
  quiet: flag('print only changes, without a summary'),
};

export type GivenDiffOptions = Given<typeof OPTIONS>;

/** A run of `vmgen diff`. */
export interface DiffCommand {
  readonly kind: 'diff';
  readonly old: SideSource;
  readonly new: SideSource;
  readonly groups: readonly GroupVersionFolder[] | undefined;
  /** The selected ones; all if empty. */
  readonly onlyGroups: readonly string[];
  readonly format: Format;
  readonly verbose: boolean;
  readonly quiet: boolean;
}

/** Validates the options; throws a {@link UsageError} with the fix. */
export function diffCommandFrom(sides: readonly string[], given: GivenDiffOptions): DiffCommand {
  const [old, next, ...rest] = sides;
  if (old === undefined || next === undefined || rest.length > 0) {
    throw new UsageError(
      `vmgen diff compares two sets, OLD and NEW, but ${sides.length} were given`,
    );
  }
  if (old === '-' && next === '-') throw new UsageError('standard input can be read only once');
  const { verbose = false, quiet = false, apis = 'apis', format = 'text' } = given;
  if (typeof apis !== 'string') throw new UsageError('--apis may be specified only once');
  const folder = given.groups || given.apis ? filled('--apis', apis) : undefined;
  return {
    kind: 'diff',
    old: sideFrom(old, folder),
    new: sideFrom(next, folder),
    groups: given.groups && parseGroups(given.groups),
    onlyGroups: (given.group ?? []).map((group) => filled('--group', group)),
    format: wordFrom('format', 'format', FORMATS, format),
    verbose,
    quiet,
  };
}

/** A git reference contains no colon, so the second colon starts a path. */
const IN_GIT = /^git:([^:]*)(?::(.*))?$/s;

/** @param apis the folder for git:REV without a path */
function sideFrom(name: string, apis: string | undefined): SideSource {
  const [isInGit, revision = '', given] = IN_GIT.exec(filled('a side', name)) ?? [];
  if (isInGit === undefined) return { name, path: name, revision: undefined };
  if (revision === '' || given === '') throw incompleteSide(name);
  return { name, path: given ?? apis, revision };
}

const USAGE = `Usage: $0 diff OLD NEW [--groups GROUP:VERSION]

Classifies every change between two sets of CRDs as safe, risky or breaking, with its position and reason. OLD
and NEW are each a file or folder of CRDs, - for standard input, a folder of API types (that of vmgen.config.*, or
with --groups), or git:REVISION:PATH for the content of a commit.`;

const EPILOGUE = `Examples:
  Changes of the types in the working tree, compared with the main branch, in a project with vmgen.config.json:
    vmgen diff git:main apis
  Changes of the --apis folder between two releases:
    vmgen diff git:v1.2.0 git:v1.3.0 --groups cloudnative:v1alpha1
  CRDs in files, as annotations of a workflow:
    vmgen diff git:origin/main:deploy/crd deploy/crd --format github
  CRDs of a cluster, compared with those to be installed:
    kubectl get crds -o yaml | vmgen diff - crds.yaml --group cert-manager.io
  List all kinds of changes, and explain one:
    vmgen diff --changes
    vmgen explain constraint-tightened

Exit status: 0 no breaking change, 1 a breaking change or unreadable input, 2 usage error.`;

const print = (text: string): PrintCommand => ({ kind: 'print', text });

/** The command `vmgen diff`. */
export const DIFF = defineCommand(
  { usage: USAGE, options: OPTIONS, epilogue: EPILOGUE, maxWords: Infinity },
  ({ words, values }) => diffCommandFrom(words, values),
  new Map([
    ['--markdown', () => print(diffMarkdown().trimEnd())],
    ['--changes', () => print(listChanges())],
  ]),
);
