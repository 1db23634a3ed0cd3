/* The ASN.1 DER encodings that a certificate needs (X.690). */

/** Encodes a value with its tag and length. */
export function tlv(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content), content]);
}

function lengthOf(content: Buffer): Buffer {
  if (content.length < 0x80) return Buffer.from([content.length]);
  const digits: number[] = [];
  for (let rest = content.length; rest > 0; rest >>>= 8) digits.unshift(rest & 0xff);
  return Buffer.from([0x80 | digits.length, ...digits]);
}

export const sequence = (...parts: readonly Buffer[]): Buffer => tlv(0x30, ...parts);
export const set = (...parts: readonly Buffer[]): Buffer => tlv(0x31, ...parts);
export const utf8String = (text: string): Buffer => tlv(0x0c, Buffer.from(text, 'utf8'));
export const octetString = (content: Buffer): Buffer => tlv(0x04, content);
/** A bit string of whole bytes. */
export const bitString = (content: Buffer): Buffer => tlv(0x03, Buffer.from([0]), content);
/** Big-endian. The first bit must be 0 for a positive number. */
export const integer = (bytes: Buffer): Buffer => tlv(0x02, bytes);
/** `[tag] EXPLICIT`: wraps a complete value. */
export const explicit = (tag: number, content: Buffer): Buffer => tlv(0xa0 | tag, content);
/** `[tag] IMPLICIT` of a primitive value. */
export const implicit = (tag: number, content: Buffer): Buffer => tlv(0x80 | tag, content);

/** An object identifier in dotted form. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return tlv(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(value: number): number[] {
  const digits = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) digits.unshift((rest & 0x7f) | 0x80);
  return digits;
}

/** A bit string of at most eight flags with one flag set, counted from the left. */
export function bitFlags(flag: number): Buffer {
  return tlv(0x03, Buffer.from([7 - flag, 0x80 >>> flag]));
}

/**
 * Whole seconds: UTCTime until 2049, because it has two digits for the year, then GeneralizedTime.
 */
export function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/\D/g, '').slice(0, 14);
  return date.getUTCFullYear() < 2050
    ? tlv(0x17, Buffer.from(`${digits.slice(2)}Z`, 'ascii'))
    : tlv(0x18, Buffer.from(`${digits}Z`, 'ascii'));
}
