import { badRequest } from '../errors/status-error.js';
import type { RequestUser } from './request-user.js';

const PREFIX = /^impersonate-/i;
const EXTRA = 'impersonate-extra-';
const LETTER_I = 0x69;
const LOWER_CASE = 0x20;
const DNS_LABEL = '[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?';
const SERVICE_ACCOUNT = new RegExp(
  `^system:serviceaccount:(${DNS_LABEL}):([a-z0-9](?:[-.a-z0-9]*[a-z0-9])?)$`,
);
const AUTHENTICATED = 'system:authenticated';
const UNAUTHENTICATED = 'system:unauthenticated';

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

export function isImpersonation(header: string): boolean {
  // Most names do not begin with an `i`, and a regular expression takes longer.
  return (header.charCodeAt(0) | LOWER_CASE) === LETTER_I && PREFIX.test(header);
}

/** What the headers of a request impersonate. Only the username is required. */
export interface Impersonation {
  readonly username: string;
  /** Empty for none. */
  readonly uid: string;
  /** Undefined for those that the username implies. */
  readonly groups: readonly string[] | undefined;
  readonly extra: ReadonlyMap<string, readonly string[]>;
}

/**
 * Returns what the headers of a request impersonate; undefined if they impersonate nobody.
 *
 * @throws ApiError 400 if headers impersonate groups, a UID or extra fields, but no user
 */
export function impersonationIn(headers: Headers): Impersonation | undefined {
  let found: Map<string, readonly string[]> | undefined;
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined || !isImpersonation(name)) continue;
    found ??= new Map();
    found.set(name.toLowerCase(), typeof value === 'string' ? [value] : value);
  }
  return found && parsed(found);
}

function parsed(headers: ReadonlyMap<string, readonly string[]>): Impersonation | undefined {
  const username = headers.get('impersonate-user')?.[0] ?? '';
  const uid = headers.get('impersonate-uid')?.[0] ?? '';
  const groups = headers.get('impersonate-group');
  const extra = new Map(
    [...headers]
      .filter(([name]) => name.startsWith(EXTRA))
      .map(([name, values]) => [decoded(name.slice(EXTRA.length)), values]),
  );
  if (username !== '') return { username, uid, groups, extra };
  if (uid === '' && groups === undefined && extra.size === 0) return undefined;
  throw badRequest(
    'a request that impersonates groups, a UID or extra fields needs the header Impersonate-User',
  );
}

/** Returns the user of a request that impersonates. */
export function impersonatedUser({ username, uid, groups, extra }: Impersonation): RequestUser {
  return {
    username,
    ...(uid === '' ? {} : { uid }),
    groups: withAuthentication(username, groups ?? groupsOf(username)),
    ...(extra.size === 0 ? {} : { extra: Object.fromEntries(extra) }),
  };
}

/** Returns the namespace and the name of a service account; undefined for other users. */
export function serviceAccountOf(
  username: string,
): { namespace: string; name: string } | undefined {
  const [, namespace, name] = SERVICE_ACCOUNT.exec(username) ?? [];
  return namespace === undefined || name === undefined ? undefined : { namespace, name };
}

/** Returns the user of a service account. */
export function serviceAccountUser(namespace: string, name: string): RequestUser {
  const username = `system:serviceaccount:${namespace}:${name}`;
  return { username, groups: [...accountGroups(namespace), AUTHENTICATED] };
}

/** Returns a user with the groups that the name implies. */
export const userNamed = (username: string): RequestUser => ({
  username,
  groups: withAuthentication(username, groupsOf(username)),
});

const accountGroups = (namespace: string): readonly string[] => [
  'system:serviceaccounts',
  `system:serviceaccounts:${namespace}`,
];

/** Returns the groups that a user has in addition if a request names none. */
function groupsOf(username: string): readonly string[] {
  const account = serviceAccountOf(username);
  return account === undefined ? [] : accountGroups(account.namespace);
}

function withAuthentication(username: string, groups: readonly string[]): readonly string[] {
  if (groups.includes(UNAUTHENTICATED)) return groups;
  if (username === 'system:anonymous') return [...groups, UNAUTHENTICATED];
  return groups.includes(AUTHENTICATED) ? groups : [...groups, AUTHENTICATED];
}

/** Decodes the percent-encoded name of an extra field. A wrong encoding remains, as in kube-apiserver. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
