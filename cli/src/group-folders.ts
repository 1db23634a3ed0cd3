import { whyUnusableName } from '#generator/render/unusable-name.js';

/** Where the packages of groups go, or why that is not clear. */
export interface GroupFolders {
  readonly folderOf: (group: string) => string;
  readonly problems: readonly string[];
}

/**
 * The folders of groups: the first label, as client-go names its packages, or what `--folder` says. Two
 * groups in one folder are not told apart by a guess.
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
          `the groups ${first} and ${second} would both go to the folder ${folder}: say --folder ${second}=FOLDER for one of them`,
        ],
  );
  for (const folder of byFolder.keys()) {
    const reason = whyUnusableName(folder);
    const [group] = byFolder.get(folder) ?? [];
    if (reason === undefined || group === undefined) continue;
    problems.push(
      `the group ${group} would go to the folder ${folder}: ${reason}; say --folder ${group}=FOLDER`,
    );
  }
  return { folderOf, problems };
}
