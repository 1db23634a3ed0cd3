import { parseGroups } from '../settings/parse-groups.js';
import type { GroupVersionFolder } from '../settings/parse-groups.js';
import { groupsText, shown, type OutputRecord } from './output-record.js';
import type { WriteTarget } from './write-target.js';

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
