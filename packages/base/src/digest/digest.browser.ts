import { hmac } from '@noble/hashes/hmac.js';
import * as noble from '@noble/hashes/sha2.js';
import { encodeUtf8 } from '../bytes/index.js';

/** As in digest.ts, for browsers. */
export const sha256 = (content: Uint8Array | string): Uint8Array => noble.sha256(bytesOf(content));

export const sha512 = (content: Uint8Array | string): Uint8Array => noble.sha512(bytesOf(content));

export const hmacSha256 = (key: Uint8Array, content: Uint8Array | string): Uint8Array =>
  hmac(noble.sha256, key, bytesOf(content));

const bytesOf = (content: Uint8Array | string): Uint8Array =>
  typeof content === 'string' ? encodeUtf8(content) : content;
