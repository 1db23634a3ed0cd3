import { whyUnusableName } from '#generator/render/unusable-name.js';

/** The folders of the packages of groups, or the reason why they are ambiguous. */
interface GroupFolders {
  readonly folderOf: (group: string) => string;
  readonly problems: readonly string[];
}

/**
 * The folders of groups: the first label, as in client-go, or the value of `--folder`. vmgen does not choose
 * between two groups with the same folder.
 */
export function groupFolders(
  groups: readonly string[],
  given: ReadonlyMap<string, string>,
): GroupFolders {
  const folderOf = (group: string): string => given.get(group) ?? group.split('.')[0] ?? group;
  const byFolder = new Map<string, string[]>();
  for (const group of [...new Set(groups)].sort()) {
    byFolder.set(folderOf(group), [...(byFolder.get(folderOf(group)) ?? []), group]);
  }
  const problems = [...byFolder].flatMap(([folder, [first, second]]) =>
    first === undefined || second === undefined
      ? []
      : [
          `the groups ${first} and ${second} have the same folder ${folder}: add --folder ${second}=FOLDER for one of them`,
        ],
  );
  for (const folder of byFolder.keys()) {
    const reason = whyUnusableName(folder);
    const [group] = byFolder.get(folder) ?? [];
    if (reason === undefined || group === undefined) continue;
    problems.push(
      `the folder of the group ${group} would be ${folder}: ${reason}; add --folder ${group}=FOLDER`,
    );
  }
  return { folderOf, problems };
}
