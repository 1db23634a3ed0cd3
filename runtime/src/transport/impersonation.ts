import { VmgenError } from '../errors/vmgen-error.js';
import { quote } from '../logging/quote.js';
import type { Impersonation } from './cluster-config.js';

/** Returns the impersonation headers. Throws if a name is not valid in a header. */
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

/** Encodes a name as UTF-8, as Go does. Node sends each character of a header as one byte. */
function headerValue(name: string): string {
  if (/[\u0000-\u001f\u007f]/.test(name)) {
    throw new VmgenError(
      'ERR_VMGEN_CONFIG',
      `impersonation: the name contains a control character: ${quote(name)}`,
    );
  }
  return Buffer.from(name).toString('latin1');
}

/** Extra keys may contain characters that are not valid in header names. */
function encodeKey(key: string): string {
  return encodeURIComponent(key.toLowerCase()).replace(
    /[()]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
}
