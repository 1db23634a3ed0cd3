import { CelError, CelObject, noSuchOverload, type CelValue } from '../values/value.js';
import { methodOf, type CelFunction } from './function-library.js';

/** Kubernetes' library of quantities: `4Gi`, `100m`. */

const NANOS = 1_000_000_000n;

class Quantity extends CelObject {
  readonly typeName = 'kubernetes.Quantity';
  readonly nanos: bigint;
  /**
   * Whether it is written without a fraction. Upstream treats only such a quantity as an integer.
   */
  readonly isWhole: boolean;

  constructor(nanos: bigint, isWhole: boolean) {
    super();
    this.nanos = nanos;
    this.isWhole = isWhole;
  }

  override equals(other: Quantity): boolean {
    return this.nanos === other.nanos;
  }
}

function read(text: CelValue | undefined): Quantity | CelError {
  if (typeof text !== 'string') return noSuchOverload;
  try {
    const { nanos, isWhole } = parseAmount(text);
    return new Quantity(nanos, isWhole);
  } catch (error) {
    if (error instanceof AmountError) return new CelError(error.message);
    throw error;
  }
}

/** The amount as an int. Undefined if it is not an integer or does not fit into 64 bits. */
function wholeOf({ nanos, isWhole }: Quantity): bigint | undefined {
  const whole = nanos / NANOS;
  return isWhole && BigInt.asIntN(64, whole) === whole ? whole : undefined;
}

function toDouble(nanos: bigint): number {
  const magnitude = nanos < 0n ? -nanos : nanos;
  const rest = String(magnitude % NANOS).padStart(9, '0');
  return Number(`${nanos < 0n ? '-' : ''}${magnitude / NANOS}.${rest}`);
}

/** A function of two quantities, or of a quantity and an int. */
const two =
  (apply: (a: Quantity, b: Quantity) => CelValue): CelFunction =>
  ([a, b]) => {
    if (!(a instanceof Quantity)) return noSuchOverload;
    if (typeof b === 'bigint') return apply(a, new Quantity(b * NANOS, true));
    return b instanceof Quantity ? apply(a, b) : noSuchOverload;
  };

const sign = (nanos: bigint): bigint => (nanos > 0n ? 1n : nanos < 0n ? -1n : 0n);
const plus = two((a, b) => new Quantity(a.nanos + b.nanos, a.isWhole && b.isWhole));
const minus = two((a, b) => new Quantity(a.nanos - b.nanos, a.isWhole && b.isWhole));

export const QUANTITIES: ReadonlyMap<string, CelFunction> = new Map<string, CelFunction>([
  ['string_to_quantity', ([text]) => read(text)],
  ['is_quantity_string', ([text]) => read(text) instanceof Quantity],
  ['quantity_sign', methodOf(Quantity, ({ nanos }) => sign(nanos))],
  ['quantity_is_integer', methodOf(Quantity, (quantity) => wholeOf(quantity) !== undefined)],
  [
    'quantity_get_int',
    methodOf(
      Quantity,
      (quantity) => wholeOf(quantity) ?? new CelError('cannot convert value to integer'),
    ),
  ],
  ['quantity_get_float', methodOf(Quantity, ({ nanos }) => toDouble(nanos))],
  ['quantity_compare_to', two((a, b) => sign(a.nanos - b.nanos))],
  ['quantity_is_greater_than', two((a, b) => a.nanos > b.nanos)],
  ['quantity_is_less_than', two((a, b) => a.nanos < b.nanos)],
  ['quantity_add', plus],
  ['quantity_add_int', plus],
  ['quantity_sub', minus],
  ['quantity_sub_int', minus],
]);

/** Thrown for an invalid quantity, with apimachinery's message. */
export class AmountError extends Error {
  override readonly name = 'AmountError';
}

const EXPONENTS = new Map<string, { readonly base: bigint; readonly exponent: number }>([
  ...['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'].map(
    (suffix, i) => [suffix, { base: 10n, exponent: i * 3 - 9 }] as const,
  ),
  ...['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'].map(
    (suffix, i) => [suffix, { base: 2n, exponent: i * 10 + 10 }] as const,
  ),
]);

const QUANTITY = /^([+-]?)(\d*)(?:\.(\d*))?([eEinumkKMGTP]*[-+]?\d*)$/;
/** Parsing takes time quadratic in the length. The runtime has the same limit. */
const MAX_LENGTH = 1_000;
const NANO_DIGITS = 9;
/**
 * The number of digits that upstream's fast path supports. Only amounts on that path count as
 * integers.
 */
const MAX_DECIMAL_DIGITS = 18;
const MAX_BINARY_DIGITS = 14;
/** Larger exponents have no use, and `1e2000000000` would need a gigabyte. */
const MAX_EXPONENT = 100;
const MAX_BINARY_NANOS = (2n ** 63n - 1n) * 10n ** BigInt(NANO_DIGITS);

interface Amount {
  /** The amount in billionths, rounded away from zero. */
  readonly nanos: bigint;
  /**
   * Whether it is written as a whole number with a suffix of one or more: `1k`, not `1000m`, `1.0`,
   * `1.5Ki`.
   */
  readonly isWhole: boolean;
}

/**
 * Parses a quantity (`1.5Gi`, `100m`, `2e3`). The runtime has its own parser for users; a test
 * compares both with apimachinery's answers.
 *
 * @throws AmountError
 */
export function parseAmount(text: string): Amount {
  if (text.length > MAX_LENGTH) throw new AmountError(`it has more than ${MAX_LENGTH} characters`);
  const match = QUANTITY.exec(text);
  if (text === '' || match === null) {
    throw new AmountError(
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    );
  }
  const [, sign, whole = '', fraction = '', suffix = ''] = match;
  const { base, exponent } = readSuffix(suffix);
  // Upstream's fast path accepts 0 without digits.
  const isFast = base === 2n ? exponent <= 40 : exponent >= -NANO_DIGITS;
  if (whole + fraction === '' && !isFast) {
    throw new AmountError('unable to parse numeric part of quantity');
  }
  const digits = BigInt(`0${whole}${fraction}`) * (base === 2n ? 2n ** BigInt(exponent) : 1n);
  const power = NANO_DIGITS - fraction.length + (base === 10n ? exponent : 0);
  const amount = shift(digits, power);
  const nanos = base === 2n && amount > MAX_BINARY_NANOS ? MAX_BINARY_NANOS : amount;
  const length = Math.max(1, whole.replace(/^0+/, '').length);
  const isWhole =
    base === 2n
      ? fraction === '' && length + Math.floor(exponent * 0.3) <= MAX_BINARY_DIGITS
      : exponent >= fraction.length && length + fraction.length <= MAX_DECIMAL_DIGITS;
  return { nanos: sign === '-' ? -nanos : nanos, isWhole };
}

function readSuffix(suffix: string): { readonly base: bigint; readonly exponent: number } {
  const known = EXPONENTS.get(suffix);
  if (known !== undefined) return known;
  const exponent = /^[eE]([-+]?\d+)$/.exec(suffix)?.[1];
  if (exponent === undefined) throw new AmountError("unable to parse quantity's suffix");
  if (Number(exponent) > MAX_EXPONENT) {
    throw new AmountError(`the exponent is beyond ${MAX_EXPONENT}`);
  }
  return { base: 10n, exponent: Number(exponent) };
}

/** `digits * 10 ** power`, rounded up. */
function shift(digits: bigint, power: number): bigint {
  if (power >= 0 || digits === 0n) return digits * 10n ** BigInt(Math.max(0, power));
  if (-power > String(digits).length) return 1n;
  const unit = 10n ** BigInt(-power);
  return (digits + unit - 1n) / unit;
}
