import { createHash, createHmac } from 'node:crypto';

/** The SHA-256 digest of bytes or of a text in UTF-8. */
export const sha256 = (content: Uint8Array | string): Uint8Array =>
  createHash('sha256').update(content).digest();

/** The SHA-512 digest of bytes or of a text in UTF-8. */
export const sha512 = (content: Uint8Array | string): Uint8Array =>
  createHash('sha512').update(content).digest();

/** The SHA-256 message authentication code (HMAC) of bytes or of a text in UTF-8. */
export const hmacSha256 = (key: Uint8Array, content: Uint8Array | string): Uint8Array =>
  createHmac('sha256', key).update(content).digest();
