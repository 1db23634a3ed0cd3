import { VmgenError } from '../errors/vmgen-error.js';
import type { Credentials, RequestCredentials } from './cluster-config.js';
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

/** A bearer token; the same object is given as long as its source says the same. */
export function tokenCredentials(source: TextSource): Credentials {
  let text: string | undefined;
  let current = NOTHING;
  return {
    current() {
      const latest = source.read();
      if (latest !== text) {
        const token = latest.trim();
        if (token === '')
          throw new VmgenError('ERR_VMGEN_CREDENTIALS', 'the bearer token is empty');
        text = latest;
        current = { authorization: `Bearer ${token}` };
      }
      return current;
    },
    invalidate: () => source.recheck(),
  };
}

/** A client certificate with its key. */
export function certificateCredentials(cert: TextSource, key: TextSource): Credentials {
  let certificate = { cert: '', key: '' };
  let current = NOTHING;
  return {
    current() {
      const latest = { cert: cert.read(), key: key.read() };
      if (latest.cert !== certificate.cert || latest.key !== certificate.key) {
        certificate = latest;
        current = { certificate };
      }
      return current;
    },
    invalidate() {
      cert.recheck();
      key.recheck();
    },
  };
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
