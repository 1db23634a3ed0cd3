import { CelError, CelObject, noSuchOverload, type CelValue } from '../values/value.js';
import { methodOf, type CelFunction } from './function-library.js';
import { IpError, isMappedIp, parseIp, printIp } from '@vmgen/base/text';

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
    return printIp(this.bytes);
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
}

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
    const { bytes, zone } = parseIp(text);
    if (zone !== '') return new CelError(`IP address ${quoted} with zone value is not allowed`);
    if (!isMappedIp(bytes)) return new IpAddress(bytes);
    return new CelError(`IPv4-mapped IPv6 address ${quoted} is not allowed`);
  } catch (error) {
    if (!(error instanceof IpError)) throw error;
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
    if (!isMappedIp(cidr.address.bytes)) return cidr;
    return new CelError(
      `${CIDR_ERROR}IPv4-mapped IPv6 address ${JSON.stringify(text)} is not allowed`,
    );
  } catch (error) {
    if (!(error instanceof IpError)) throw error;
    return new CelError(`${CIDR_ERROR}${CIDR_ERROR}${error.message}`);
  }
}

function parseCidr(text: string): Cidr {
  const fail = (why: string): never => {
    throw new IpError(`netip.ParsePrefix(${JSON.stringify(text)}): ${why}`);
  };
  const slash = text.lastIndexOf('/');
  if (slash === -1) fail("no '/'");
  const digits = text.slice(slash + 1);
  const { bytes, zone } = parsePrefixAddress(text.slice(0, slash), fail);
  if (zone !== '') fail('IPv6 zones cannot be present in a prefix');
  if (!/^(0|[1-9]\d{0,8})$/.test(digits)) fail(`bad bits after slash: ${JSON.stringify(digits)}`);
  if (Number(digits) > bytes.length * 8) fail('prefix length out of range');
  return new Cidr(new IpAddress(bytes), Number(digits));
}

function parsePrefixAddress(
  text: string,
  fail: (why: string) => never,
): ReturnType<typeof parseIp> {
  try {
    return parseIp(text);
  } catch (error) {
    if (!(error instanceof IpError)) throw error;
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
