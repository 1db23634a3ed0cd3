import { UsageError } from './usage-error.js';

/** One version of one group, by its folder names. */
export interface GroupVersionFolder {
  /** The folder of the group, such as `cloudnative`. */
  readonly group: string;
  /** The version, such as `v1alpha1`. */
  readonly version: string;
}

/** A folder's name: nothing that leaves the folder of the APIs. */
const FOLDER = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/**
 * Reads upstream's form, `a:v1,v2 b:v1`, of any number of values; each folder once, in order.
 *
 * @throws UsageError if a value breaks the form
 */
export function parseGroups(values: readonly string[]): GroupVersionFolder[] {
  const folders = new Map<string, GroupVersionFolder>();
  for (const word of values.flatMap((value) => value.split(/\s+/)).filter((each) => each !== '')) {
    const [group = '', versions = '', ...rest] = word.split(':');
    const names = versions.split(',');
    if (rest.length > 0 || ![group, ...names].every((name) => FOLDER.test(name))) {
      throw new UsageError(
        `--groups: ${JSON.stringify(word)} is not GROUP:VERSION[,VERSION], such as apps:v1,v2`,
      );
    }
    for (const version of names) folders.set(`${group}/${version}`, { group, version });
  }
  if (folders.size === 0) throw new UsageError('--groups contains no group, such as apps:v1');
  return [...folders.values()].sort(byName);
}

function byName(a: GroupVersionFolder, b: GroupVersionFolder): number {
  const left = `${a.group}/${a.version}`;
  const right = `${b.group}/${b.version}`;
  return left < right ? -1 : Number(left > right);
}
