import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { RequestUser } from '../request/request-user.js';
import { createTokenCheck } from './bearer-token.js';
import {
  isTokenProtocol,
  isWebSocketUpgrade,
  offeredProtocols,
  TOKEN_PROTOCOL,
} from './web-socket-watch.js';

/** Further users of a server. Without them, its only user is identified by the token. */
export interface Credentials {
  /** The users of bearer tokens. */
  readonly tokens?: ReadonlyMap<string, RequestUser>;
  /** The authorities of client certificates, in PEM format. */
  readonly clientCaPem?: string;
}

/**
 * Who sent a request: a user (`user` is undefined for the only user of the server), nobody who
 * claims an identity, or a client whose credentials are invalid.
 */
export type Caller = { readonly user: RequestUser | undefined } | 'anonymous' | 'rejected';

export type Authenticator = (request: IncomingMessage) => Caller;

const ONLY_USER: Caller = { user: undefined };
const AUTHENTICATED = 'system:authenticated';

/**
 * Creates the check of the credentials of requests. As in kube-apiserver, a client certificate has
 * precedence over a token: its common name is the user, and its organizations are the groups. A
 * certificate of another authority is ignored if the token is valid.
 *
 * @param userOfToken returns the user of a further token. Defaults to none
 */
export function createAuthenticator(
  token: string,
  credentials: Credentials,
  userOfToken: (token: string) => RequestUser | undefined = () => undefined,
): Authenticator {
  const isServerToken = createTokenCheck(token);
  const users = new Map(
    [...(credentials.tokens ?? [])].map(([each, user]) => [digestOf(each), { user: known(user) }]),
  );
  const certificates =
    credentials.clientCaPem === undefined ? undefined : new WeakMap<Socket, Caller>();
  return (request) => {
    const shown =
      certificates === undefined ? 'anonymous' : certified(request.socket, certificates);
    if (typeof shown === 'object') return shown;
    const authorization = request.headers.authorization ?? subprotocolToken(request);
    if (authorization === undefined) return shown;
    if (isServerToken(authorization)) return ONLY_USER;
    const bearer = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
    if (bearer === undefined) return 'rejected';
    const named = users.get(digestOf(bearer));
    if (named !== undefined) return named;
    const user = userOfToken(bearer);
    return user === undefined ? 'rejected' : { user: known(user) };
  };
}

/**
 * Returns the token of a browser, which cannot set headers of a WebSocket, as a header. As for
 * kube-apiserver, it is the only one, in base64url, and among other subprotocols. Otherwise, returns an
 * empty header, which is rejected.
 */
function subprotocolToken(request: IncomingMessage): string | undefined {
  if (!isWebSocketUpgrade(request)) return undefined;
  const offered = offeredProtocols(request);
  const [protocol, ...others] = offered.filter(isTokenProtocol);
  if (protocol === undefined) return undefined;
  const token = protocol.slice(TOKEN_PROTOCOL.length);
  const isEncoded = /^[\w-]+$/.test(token) && token.length % 4 !== 1;
  if (!isEncoded || others.length > 0 || offered.length === 1) return '';
  return `Bearer ${Buffer.from(token, 'base64url').toString()}`;
}

/** Tokens are compared by their digests, so that the duration does not depend on them. */
function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** A certificate does not change during a connection. */
function certified(socket: Socket, known: WeakMap<Socket, Caller>): Caller {
  const before = known.get(socket);
  if (before !== undefined) return before;
  const caller = socket instanceof TLSSocket ? certifiedBy(socket) : 'anonymous';
  known.set(socket, caller);
  return caller;
}

function certifiedBy(socket: TLSSocket): Caller {
  if (socket.getPeerX509Certificate() === undefined) return 'anonymous';
  if (!socket.authorized) return 'rejected';
  // The types omit that an attribute which occurs several times is a list.
  const { CN, O }: { readonly CN?: string | string[]; readonly O?: string | string[] } =
    socket.getPeerCertificate().subject;
  // kube-apiserver ignores a certificate without a name. Go uses the last of several names.
  const username = listOf(CN).at(-1) ?? '';
  return username === '' ? 'anonymous' : { user: known({ username, groups: listOf(O) }) };
}

function listOf(value: string | readonly string[] | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === 'string' ? [value] : value;
}

/** Adds the group of all users. */
function known(user: RequestUser): RequestUser {
  const { groups } = user;
  return groups.includes(AUTHENTICATED) ? user : { ...user, groups: [...groups, AUTHENTICATED] };
}
