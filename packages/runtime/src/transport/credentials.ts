import { VmgenError } from '../errors/vmgen-error.js';
import { systemClock, type Clock } from '../async/clock.js';
import type { Credentials, RequestCredentials } from './cluster-config.js';
import { latestGood } from './latest-good.js';
import { checkKeyPair } from './pem.js';
import type { TextSource } from './text-source.js';

/** The credentials of an anonymous caller: none. */
export const noCredentials: Credentials = {
  current: () => NOTHING,
  invalidate() {},
};

const NOTHING: RequestCredentials = {};

/** Credentials with a user name and a password (basic authentication). */
export function basicCredentials(username: string, password: string): Credentials {
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const current: RequestCredentials = { authorization };
  return { current: () => current, invalidate() {} };
}

/**
 * Credentials with a bearer token. Returns the same object until the source changes. While the
 * source is empty, such as during a rotation, the last token is used.
 */
export function bearerTokenCredentials(
  source: TextSource,
  clock: Clock = systemClock,
): Credentials {
  const make = ([text = '']: readonly string[]): RequestCredentials => ({
    authorization: bearer(text.trim(), source.name),
  });
  const latest = latestGood([source], make, clock);
  return { current: () => latest.current(), invalidate: () => latest.recheck() };
}

/** Returns the header with a token. `origin` is the source of the token in error messages. */
export function bearer(token: string, origin?: string): string {
  const place = origin === undefined ? '' : `${origin}: `;
  if (token === '') {
    throw new VmgenError('ERR_VMGEN_CREDENTIALS', `${place}the bearer token is empty`);
  }
  if (!/^[\x20-\x7e]+$/.test(token)) {
    const reason = 'the bearer token contains a line break or a character that is not ASCII';
    throw new VmgenError('ERR_VMGEN_CREDENTIALS', `${place}${reason}`);
  }
  return `Bearer ${token}`;
}

/**
 * Credentials with a client certificate and its key. While the two do not match, such as when one
 * is rotated before the other, the last pair is used.
 */
export function certificateCredentials(
  cert: TextSource,
  key: TextSource,
  clock: Clock = systemClock,
): Credentials {
  const make = ([certificate = '', itsKey = '']: readonly string[]): RequestCredentials => {
    checkKeyPair({ cert: certificate, key: itsKey }, cert.name, key.name);
    return { certificate: { cert: certificate, key: itsKey } };
  };
  const latest = latestGood([cert, key], make, clock);
  return { current: () => latest.current(), invalidate: () => latest.recheck() };
}

/** Combines credentials, such as a certificate and a token. `second` takes precedence. */
export function bothCredentials(first: Credentials, second: Credentials): Credentials {
  return {
    current(options) {
      const one = first.current(options);
      const other = second.current(options);
      if (!(one instanceof Promise) && !(other instanceof Promise)) return { ...one, ...other };
      return Promise.all([one, other]).then(([a, b]) => ({ ...a, ...b }));
    },
    invalidate(refused) {
      first.invalidate(refused);
      second.invalidate(refused);
    },
  };
}

/** Returns whether both credentials are the same. Certificates are compared by identity. */
export function isSameAs(one: RequestCredentials, other: RequestCredentials): boolean {
  return one.authorization === other.authorization && one.certificate === other.certificate;
}
