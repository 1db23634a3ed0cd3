import { appendAll } from '@vmgen/base/json';
import { CelObject } from '../values/value.js';

/** Thrown for an invalid address, with the message of Go's net/netip. */
export class AddressError extends Error {
  override readonly name = 'AddressError';
}

/** An IPv4 or IPv6 address. */
export class IpAddress extends CelObject {
  readonly typeName = 'net.IP';
  readonly bytes: readonly number[];

  constructor(bytes: readonly number[]) {
    super();
    this.bytes = bytes;
  }

  override equals(other: IpAddress): boolean {
    return String(other.bytes) === String(this.bytes);
  }

  override get costSize(): number {
    return this.bytes.length;
  }

  get isV4(): boolean {
    return this.bytes.length === 4;
  }

  /** The canonical form. */
  override toString(): string {
    return this.isV4 ? this.bytes.join('.') : printV6(groupsOf(this.bytes));
  }

  get isUnspecified(): boolean {
    return this.bytes.every((byte) => byte === 0);
  }

  get isLoopback(): boolean {
    if (this.isV4) return this.bytes[0] === 127;
    return this.bytes.every((byte, i) => byte === (i === 15 ? 1 : 0));
  }

  get isMulticast(): boolean {
    const first = this.bytes[0] ?? 0;
    return this.isV4 ? (first & 0xf0) === 0xe0 : first === 0xff;
  }

  get isLinkLocalMulticast(): boolean {
    const [a = 0, b = 0, c = 0] = this.bytes;
    return this.isV4 ? a === 224 && b === 0 && c === 0 : a === 0xff && (b & 0x0f) === 2;
  }

  get isLinkLocalUnicast(): boolean {
    const [a = 0, b = 0] = this.bytes;
    return this.isV4 ? a === 169 && b === 254 : a === 0xfe && (b & 0xc0) === 0x80;
  }

  get isGlobalUnicast(): boolean {
    if (this.isV4 && this.bytes.every((byte) => byte === 255)) return false;
    return !this.isUnspecified && !this.isLoopback && !this.isMulticast && !this.isLinkLocalUnicast;
  }

  /** Whether this is an IPv4 address mapped to IPv6. */
  get isMapped(): boolean {
    if (this.isV4) return false;
    return this.bytes.slice(0, 12).every((byte, i) => byte === (i < 10 ? 0 : 0xff));
  }
}

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

/**
 * Parses an address as Go's netip.ParseAddr does. Returns the zone separately.
 *
 * @throws AddressError
 */
export function parseAddress(text: string): { address: IpAddress; zone: string } {
  const fail: Fail = (why, at = '') => {
    const place = at === '' ? '' : ` (at ${JSON.stringify(at)})`;
    throw new AddressError(`ParseAddr(${JSON.stringify(text)}): ${why}${place}`);
  };
  const special = /[.:%]/.exec(text)?.[0];
  if (special === '.') return { address: new IpAddress(parseV4(text, fail)), zone: '' };
  if (special === '%') return fail('missing IPv6 address');
  if (special !== ':') return fail('unable to parse IP');
  const percent = text.indexOf('%');
  const zone = percent === -1 ? '' : text.slice(percent + 1);
  if (percent !== -1 && zone === '') fail('zone must be a non-empty string');
  return { address: parseV6(percent === -1 ? text : text.slice(0, percent), fail), zone };
}

type Fail = (why: string, at?: string) => never;

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

function parseV6(text: string, fail: Fail): IpAddress {
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
      appendAll(bytes, parseTail(rest, bytes.length, gap !== -1, fail));
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
  return new IpAddress([...bytes.slice(0, gap), ...zeros, ...bytes.slice(gap)]);
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
