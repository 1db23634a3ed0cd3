import { isMapping } from '@vmgen/base/json';

/** What of two JSON values is another, leaf by leaf: `a.b[0]: 1 became 2`. The order of keys means nothing. */
export function differences(before: unknown, after: unknown, path = ''): string[] {
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, index) =>
      differences(before[index], after[index], `${path}[${index}]`),
    ).flat();
  }
  if (isMapping(before) && isMapping(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
    return keys.flatMap((key) => differences(before[key], after[key], `${path}.${key}`));
  }
  const isSame = isNumber(before) && isNumber(after) ? before == after : before === after;
  return isSame ? [] : [`${path}: ${shown(before)} became ${shown(after)}`];
}

/** Large integers may be kept exactly. */
const isNumber = (value: unknown): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint';

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'bigint' ? each.toString() : each,
  );
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
