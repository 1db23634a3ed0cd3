/** Thrown for text that is not an IP address, with the message of Go's net/netip. */
export class IpError extends Error {
  override readonly name = 'IpError';
}

type Fail = (why: string, at?: string) => never;

/**
 * Parses an address as Go's netip.ParseAddr does: 4 or 16 bytes, and the zone of an IPv6 address, which may be empty.
 *
 * @throws IpError
 */
export function parseIp(text: string): {
  readonly bytes: readonly number[];
  readonly zone: string;
} {
  const fail: Fail = (why, at = '') => {
    const place = at === '' ? '' : ` (at ${JSON.stringify(at)})`;
    throw new IpError(`ParseAddr(${JSON.stringify(text)}): ${why}${place}`);
  };
  const special = /[.:%]/.exec(text)?.[0];
  if (special === '.') return { bytes: parseV4(text, fail), zone: '' };
  if (special === '%') return fail('missing IPv6 address');
  if (special !== ':') return fail('unable to parse IP');
  const percent = text.indexOf('%');
  const zone = percent === -1 ? '' : text.slice(percent + 1);
  if (percent !== -1 && zone === '') fail('zone must be a non-empty string');
  return { bytes: parseV6(percent === -1 ? text : text.slice(0, percent), fail), zone };
}

/** Returns the 4 or 16 bytes of an address without a zone; undefined for other texts. */
export function ipBytes(text: string): readonly number[] | undefined {
  try {
    const { bytes, zone } = parseIp(text);
    return zone === '' ? bytes : undefined;
  } catch (error) {
    if (error instanceof IpError) return undefined;
    throw error;
  }
}

/** Removes leading zeros of decimal parts, which Kubernetes reads: `010.1.1.1`, but not `2001:0db8::`. */
export const withoutLeadingZeros = (address: string): string =>
  address.includes('.')
    ? address.replace(/(?<=^|[.:])\d+(?=\.|$)/g, (part) => part.replace(/^0+(?=.)/, ''))
    : address;

/** Whether the bytes are an IPv4 address mapped to IPv6. */
export const isMappedIp = (bytes: readonly number[]): boolean =>
  bytes.length === 16 && bytes.slice(0, 12).every((byte, i) => byte === (i < 10 ? 0 : 0xff));

/** Returns the canonical form; for IPv6, that of RFC 5952. */
export const printIp = (bytes: readonly number[]): string =>
  bytes.length === 4 ? bytes.join('.') : printV6(groupsOf(bytes));

function groupsOf(bytes: readonly number[]): number[] {
  return Array.from({ length: 8 }, (_, i) => ((bytes[2 * i] ?? 0) << 8) | (bytes[2 * i + 1] ?? 0));
}

/** RFC 5952: `::` replaces the first of the longest runs of two or more zeros. */
function printV6(groups: readonly number[]): string {
  let best = { start: -1, length: 1 };
  for (let start = 0; start < groups.length; start++) {
    let length = 0;
    while (groups[start + length] === 0) length++;
    if (length > best.length) best = { start, length };
  }
  const hex = (part: readonly number[]): string =>
    part.map((group) => group.toString(16)).join(':');
  if (best.start === -1) return hex(groups);
  return `${hex(groups.slice(0, best.start))}::${hex(groups.slice(best.start + best.length))}`;
}

function parseV4(text: string, fail: Fail): number[] {
  const bytes: number[] = [];
  let digits = '';
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? '';
    if (/\d/.test(char)) {
      if (digits === '0') fail('IPv4 field has octet with leading zero');
      digits += char;
      if (Number(digits) > 255) fail('IPv4 field has value >255');
    } else if (char !== '.') {
      fail('unexpected character', text.slice(i));
    } else {
      if (digits === '' || i === text.length - 1) {
        fail('IPv4 field must have at least one digit', text.slice(i));
      }
      if (bytes.length === 3) fail('IPv4 address too long');
      bytes.push(Number(digits));
      digits = '';
    }
  }
  if (bytes.length < 3) fail('IPv4 address too short');
  return [...bytes, Number(digits)];
}

function parseV6(text: string, fail: Fail): number[] {
  const bytes: number[] = [];
  let rest = text;
  let gap = -1;
  if (rest.startsWith('::')) {
    gap = 0;
    rest = rest.slice(2);
  }
  while (bytes.length < 16 && (rest !== '' || gap === -1)) {
    const group = /^[0-9a-fA-F]*/.exec(rest)?.[0] ?? '';
    if (group.length > 4) fail('each group must have 4 or less digits', rest);
    if (group === '') fail('each colon-separated field must have at least one digit', rest);
    if (rest[group.length] === '.') {
      for (const byte of parseTail(rest, bytes.length, gap !== -1, fail)) bytes.push(byte);
      rest = '';
      break;
    }
    bytes.push(parseInt(group, 16) >> 8, parseInt(group, 16) & 0xff);
    rest = rest.slice(group.length);
    if (rest === '') break;
    if (!rest.startsWith(':')) fail('unexpected character, want colon', rest);
    if (rest === ':') fail('colon must be followed by more characters', rest);
    rest = rest.slice(1);
    if (!rest.startsWith(':')) continue;
    if (gap !== -1) fail('multiple :: in address', rest);
    gap = bytes.length;
    rest = rest.slice(1);
  }
  if (rest !== '') fail('trailing garbage after address', rest);
  if (bytes.length === 16 && gap !== -1) {
    fail('the :: must expand to at least one field of zeros');
  }
  if (bytes.length < 16 && gap === -1) fail('address string too short');
  const zeros = Array.from({ length: 16 - bytes.length }, () => 0);
  return [...bytes.slice(0, gap), ...zeros, ...bytes.slice(gap)];
}

/** An IPv4 address at the end of an IPv6 one. */
function parseTail(text: string, offset: number, hasGap: boolean, fail: Fail): number[] {
  if (!hasGap && offset !== 12) {
    fail('embedded IPv4 address must replace the final 2 fields of the address', text);
  }
  if (offset > 12) {
    fail('too many hex fields to fit an embedded IPv4 at the end of the address', text);
  }
  return parseV4(text, fail);
}
