import type { SideSource } from '#diff/sides/side.js';
import {
  GroupsError,
  parseGroups,
  type GroupVersionFolder,
} from '#generator/settings/parse-groups.js';
import { UsageError } from '#generator/settings/usage-error.js';
import { FORMATS, wordFrom, type Format } from './options.js';

/** Every option of `vmgen diff`, in the form of yargs. */
export const DIFF_OPTIONS = {
  groups: {
    type: 'string',
    array: true,
    requiresArg: true,
    describe:
      'folders contain API types of these groups, "a:v1,v2 b:v1", as for generating; may be repeated',
  },
  apis: {
    type: 'string',
    requiresArg: true,
    defaultDescription: '"apis"',
    describe: 'the folder of git:REVISION with --groups',
  },
  group: {
    type: 'string',
    array: true,
    requiresArg: true,
    describe: 'only CRDs of this API group, such as cert-manager.io; may be repeated',
  },
  format: {
    type: 'string',
    requiresArg: true,
    defaultDescription: '"text"',
    describe: 'the output format: text, json (one document), github (workflow annotations)',
  },
  verbose: {
    type: 'boolean',
    alias: 'v',
    defaultDescription: 'false',
    describe:
      'also print safe changes, which are otherwise only counted; json always contains them',
  },
  quiet: {
    type: 'boolean',
    defaultDescription: 'false',
    describe: 'print only changes, without a summary',
  },
} as const;

/** The values of a command line of `vmgen diff`; a repeated option has a list. */
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

/** An empty value comes from an unset variable more often than it is intended. */
function filled(what: string, value: string): string {
  if (value !== '') return value;
  throw new UsageError(`${what} is empty; is a variable unset?`);
}

/** A git reference contains no colon, so the second colon starts a path. */
const IN_GIT = /^git:([^:]*)(?::(.*))?$/s;

/** @param apis the folder for git:REV without a path */
function sideFrom(name: string, apis: string | undefined): SideSource {
  const [isInGit, revision = '', given] = IN_GIT.exec(filled('a side', name)) ?? [];
  if (isInGit === undefined) return { name, path: name, revision: undefined };
  const path = given ?? apis;
  if (revision === '' || path === undefined || path === '') {
    const wanted = 'git:REVISION:PATH, or git:REVISION with --groups';
    throw new UsageError(`${JSON.stringify(name)} is incomplete: use ${wanted}`);
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
