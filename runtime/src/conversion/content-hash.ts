import { isMapping } from '../meta/is-mapping.js';

/** Returns a hash that depends only on the content of a JSON value. */
export function contentHash(value: unknown): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(canonicalJson(value)).digest('base64').slice(0, 16);
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => {
    if (typeof part === 'bigint') return `${part}n`;
    return isMapping(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part;
  });
}
