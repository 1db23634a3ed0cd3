type QueryValue = string | number | boolean | undefined;

/** `?a=1&b=x`, percent-encoded, without what is undefined; empty where nothing is left. */
export function encodeQuery(parameters: Readonly<Record<string, QueryValue>>): string {
  let query = '';
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue;
    query += `${query === '' ? '?' : '&'}${name}=${encodeURIComponent(value)}`;
  }
  return query;
}
