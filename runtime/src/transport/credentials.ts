import { VmgenError } from '../errors/vmgen-error.js';
import { systemClock, type Clock } from '../async/clock.js';
import type { Credentials, RequestCredentials } from './cluster-config.js';
import { latestGood } from './latest-good.js';
import { checkKeyPair } from './pem.js';
import type { TextSource } from './text-source.js';

/** Nothing to show: what an anonymous caller has. */
export const noCredentials: Credentials = {
  current: () => NOTHING,
  invalidate() {},
};

const NOTHING: RequestCredentials = {};

/** A user name and a password, sent with each request. */
export function basicCredentials(username: string, password: string): Credentials {
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const current: RequestCredentials = { authorization };
  return { current: () => current, invalidate() {} };
}

/**
 * A bearer token; the same object is given as long as its source says the same. While the source is
 * empty, as in the middle of a rotation, the last token stays in use.
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

/** The header that shows a token; `origin` says where it is from. */
export function bearer(token: string, origin?: string): string {
  const place = origin === undefined ? '' : `${origin}: `;
  if (token === '') {
    throw new VmgenError('ERR_VMGEN_CREDENTIALS', `${place}the bearer token is empty`);
  }
  if (!/^[\x20-\x7e]+$/.test(token)) {
    const reason = 'the bearer token holds a line break or a character that is not ASCII';
    throw new VmgenError('ERR_VMGEN_CREDENTIALS', `${place}${reason}`);
  }
  return `Bearer ${token}`;
}

/**
 * A client certificate with its key. While the two are no pair, as when one of them is rotated before
 * the other, the last pair stays in use.
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

/** What both show together, such as a certificate and a token; `second` wins. */
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

/** Whether both show the same. A certificate is another one when it was read anew. */
export function isSameAs(one: RequestCredentials, other: RequestCredentials): boolean {
  return one.authorization === other.authorization && one.certificate === other.certificate;
}
