import type { Field } from '@vmgen/crd/internal';
import { ipBytes, isMappedIp, printIp, withoutLeadingZeros } from '@vmgen/base/text';

/** The error for a range that {@link parseCidr} cannot parse. */
const CIDR_FORM = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';
/** The error for an address that is not valid. */
const IP_FORM = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';

/**
 * Validates an IP address. kube-apiserver parses leading zeros and IPv4-mapped addresses, and accepts
 * them only in stored objects.
 *
 * Upstream: apimachinery/pkg/util/validation/ip.go.
 */
export function checkIp(field: Field): boolean {
  const problem = addressProblem(field.text);
  if (problem !== undefined) field.invalid(problem, field.text);
  return problem === undefined;
}

function addressProblem(text: string): string | undefined {
  const standard = withoutLeadingZeros(text);
  const bytes = ipBytes(standard);
  if (bytes === undefined) return IP_FORM;
  if (standard !== text) return 'must not have leading 0s';
  return isMappedIp(bytes) ? 'must not be an IPv4-mapped IPv6 address' : undefined;
}

/** Returns the bytes of an address that may have leading zeros; undefined for other texts. */
export const lenientIpBytes = (text: string): readonly number[] | undefined =>
  ipBytes(withoutLeadingZeros(text));

/** Returns an address as Go prints it: an IPv4-mapped address as IPv4, and IPv6 as in RFC 5952. */
export function canonicalIp(address: string): string {
  const bytes = lenientIpBytes(address);
  return bytes === undefined ? address : printIp(isMappedIp(bytes) ? bytes.slice(12) : bytes);
}

/** Runs a check of an address or range. If it passes, the text must also have its canonical form. */
export function checkCanonical(
  field: Field,
  check: () => void,
  canonicalOf: (text: string) => string,
): void {
  const before = field.errors.length;
  check();
  if (field.errors.length > before) return;
  const canonical = canonicalOf(field.text);
  if (canonical === field.text) return;
  field.invalid(`must be in canonical form (${JSON.stringify(canonical)})`);
}

/**
 * Validates a range of addresses.
 *
 * @param text the range, if it is only a part of the field
 * @returns the range, also if it is not in the standard form; undefined if it cannot be parsed
 */
export function checkCidr(field: Field, text = field.text): Cidr | undefined {
  const range = parseCidr(text);
  const problem = range === undefined ? CIDR_FORM : formProblem(text, range);
  if (problem !== undefined) field.invalid(problem, field.text || text);
  return range;
}

/** How an IPv4-mapped address begins. */
const MAPPED = 0xffffn;

function formProblem(text: string, { bits, prefix, isV4 }: Cidr): string | undefined {
  const [address = '', length = ''] = text.split('/');
  if (withoutLeadingZeros(address) !== address || /^0\d/.test(length)) {
    return 'must not have leading 0s in IP or prefix length';
  }
  if (!isV4 && bits >> 32n === MAPPED) return 'must not have an IPv4-mapped IPv6 address';
  const rest = (1n << BigInt((isV4 ? 32 : 128) - prefix)) - 1n;
  return (bits & rest) === 0n ? undefined : 'must not have bits set beyond the prefix length';
}

/** Validates an address that must be reachable from other hosts. */
export function checkPublicIp(field: Field): void {
  if (!checkIp(field)) return;
  const special = SPECIAL.find(([pattern]) => pattern.test(field.text.toLowerCase()));
  if (special !== undefined) field.invalid(special[1]);
}

const SPECIAL: readonly (readonly [RegExp, string])[] = [
  [/^(0\.0\.0\.0|::)$/, 'may not be unspecified (0.0.0.0)'],
  [/^(127\.|::1$)/, 'may not be in the loopback range (127.0.0.0/8, ::1/128)'],
  [/^(169\.254\.|fe[89ab])/, 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'],
  [
    /^(224\.0\.0\.|ff02:)/,
    'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)',
  ],
];

/** A range of addresses. */
interface Cidr {
  readonly bits: bigint;
  readonly prefix: number;
  readonly isV4: boolean;
}

/** Parses `10.0.0.0/8`, also with leading zeros; returns undefined for invalid text. */
function parseCidr(text: string): Cidr | undefined {
  const [address = '', length = '', ...rest] = text.split('/');
  const bytes = lenientIpBytes(address);
  if (rest.length > 0 || bytes === undefined || !/^\d{1,3}$/.test(length)) return undefined;
  const prefix = Number(length);
  if (prefix > bytes.length * 8) return undefined;
  return { bits: bitsOf(bytes), prefix, isV4: bytes.length === 4 };
}

/** Whether a range is a proper part of another range. */
export function isWithin(inner: Cidr, outer: Cidr): boolean {
  if (inner.isV4 !== outer.isV4 || inner.prefix <= outer.prefix) return false;
  const rest = BigInt((outer.isV4 ? 32 : 128) - outer.prefix);
  return inner.bits >> rest === outer.bits >> rest;
}

/** Returns the bytes of an address as a number. */
export const bitsOf = (bytes: readonly number[]): bigint =>
  bytes.reduce((bits, byte) => (bits << 8n) | BigInt(byte), 0n);
