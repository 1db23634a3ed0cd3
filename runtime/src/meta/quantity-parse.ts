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

const DECIMAL_EXPONENTS = new Map([
  ['n', -9],
  ['u', -6],
  ['m', -3],
  ['', 0],
  ['k', 3],
  ['M', 6],
  ['G', 9],
  ['T', 12],
  ['P', 15],
  ['E', 18],
]);
const BINARY_EXPONENTS = new Map([
  ['Ki', 10],
  ['Mi', 20],
  ['Gi', 30],
  ['Ti', 40],
  ['Pi', 50],
  ['Ei', 60],
]);

const QUANTITY = /^([+-]?)([0-9]*)(?:\.([0-9]*))?([eEinumkKMGTP]*[-+]?[0-9]*)$/;
const NOT_A_QUANTITY =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

/** More than any real amount needs. Prevents `1e2000000000` from allocating a gigabyte. */
const MAX_DECIMAL_EXPONENT = 100;
const MAX_BINARY_NANOS = (2n ** 63n - 1n) * 1_000_000_000n;

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
  base === 2 ? exponent <= 40 : exponent >= -9;

/** A binary amount below one cannot be printed with a binary suffix. */
function formatOf(nanos: bigint, format: QuantityFormat): QuantityFormat {
  return format === 'BinarySI' && nanos > 0n && nanos < 1_000_000_000n ? 'DecimalSI' : format;
}

function parseSuffix(text: string, suffix: string): Suffix {
  const decimal = DECIMAL_EXPONENTS.get(suffix);
  if (decimal !== undefined) return { base: 10, exponent: decimal, format: 'DecimalSI' };
  const binary = BINARY_EXPONENTS.get(suffix);
  if (binary !== undefined) return { base: 2, exponent: binary, format: 'BinarySI' };
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
