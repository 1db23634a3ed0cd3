import { canonicalJson } from '../meta/canonical-json.js';

/** Returns a hash that depends only on the content of a JSON value. */
export function contentHash(value: unknown): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(canonicalJson(value)).digest('base64').slice(0, 16);
}
