import type { ApiError } from '@vmgen/runtime';
import { forbidden, type NamedResource } from '../errors/status-error.js';

const PREFIX = 'impersonate-';
const IMPERSONATION = /^impersonate-/i;
const LETTER_I = 0x69;
const LOWER_CASE = 0x20;
const AUTHENTICATION = 'authentication.k8s.io';

/**
 * Returns the error (403) for a request with impersonation headers; undefined for other requests.
 * The server has only one user, so that ignoring the headers would grant more rights than
 * requested.
 */
export function refuseImpersonation(
  headers: Readonly<Record<string, string>> = {},
): ApiError | undefined {
  for (const name in headers) {
    // Most names do not begin with an `i`, and a regular expression takes longer.
    if ((name.charCodeAt(0) | LOWER_CASE) !== LETTER_I || !IMPERSONATION.test(name)) continue;
    const value = headers[name] ?? '';
    const why = `this server knows one user and impersonates nobody: send the request without ${name}`;
    return forbidden(impersonated(name.slice(PREFIX.length).toLowerCase()), value, why);
  }
  return undefined;
}

/** Returns the API's resource for an impersonation header. */
function impersonated(what: string): NamedResource {
  if (what === 'user') return { group: '', plural: 'users' };
  if (what === 'group') return { group: '', plural: 'groups' };
  return { group: AUTHENTICATION, plural: what === 'uid' ? 'uids' : 'userextras' };
}
