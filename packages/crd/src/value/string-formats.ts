import {
  ipBytes,
  isEmail,
  isHostname,
  isRequestUri,
  isDate,
  isDateTime,
  isDuration,
  withoutLeadingZeros,
} from '@vmgen/base/text';

/**
 * The string formats that the API server enforces (kube-openapi's strfmt). Names are compared
 * without dashes. Other formats are ignored.
 */
type FormatTest = (value: string) => boolean;

const matches =
  (pattern: RegExp): FormatTest =>
  (value) =>
    pattern.test(value);

const TESTS: ReadonlyMap<string, FormatTest> = new Map<string, FormatTest>([
  ['bsonobjectid', matches(/^[0-9a-fA-F]{24}$/)],
  ['uri', isRequestUri],
  ['email', isEmail],
  ['hostname', isHostname],
  ['ipv4', isIpv4],
  ['ipv6', isIpv6],
  ['cidr', isCidr],
  ['mac', isMac],
  ['uuid', matches(/^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i)],
  ['uuid3', matches(/^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i)],
  ['uuid4', matches(/^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i)],
  ['uuid5', matches(/^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i)],
  ['isbn', (value) => isIsbn10(value) || isIsbn13(value)],
  ['isbn10', isIsbn10],
  ['isbn13', isIsbn13],
  ['creditcard', isCreditCard],
  ['ssn', (value) => value.length === 11 && /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(value)],
  ['hexcolor', matches(/^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/)],
  ['rgbcolor', isRgbColor],
  ['byte', isBase64],
  ['password', () => true],
  ['date', isDate],
  ['duration', isDuration],
  ['date-time', isDateTime],
  ['k8s-short-name', matches(/^(?=.{1,63}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?$/)],
  [
    'k8s-long-name',
    matches(/^(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/),
  ],
]);

const normalize = (format: string): string => format.replaceAll('-', '');

const FORMATS: ReadonlyMap<string, FormatTest> = new Map(
  [...TESTS].map(([name, test]) => [normalize(name), test]),
);

/** The names of the formats. */
export const STRING_FORMATS: readonly string[] = [...TESTS.keys()];

export function isKnownStringFormat(format: string): boolean {
  return FORMATS.has(normalize(format));
}

/** The test of a format. Undefined if the API server does not enforce it. */
export function stringFormat(format: string): FormatTest | undefined {
  return FORMATS.get(normalize(format));
}

function isBase64(value: string): boolean {
  return value.length > 0 && value.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(value);
}

function isRgbColor(value: string): boolean {
  const parts = /^rgb\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*\)$/.exec(value)?.slice(1);
  return parts?.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255) ?? false;
}

const digitsOf = (text: string): number[] =>
  Array.from(text, (char) => (char === 'X' ? 10 : Number(char)));
const withoutSpacing = (text: string): string => text.replace(/[\s-]+/g, '');

function isIsbn10(value: string): boolean {
  const digits = withoutSpacing(value);
  if (!/^(?:[0-9]{9}X|[0-9]{10})$/.test(digits)) return false;
  return digitsOf(digits).reduce((sum, digit, i) => sum + (i + 1) * digit, 0) % 11 === 0;
}

function isIsbn13(value: string): boolean {
  const digits = withoutSpacing(value);
  if (!/^[0-9]{13}$/.test(digits)) return false;
  return (
    digitsOf(digits).reduce((sum, digit, i) => sum + (i % 2 === 0 ? 1 : 3) * digit, 0) % 10 === 0
  );
}

const CARD_NUMBER =
  /^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35\d{3})\d{11})$/;

function isCreditCard(value: string): boolean {
  const digits = value.replace(/[^0-9]+/g, '');
  if (!CARD_NUMBER.test(digits)) return false;
  const luhn = digitsOf(digits)
    .reverse()
    .reduce((sum, digit, i) => sum + (i % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)), 0);
  return luhn % 10 === 0;
}

/** Parses an address as Go's net package does: leading zeros only in IPv4, and no zone. */
const ipOf = (value: string): readonly number[] | undefined =>
  ipBytes(value.includes(':') ? value : withoutLeadingZeros(value));

/** kube-openapi only requires an address with a dot, so IPv6 with an IPv4 tail is valid. */
function isIpv4(value: string): boolean {
  return value.includes('.') && ipOf(value) !== undefined;
}

function isIpv6(value: string): boolean {
  return ipOf(value)?.length === 16;
}

function isCidr(value: string): boolean {
  const slash = value.indexOf('/');
  const [address, bits] = [value.slice(0, slash), value.slice(slash + 1)];
  if (slash === -1 || !/^\d{1,6}$/.test(bits)) return false;
  return Number(bits) <= (ipOf(address)?.length ?? -1) * 8;
}

function isMac(value: string): boolean {
  const bytes = /^([0-9a-fA-F]{2})([:-])([0-9a-fA-F]{2}\2)*[0-9a-fA-F]{2}$/;
  const words = /^([0-9a-fA-F]{4}\.)+[0-9a-fA-F]{4}$/;
  if (!bytes.test(value) && !words.test(value)) return false;
  return [12, 16, 40].includes(value.replace(/[:.-]/g, '').length);
}
