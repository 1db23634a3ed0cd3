import { parseGroups, type GroupVersionFolder } from '../settings/parse-groups.js';
import { groupsText, shown, type OutputRecord } from './output-record.js';
import type { OutputDiagnostic } from './output-folder.js';

/**
 * Refuses to take over an output that was made of other APIs or of more groups than these: files such as
 * `clientset.ts` are of all groups, and another run's would be undone.
 *
 * @throws an Error that names what the output was made of and the remedy
 */
export function refuseOtherSources(record: OutputRecord, target: WriteTarget): void {
  const { out, apis, groups, generators } = target;
  if (record.apis !== apis) {
    throw new Error(
      `--out: ${out} holds what was made of the APIs in ${shown(record.apis)}, and --apis is ${shown(apis)}, as seen from it; ` +
        'give each run an --out of its own, or replace what is there with --prune',
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
    `--out: ${out} holds what was made of ${theirs} too, which --groups does not name; ` +
      `name all in one run (--groups "${all}"), give each run an --out of its own, ` +
      `or remove what was made of ${theirs} with --prune`,
  );
}

const foldersIn = (text: string | undefined): GroupVersionFolder[] =>
  text === undefined ? [] : parseGroups([text]);

const nameOf = ({ group, version }: GroupVersionFolder): string => `${group}:${version}`;

/** What is written where, and of which part of the output it is the whole. */
export interface WriteTarget {
  readonly out: string;
  /** The folder of the APIs as `out` sees it. */
  readonly apis: string;
  readonly groups: readonly GroupVersionFolder[];
  readonly generators: readonly string[];
  /** All generators that there are: with `prune` the files of others go. */
  readonly known: readonly string[];
  /** Files of groups that are named no longer, and of generators that there are no longer, go. */
  readonly prune: boolean;
  /** What of the sources stands at a path of the output, where it would be overwritten. */
  readonly sourceAt: (path: string) => OutputDiagnostic | undefined;
}
