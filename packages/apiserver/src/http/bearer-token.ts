import { randomBytes, timingSafeEqual } from 'node:crypto';

/** Returns 32 random bytes, encoded for a header. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns whether an Authorization header contains a token. */
type TokenCheck = (authorization: string | undefined) => boolean;

/**
 * Creates the check for one token. Its duration does not depend on the position of a difference. It
 * depends on the length of the header, but the length of tokens is public.
 */
export function createTokenCheck(token: string): TokenCheck {
  const expected = Buffer.from(token);
  const usual = `Bearer ${token}`;
  return (authorization) => {
    // Clients usually send the header in this form. Parsing other forms takes much longer.
    if (isSameText(authorization ?? '', usual)) return true;
    const shown = Buffer.from(/^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? '');
    return shown.length === expected.length && timingSafeEqual(shown, expected);
  };
}

/** Compares texts of the same length without a branch that depends on their characters. */
function isSameText(text: string, expected: string): boolean {
  if (text.length !== expected.length) return false;
  let difference = 0;
  for (let i = 0; i < expected.length; i++) {
    difference |= text.charCodeAt(i) ^ expected.charCodeAt(i);
  }
  return difference === 0;
}
