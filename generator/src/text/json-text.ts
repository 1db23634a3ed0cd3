/** Prints a value as JSON in one line; large integers are exact. */
export function jsonText(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).flatMap(([key, each]: [string, unknown]) =>
    each === undefined ? [] : [`${JSON.stringify(key)}:${jsonText(each)}`],
  );
  return `{${fields.join(',')}}`;
}
