import type { Impersonation } from './cluster-config.js';

/** The headers that ask the server to treat a call as another's. */
export function impersonationHeaders(
  impersonation: Impersonation,
): Record<string, string | string[]> {
  const { user, uid, groups = [], extra = {} } = impersonation;
  const headers: Record<string, string | string[]> = { 'impersonate-user': user };
  if (uid !== undefined) headers['impersonate-uid'] = uid;
  if (groups.length > 0) headers['impersonate-group'] = [...groups];
  for (const [key, values] of Object.entries(extra)) {
    headers[`impersonate-extra-${encodeKey(key)}`] = [...values];
  }
  return headers;
}

/** Extra keys may hold what a header's name may not. */
function encodeKey(key: string): string {
  return encodeURIComponent(key.toLowerCase()).replace(
    /[()]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
}
