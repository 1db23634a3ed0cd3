import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 32 random bytes, as text that may stand in a header. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Whether an Authorization header shows the token. Takes the same time wherever they differ. What
 * is compared are digests, so that the length tells nothing either.
 */
export function showsToken(authorization: string | undefined, token: string): boolean {
  const shown = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? '';
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(shown), digest(token));
}
