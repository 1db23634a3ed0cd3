import type { ApiError } from '@vmgen/runtime';
import { forbidden, type NamedResource } from '../errors/status-error.js';

const PREFIX = 'impersonate-';
const AUTHENTICATION = 'authentication.k8s.io';

/**
 * The refusal (403) of a request that wants to act as somebody else; undefined for every other one. The
 * server knows one user: passing the headers over would answer with more rights than were asked for.
 */
export function refuseImpersonation(
  headers: Readonly<Record<string, string>> = {},
): ApiError | undefined {
  for (const [name, value] of Object.entries(headers)) {
    if (!name.toLowerCase().startsWith(PREFIX)) continue;
    const why = `this server knows one user and impersonates nobody: send the request without ${name}`;
    return forbidden(impersonated(name.slice(PREFIX.length).toLowerCase()), value, why);
  }
  return undefined;
}

/** What the API calls that which a header asks to be taken for. */
function impersonated(what: string): NamedResource {
  if (what === 'user') return { group: '', plural: 'users' };
  if (what === 'group') return { group: '', plural: 'groups' };
  return { group: AUTHENTICATION, plural: what === 'uid' ? 'uids' : 'userextras' };
}
