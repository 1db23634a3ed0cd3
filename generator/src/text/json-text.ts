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

/** Prints a value as JSON in lines, with two spaces for each level; large integers are exact. */
export const jsonLines = (value: unknown): string => `${lines(value, '\n')}\n`;

function lines(value: unknown, margin: string): string {
  if (typeof value !== 'object' || value === null) return jsonText(value);
  const inner = `${margin}  `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((each) => lines(each, inner))
    : Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${lines(each, inner)}`);
  const [open, close] = isList ? '[]' : '{}';
  return parts.length === 0
    ? `${open}${close}`
    : `${open}${inner}${parts.join(`,${inner}`)}${margin}${close}`;
}
