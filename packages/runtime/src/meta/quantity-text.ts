import { recognizeCopies, VmgenError } from '../errors/vmgen-error.js';

/**
 * The notation of an amount: with decimal suffixes (`4G`), binary suffixes (`4Gi`) or an exponent
 * (`4e9`).
 */
export type QuantityFormat = 'DecimalSI' | 'BinarySI' | 'DecimalExponent';

/**
 * The maximum length of a quantity in characters. Real amounts have fewer than a hundred digits.
 * Parsing and printing take quadratic time, and untrusted texts can have millions of digits.
 */
const MAX_LENGTH = 1_000;

/** A text is not a quantity. The message contains the text and apimachinery's message. */
export class QuantityError extends VmgenError {
  /** `QuantityError`, for checks without the class. */
  override readonly name = 'QuantityError';

  static {
    recognizeCopies(this, 'QuantityError');
  }
  /** The text that is not a quantity. */
  readonly text: string;

  constructor(text: string, reason: string) {
    const shown = text.length > MAX_LENGTH ? `${text.slice(0, 80)}…` : text;
    super('ERR_VMGEN_QUANTITY', `invalid quantity ${JSON.stringify(shown)}: ${reason}`);
    this.text = text;
  }
}

interface Suffix {
  readonly base: 2 | 10;
  readonly exponent: number;
  readonly format: QuantityFormat;
}

const NANOS = 1_000_000_000n;
/** The suffixes from a billionth in steps of a thousand. */
const DECIMAL_SUFFIXES = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'];
const LEAST_EXPONENT = -9;
/** The suffixes from one in steps of 1024. */
const BINARY_SUFFIXES = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

const QUANTITY = /^([+-]?)([0-9]*)(?:\.([0-9]*))?([eEinumkKMGTP]*[-+]?[0-9]*)$/;
const NOT_A_QUANTITY =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

/** More than any real amount needs. Prevents `1e2000000000` from allocating a gigabyte. */
const MAX_DECIMAL_EXPONENT = 100;
const MAX_BINARY_NANOS = (2n ** 63n - 1n) * NANOS;

/** Parses a quantity (apimachinery, resource.ParseQuantity) into billionths and its notation. */
export function parseQuantityText(text: string): { nanos: bigint; format: QuantityFormat } {
  if (text.length > MAX_LENGTH) {
    throw new QuantityError(text, `more than ${MAX_LENGTH} characters`);
  }
  const match = QUANTITY.exec(text);
  if (text === '' || match === null) throw new QuantityError(text, NOT_A_QUANTITY);
  const [, sign, whole = '', fraction = '', suffixText = ''] = match;
  const suffix = parseSuffix(text, suffixText);
  if (whole + fraction === '' && !mayLackDigits(suffix)) {
    throw new QuantityError(text, 'unable to parse numeric part of quantity');
  }
  const magnitude = toNanos(BigInt(`0${whole}${fraction}`), fraction.length, suffix);
  const format = formatOf(magnitude, suffix.format);
  const nanos =
    format === 'BinarySI' && magnitude > MAX_BINARY_NANOS ? MAX_BINARY_NANOS : magnitude;
  return { nanos: sign === '-' ? -nanos : nanos, format };
}

/** Upstream's fast path, which handles these suffixes, treats no digits as 0. */
const mayLackDigits = ({ base, exponent }: Suffix): boolean =>
  base === 2 ? exponent <= 40 : exponent >= LEAST_EXPONENT;

/** A binary amount below one cannot be printed with a binary suffix. */
function formatOf(nanos: bigint, format: QuantityFormat): QuantityFormat {
  return format === 'BinarySI' && nanos > 0n && nanos < NANOS ? 'DecimalSI' : format;
}

function parseSuffix(text: string, suffix: string): Suffix {
  const decimal = DECIMAL_SUFFIXES.indexOf(suffix);
  if (decimal >= 0) {
    return { base: 10, exponent: LEAST_EXPONENT + 3 * decimal, format: 'DecimalSI' };
  }
  const binary = BINARY_SUFFIXES.indexOf(suffix);
  if (binary > 0) return { base: 2, exponent: 10 * binary, format: 'BinarySI' };
  if (!/^[eE][-+]?[0-9]+$/.test(suffix)) {
    throw new QuantityError(text, "unable to parse quantity's suffix");
  }
  const exponent = Number(suffix.slice(1));
  if (exponent > MAX_DECIMAL_EXPONENT) {
    throw new QuantityError(text, `the exponent is beyond ${MAX_DECIMAL_EXPONENT}`);
  }
  return { base: 10, exponent, format: 'DecimalExponent' };
}

/** Returns `digits * 10 ** -decimals` times the suffix, in billionths, rounded up. */
function toNanos(digits: bigint, decimals: number, { base, exponent }: Suffix): bigint {
  if (digits === 0n) return 0n;
  const decimalExponent = 9 - decimals + (base === 10 ? exponent : 0);
  const amount = base === 2 ? digits << BigInt(exponent) : digits;
  if (decimalExponent >= 0) return amount * 10n ** BigInt(decimalExponent);
  const digitCount = String(amount).length;
  // Less than a billionth: round up without computing a huge power.
  if (-decimalExponent > digitCount) return 1n;
  const unit = 10n ** BigInt(-decimalExponent);
  return (amount + unit - 1n) / unit;
}

/**
 * Returns the canonical form (apimachinery, Quantity.CanonicalizeBytes): no fraction, no loss of
 * precision, and the largest suffix that allows both.
 */
export function formatQuantity(nanos: bigint, format: QuantityFormat): string {
  if (nanos === 0n) return '0';
  const magnitude = nanos < 0n ? -nanos : nanos;
  const sign = nanos < 0n ? '-' : '';
  const binary = format === 'BinarySI' && magnitude >= 1024n * NANOS && magnitude % NANOS === 0n;
  if (binary) return sign + formatBinary(magnitude / NANOS);
  return sign + formatDecimal(magnitude, format === 'DecimalExponent');
}

function formatBinary(amount: bigint): string {
  let mantissa = amount;
  let suffix = 0;
  while (suffix < BINARY_SUFFIXES.length - 1 && mantissa % 1024n === 0n) {
    mantissa /= 1024n;
    suffix++;
  }
  return `${mantissa}${BINARY_SUFFIXES[suffix]}`;
}

/**
 * In steps of three, because all suffixes, and by convention all exponents, are powers of a
 * thousand.
 */
function formatDecimal(nanos: bigint, withExponent: boolean): string {
  let mantissa = nanos;
  let steps = 0;
  while (mantissa % 1000n === 0n && (withExponent || steps < DECIMAL_SUFFIXES.length - 1)) {
    mantissa /= 1000n;
    steps++;
  }
  if (!withExponent) return `${mantissa}${DECIMAL_SUFFIXES[steps] ?? ''}`;
  const exponent = LEAST_EXPONENT + 3 * steps;
  return exponent === 0 ? `${mantissa}` : `${mantissa}e${exponent}`;
}
