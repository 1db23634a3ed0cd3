import { VmgenError } from '../errors/vmgen-error.js';
import { quote } from '../logging/quote.js';
import type { Impersonation } from './cluster-config.js';

/** The headers that ask the server to treat a call as another's; throws where none can hold a name. */
export function impersonationHeaders(
  impersonation: Impersonation,
): Record<string, string | string[]> {
  const { user, uid, groups = [], extra = {} } = impersonation;
  const headers: Record<string, string | string[]> = { 'impersonate-user': headerValue(user) };
  if (uid !== undefined) headers['impersonate-uid'] = headerValue(uid);
  if (groups.length > 0) headers['impersonate-group'] = groups.map(headerValue);
  for (const [key, values] of Object.entries(extra)) {
    headers[`impersonate-extra-${encodeKey(key)}`] = values.map(headerValue);
  }
  return headers;
}

/** A name in UTF-8, as Go sends it: Node makes one byte of each character of a header. */
function headerValue(name: string): string {
  if (/[\u0000-\u001f\u007f]/.test(name)) {
    throw new VmgenError(
      'ERR_VMGEN_CONFIG',
      `impersonation: a name holds a control character: ${quote(name)}`,
    );
  }
  return Buffer.from(name).toString('latin1');
}

/** Extra keys may hold what a header's name may not. */
function encodeKey(key: string): string {
  return encodeURIComponent(key.toLowerCase()).replace(
    /[()]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
}
