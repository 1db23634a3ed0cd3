/** As in bytes.ts, for browsers. */
import { encodeUtf8 } from './utf8.js';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Up to this length, a loop over the characters is faster than a call of the encoder. */
const SHORT_LENGTH = 512;

export function byteLength(text: string): number {
  if (text.length > SHORT_LENGTH) return encodeUtf8(text).length;
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    bytes += unit < 0x800 ? 1 : 2;
    // The second unit of a pair adds nothing to the four bytes of its character.
    if ((unit & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) i++;
  }
  return bytes;
}

export const decodeUtf8 = (bytes: Uint8Array): string => decoder.decode(bytes);

const STANDARD = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const URL_SAFE = STANDARD.replace('+/', '-_');

/** The values of the digits of both alphabets by character code; -1 for other characters. */
const VALUES = Int8Array.from({ length: 128 }, (_, code) => {
  const digit = String.fromCharCode(code);
  return Math.max(STANDARD.indexOf(digit), URL_SAFE.indexOf(digit));
});

export const encodeBase64 = (bytes: Uint8Array): string =>
  encode(bytes, STANDARD) + '='.repeat((3 - (bytes.length % 3)) % 3);

export const encodeBase64Url = (bytes: Uint8Array): string => encode(bytes, URL_SAFE);

function encode(bytes: Uint8Array, alphabet: string): string {
  const digits = encodeUtf8(alphabet);
  const text = new Uint8Array(Math.ceil((bytes.length * 4) / 3));
  let bits = 0;
  for (let from = 0, to = 0; to < text.length; to++) {
    // Four digits for three bytes: each but the last takes another byte.
    const place = to % 4;
    if (place === 0) bits = 0;
    if (place < 3) bits = (bits << 8) | (bytes[from++] ?? 0);
    text[to] = digits[(bits >> (place < 3 ? 2 * place + 2 : 0)) & 63] ?? 0;
  }
  return decodeUtf8(text);
}

export function decodeBase64(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((text.length * 3) / 4));
  let length = 0;
  let bits = 0;
  let count = 0;
  for (let i = 0; i < text.length && text[i] !== '='; i++) {
    const value = VALUES[text.charCodeAt(i)] ?? -1;
    if (value < 0) continue;
    bits = ((bits << 6) | value) & 0xffffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes[length++] = bits >> count;
  }
  return bytes.subarray(0, length);
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function encodeHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += HEX[byte] ?? '';
  return text;
}

export const decodeHex = (text: string): Uint8Array =>
  Uint8Array.from({ length: text.length / 2 }, (_, index) =>
    Number.parseInt(text.slice(2 * index, 2 * index + 2), 16),
  );
