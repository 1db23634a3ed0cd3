import type { SideSource } from '#diff/sides/side.js';
import {
  GroupsError,
  parseGroups,
  type GroupVersionFolder,
} from '#generator/settings/parse-groups.js';
import { UsageError } from '#generator/settings/usage-error.js';
import { FORMATS, wordFrom, type Format } from './options.js';

/** Every option of `vmgen diff`, in the words of yargs. */
export const DIFF_OPTIONS = {
  groups: {
    type: 'string',
    array: true,
    requiresArg: true,
    describe:
      'folders hold API types of these groups, "a:v1,v2 b:v1", as for generating; may be given several times',
  },
  apis: {
    type: 'string',
    requiresArg: true,
    defaultDescription: '"apis"',
    describe: 'the folder that git:REV means with --groups',
  },
  group: {
    type: 'string',
    array: true,
    requiresArg: true,
    describe: 'only CRDs of this API group, such as cert-manager.io; may be given several times',
  },
  format: {
    type: 'string',
    requiresArg: true,
    defaultDescription: '"text"',
    describe: 'how to print: text, json (one document), github (annotations of a workflow)',
  },
  verbose: {
    type: 'boolean',
    alias: 'v',
    defaultDescription: 'false',
    describe: 'print safe changes too, which are counted else; json has them anyway',
  },
  quiet: { type: 'boolean', defaultDescription: 'false', describe: 'print changes only, no sum' },
} as const;

/** What a command line of `vmgen diff` says; an option that stands twice has a list. */
export interface GivenDiffOptions {
  readonly groups?: readonly string[] | undefined;
  readonly apis?: string | readonly string[] | undefined;
  readonly group?: readonly string[] | undefined;
  readonly format?: string | readonly string[] | undefined;
  readonly verbose?: boolean | undefined;
  readonly quiet?: boolean | undefined;
}

/** A run of `vmgen diff`. */
export interface DiffCommand {
  readonly kind: 'diff';
  readonly old: SideSource;
  readonly new: SideSource;
  readonly groups: readonly GroupVersionFolder[] | undefined;
  /** Those that are wanted; all where there are none. */
  readonly onlyGroups: readonly string[];
  readonly format: Format;
  readonly verbose: boolean;
  readonly quiet: boolean;
}

/** Checks what is given; throws a {@link UsageError} with the remedy. */
export function diffCommandFrom(sides: readonly string[], given: GivenDiffOptions): DiffCommand {
  const [old, next, ...rest] = sides;
  if (old === undefined || next === undefined || rest.length > 0) {
    throw new UsageError(`vmgen diff compares two sets, OLD and NEW, and not ${sides.length}`);
  }
  if (old === '-' && next === '-') throw new UsageError('standard input is read once only');
  const { verbose = false, quiet = false, apis = 'apis', format = 'text' } = given;
  if (typeof apis !== 'string') throw new UsageError('--apis may stand once only');
  const folder = given.groups ? filled('--apis', apis) : undefined;
  return {
    kind: 'diff',
    old: sideFrom(old, folder),
    new: sideFrom(next, folder),
    groups: given.groups && groupsFrom(given.groups),
    onlyGroups: (given.group ?? []).map((group) => filled('--group', group)),
    format: wordFrom('format', 'format', FORMATS, format),
    verbose,
    quiet,
  };
}

/** An empty value is that of a variable that is not set, more often than a wish. */
function filled(what: string, value: string): string {
  if (value !== '') return value;
  throw new UsageError(`${what} is empty; is a variable not set?`);
}

/** No reference of git's holds a colon, so that the second one begins a path. */
const IN_GIT = /^git:([^:]*)(?::(.*))?$/s;

/** @param apis the folder where git:REV alone says enough */
function sideFrom(name: string, apis: string | undefined): SideSource {
  const [isInGit, revision = '', given] = IN_GIT.exec(filled('a side', name)) ?? [];
  if (isInGit === undefined) return { name, path: name, revision: undefined };
  const path = given ?? apis;
  if (revision === '' || path === undefined || path === '') {
    const wanted = 'git:REVISION:PATH, or git:REVISION with --groups';
    throw new UsageError(`${JSON.stringify(name)} does not say what to read: ${wanted}`);
  }
  return { name, path, revision };
}

function groupsFrom(values: readonly string[]): readonly GroupVersionFolder[] {
  try {
    return parseGroups(values);
  } catch (error) {
    throw error instanceof GroupsError ? new UsageError(error.message) : error;
  }
}
