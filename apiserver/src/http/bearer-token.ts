import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Returns 32 random bytes, encoded for a header. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns whether an Authorization header contains a token. */
export type TokenCheck = (authorization: string | undefined) => boolean;

/**
 * Creates the check for one token. Its duration does not depend on the position of a difference. It
 * compares digests, so the duration does not depend on the length either.
 */
export function createTokenCheck(token: string): TokenCheck {
  const expected = digestOf(token);
  return (authorization) => {
    const shown = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? '';
    return timingSafeEqual(digestOf(shown), expected);
  };
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
