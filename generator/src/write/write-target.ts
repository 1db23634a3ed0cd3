import { parseGroups, type GroupVersionFolder } from '../settings/parse-groups.js';
import { groupsText, shown, type OutputRecord } from './output-record.js';
import type { OutputDiagnostic } from './output-folder.js';

/**
 * Rejects an output that was generated from other APIs or from more groups: files such as `clientset.ts`
 * contain all groups, and the output of the other run would be replaced.
 *
 * @throws an Error with the groups of the output and the fix
 */
export function refuseOtherSources(record: OutputRecord, target: WriteTarget): void {
  const { out, apis, groups, generators } = target;
  if (record.apis !== apis) {
    throw new Error(
      `--out: ${out} was generated from the APIs in ${shown(record.apis)}, but --apis is ${shown(apis)} (relative to the output); ` +
        'use a separate --out for each run, or replace the output with --prune',
    );
  }
  const named = new Set(groups.map(nameOf));
  const others = new Map<string, GroupVersionFolder>();
  for (const generator of generators) {
    for (const folder of foldersIn(record.groups.get(generator))) {
      if (!named.has(nameOf(folder))) others.set(nameOf(folder), folder);
    }
  }
  if (others.size === 0) return;
  const theirs = groupsText([...others.values()]);
  const all = groupsText([...groups, ...others.values()]);
  throw new Error(
    `--out: ${out} also contains output of ${theirs}, which --groups does not list; ` +
      `list all in one run (--groups "${all}"), use a separate --out for each run, ` +
      `or remove the output of ${theirs} with --prune`,
  );
}

const foldersIn = (text: string | undefined): GroupVersionFolder[] =>
  text === undefined ? [] : parseGroups([text]);

const nameOf = ({ group, version }: GroupVersionFolder): string => `${group}:${version}`;

/** The files to write, and the part of the output that they replace. */
export interface WriteTarget {
  readonly out: string;
  /** The folder of the APIs relative to `out`. */
  readonly apis: string;
  readonly groups: readonly GroupVersionFolder[];
  readonly generators: readonly string[];
  /** All existing generators: `prune` removes the files of others. */
  readonly known: readonly string[];
  /** Removes files of groups and generators that are no longer selected. */
  readonly prune: boolean;
  /** The source at a path of the output, which would be overwritten. */
  readonly sourceAt: (path: string) => OutputDiagnostic | undefined;
}
