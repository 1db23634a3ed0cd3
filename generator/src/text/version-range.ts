/** The numbers of a version: major, minor and patch. */
export type Version = readonly [major: number, minor: number, patch: number];

/** The numbers of a complete version such as `6.0.3` or `v6.0.3-rc.1`; undefined for another text. */
export function versionOf(text: string): Version | undefined {
  const [, major, minor, patch] = /^v?(\d+)\.(\d+)\.(\d+)(?:[-+].*)?$/.exec(text.trim()) ?? [];
  return major === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
}

/** Negative if the first version is older. */
export const compareNumbers = (a: Version, b: Version): number =>
  a[0] - b[0] || a[1] - b[1] || a[2] - b[2];

/**
 * Whether a version is in a range of package.json, such as `^6.0.3`, `>=20.19 <27` or `20 || 22`. Pre-releases
 * count as the version that they precede.
 *
 * @returns undefined for a text that is not a range, such as a tag, a URL or a file
 */
export function isInRange(version: Version, range: string): boolean | undefined {
  const sets = range
    .trim()
    .replaceAll(/(\S+)\s+-\s+(\S+)/g, '>=$1 <=$2')
    .replaceAll(/([<>=^~])\s+/g, '$1')
    .split('||')
    .map((set) => set.trim().split(/\s+/).map(intervalOf));
  if (sets.flat().includes(undefined)) return undefined;
  return sets.some((set) => set.every((each) => each !== undefined && contains(each, version)));
}

/** From `low`, and before `end`. */
interface Interval {
  readonly low: Version;
  readonly end: Version;
}

const ZERO: Version = [0, 0, 0];
const NO_END: Version = [Infinity, 0, 0];

const contains = ({ low, end }: Interval, version: Version): boolean =>
  compareNumbers(low, version) <= 0 && compareNumbers(version, end) < 0;

const COMPARATOR =
  /^(>=|<=|>|<|=|\^|~)?v?(\d+|[xX*])?(?:\.(\d+|[xX*]))?(?:\.(\d+|[xX*])(?:[-+].*)?)?$/;

function intervalOf(comparator: string): Interval | undefined {
  const match = COMPARATOR.exec(comparator);
  if (match === null) return undefined;
  const [, operator = '=', ...given] = match;
  const numbers: number[] = [];
  for (const part of given) {
    if (!/^\d+$/.test(part)) break;
    numbers.push(Number(part));
  }
  const [major = 0, minor = 0, patch = 0] = numbers;
  const low: Version = [major, minor, patch];
  const last = numbers.length - 1;
  if (last < 0) return { low: ZERO, end: NO_END };
  switch (operator) {
    case '>=':
      return { low, end: NO_END };
    case '>':
      return { low: after(low, last), end: NO_END };
    case '<':
      return { low: ZERO, end: low };
    case '<=':
      return { low: ZERO, end: after(low, last) };
    case '~':
      return { low, end: after(low, Math.min(last, 1)) };
    case '^': {
      const first = numbers.findIndex((number) => number > 0);
      return { low, end: after(low, first < 0 ? last : first) };
    }
    default:
      return { low, end: after(low, last) };
  }
}

/** The first version with a greater number at an index. */
function after([major, minor, patch]: Version, index: number): Version {
  if (index === 0) return [major + 1, 0, 0];
  return index === 1 ? [major, minor + 1, 0] : [major, minor, patch + 1];
}
