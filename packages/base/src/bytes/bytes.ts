const view = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** A string's length in UTF-8 bytes, which is what Go's `len` counts. */
export const byteLength = (text: string): number => Buffer.byteLength(text);

/** The text of UTF-8 bytes, with its byte order mark. Invalid bytes become U+FFFD. */
export const decodeUtf8 = (bytes: Uint8Array): string => view(bytes).toString();

/** Base64 with padding (RFC 4648, section 4). */
export const encodeBase64 = (bytes: Uint8Array): string => view(bytes).toString('base64');

/** Base64 for URLs and file names, without padding (RFC 4648, section 5). */
export const encodeBase64Url = (bytes: Uint8Array): string => view(bytes).toString('base64url');

/**
 * The bytes of a base64 text of either alphabet, with or without padding. Ignores other characters, and what
 * follows the padding.
 */
export const decodeBase64 = (text: string): Uint8Array =>
  new Uint8Array(Buffer.from(text, 'base64'));

/** Two lower-case digits for each byte. */
export const encodeHex = (bytes: Uint8Array): string => view(bytes).toString('hex');

/** The bytes of a text of pairs of hexadecimal digits. */
export const decodeHex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'hex'));
