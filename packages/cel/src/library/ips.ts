import { CelError, CelObject, noSuchOverload, type CelValue } from '../values/value.js';
import { methodOf, type CelFunction } from './function-library.js';
import { appendAll } from '@vmgen/base/json';

/** Thrown for an invalid address, with the message of Go's net/netip. */
class AddressError extends Error {
  override readonly name = 'AddressError';
}

/** An IPv4 or IPv6 address. */
class IpAddress extends CelObject {
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
function parseAddress(text: string): { address: IpAddress; zone: string } {
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

/** Kubernetes' libraries of IP addresses and networks. */

/** A network: an address and the length of its prefix. */
class Cidr extends CelObject {
  readonly typeName = 'net.CIDR';
  readonly address: IpAddress;
  readonly bits: number;

  constructor(address: IpAddress, bits: number) {
    super();
    this.address = address;
    this.bits = bits;
  }

  override equals(other: Cidr): boolean {
    return this.bits === other.bits && this.address.equals(other.address);
  }

  override get costSize(): number {
    return Math.ceil(this.bits / 8);
  }

  override toString(): string {
    return `${String(this.address)}/${this.bits}`;
  }

  masked(bits = this.bits): IpAddress {
    return new IpAddress(
      this.address.bytes.map((byte, i) => {
        const kept = Math.min(8, Math.max(0, bits - i * 8));
        return byte & (0xff << (8 - kept)) & 0xff;
      }),
    );
  }

  contains(address: IpAddress): boolean {
    if (address.isV4 !== this.address.isV4) return false;
    return new Cidr(address, this.bits).masked().equals(this.masked());
  }
}

function toIp(text: CelValue | undefined): IpAddress | CelError {
  if (typeof text !== 'string') return noSuchOverload;
  const quoted = JSON.stringify(text);
  try {
    const { address, zone } = parseAddress(text);
    if (zone !== '') return new CelError(`IP address ${quoted} with zone value is not allowed`);
    if (!address.isMapped) return address;
    return new CelError(`IPv4-mapped IPv6 address ${quoted} is not allowed`);
  } catch (error) {
    if (!(error instanceof AddressError)) throw error;
    return new CelError(
      `IP Address ${quoted} parse error during conversion from string: ${error.message}`,
    );
  }
}

const CIDR_ERROR = 'network address parse error during conversion from string: ';

function toCidr(text: CelValue | undefined): Cidr | CelError {
  if (typeof text !== 'string') return noSuchOverload;
  try {
    const cidr = parseCidr(text);
    if (!cidr.address.isMapped) return cidr;
    return new CelError(
      `${CIDR_ERROR}IPv4-mapped IPv6 address ${JSON.stringify(text)} is not allowed`,
    );
  } catch (error) {
    if (!(error instanceof AddressError)) throw error;
    return new CelError(`${CIDR_ERROR}${CIDR_ERROR}${error.message}`);
  }
}

function parseCidr(text: string): Cidr {
  const fail = (why: string): never => {
    throw new AddressError(`netip.ParsePrefix(${JSON.stringify(text)}): ${why}`);
  };
  const slash = text.lastIndexOf('/');
  if (slash === -1) fail("no '/'");
  const digits = text.slice(slash + 1);
  const { address, zone } = parsePrefixAddress(text.slice(0, slash), fail);
  if (zone !== '') fail('IPv6 zones cannot be present in a prefix');
  if (!/^(0|[1-9]\d{0,8})$/.test(digits)) fail(`bad bits after slash: ${JSON.stringify(digits)}`);
  if (Number(digits) > address.bytes.length * 8) fail('prefix length out of range');
  return new Cidr(address, Number(digits));
}

function parsePrefixAddress(
  text: string,
  fail: (why: string) => never,
): ReturnType<typeof parseAddress> {
  try {
    return parseAddress(text);
  } catch (error) {
    if (!(error instanceof AddressError)) throw error;
    return fail(error.message);
  }
}

/**
 * Whether a network contains an address. For an invalid address, the error has no details, as
 * upstream.
 */
function containsIp(cidr: Cidr, other: CelValue): CelValue {
  return other instanceof IpAddress ? cidr.contains(other) : noSuchOverload;
}

function containsCidr(cidr: Cidr, other: CelValue): CelValue {
  if (!(other instanceof Cidr)) return other instanceof CelError ? other : noSuchOverload;
  return cidr.bits <= other.bits && cidr.contains(other.address);
}

function isCanonical(text: CelValue | undefined): CelValue {
  const ip = toIp(text);
  return ip instanceof CelError ? ip : String(ip) === text;
}

export const IPS: ReadonlyMap<string, CelFunction> = new Map<string, CelFunction>([
  ['string_to_ip', ([text]) => toIp(text)],
  ['is_ip', ([text]) => toIp(text) instanceof IpAddress],
  ['ip_is_canonical', ([text]) => isCanonical(text)],
  ['ip_family', methodOf(IpAddress, (ip) => (ip.isV4 ? 4n : 6n))],
  ['ip_is_unspecified', methodOf(IpAddress, (ip) => ip.isUnspecified)],
  ['ip_is_loopback', methodOf(IpAddress, (ip) => ip.isLoopback)],
  ['ip_is_link_local_multicast', methodOf(IpAddress, (ip) => ip.isLinkLocalMulticast)],
  ['ip_is_link_local_unicast', methodOf(IpAddress, (ip) => ip.isLinkLocalUnicast)],
  ['ip_is_global_unicast', methodOf(IpAddress, (ip) => ip.isGlobalUnicast)],
  ['ip_to_string', methodOf(IpAddress, (ip) => String(ip))],
  ['string_to_cidr', ([text]) => toCidr(text)],
  ['is_cidr', ([text]) => toCidr(text) instanceof Cidr],
  ['cidr_to_string', methodOf(Cidr, (cidr) => String(cidr))],
  ['cidr_ip', methodOf(Cidr, (cidr) => cidr.address)],
  ['cidr_masked', methodOf(Cidr, (cidr) => new Cidr(cidr.masked(), cidr.bits))],
  ['cidr_prefix_length', methodOf(Cidr, (cidr) => BigInt(cidr.bits))],
  ['cidr_contains_ip_ip', methodOf(Cidr, containsIp)],
  ['cidr_contains_ip_string', methodOf(Cidr, (cidr, text) => containsIp(cidr, toIp(text)))],
  ['cidr_contains_cidr', methodOf(Cidr, containsCidr)],
  ['cidr_contains_cidr_string', methodOf(Cidr, (cidr, text) => containsCidr(cidr, toCidr(text)))],
]);
