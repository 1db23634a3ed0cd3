import { formatQuantity, parseQuantityText, type QuantityFormat } from './quantity-text.js';
import type { Quantity } from './types.js';

const NANOS = 1_000_000_000n;

/**
 * An amount with a precision of a billionth (apimachinery's `resource.Quantity`). Immutable;
 * created by {@link parseQuantity}.
 */
export class ParsedQuantity {
  readonly #nanos: bigint;
  readonly #format: QuantityFormat;

  /** `format` is the notation in which the amount is printed. */
  constructor(nanos: bigint, format: QuantityFormat) {
    this.#nanos = nanos;
    this.#format = format;
  }

  /** The exact amount in billionths, such as Docker's `NanoCpus` for a cpu quantity. */
  toNanos(): bigint {
    return this.#nanos;
  }

  /**
   * The integral amount. A fraction is rounded away from zero, or towards zero if `roundUp` is
   * false.
   */
  toBigInt(roundUp = true): bigint {
    return this.scaled(0, roundUp);
  }

  /**
   * The amount in units of `10 ** scale`, such as thousandths for -3. `scale` is at least -9. A
   * fraction is rounded away from zero, as apimachinery's `ScaledValue` does, or towards zero if
   * `roundUp` is false.
   */
  scaled(scale: number, roundUp = true): bigint {
    if (!Number.isInteger(scale) || scale < -9) {
      throw new RangeError(`scale is ${scale}; it must be a whole number of at least -9`);
    }
    const unit = 10n ** BigInt(scale + 9);
    const whole = this.#nanos / unit;
    const rest = this.#nanos % unit;
    if (rest === 0n || !roundUp) return whole;
    return rest > 0n ? whole + 1n : whole - 1n;
  }

  /** The nearest double. */
  toNumber(): number {
    const whole = this.#nanos / NANOS;
    const rest = this.#nanos % NANOS;
    if (rest === 0n) return Number(whole);
    const sign = this.#nanos < 0n ? '-' : '';
    const digits = String(rest < 0n ? -rest : rest).padStart(9, '0');
    return Number(`${sign}${String(whole < 0n ? -whole : whole)}.${digits}`);
  }

  /** Negative, zero or positive if this amount is less than, equal to or greater than `other`. */
  compare(other: ParsedQuantity): number {
    return this.#nanos < other.#nanos ? -1 : this.#nanos > other.#nanos ? 1 : 0;
  }

  /** The sum, in the notation of this amount, or of `other` if this amount is zero. */
  add(other: ParsedQuantity): ParsedQuantity {
    return new ParsedQuantity(this.#nanos + other.#nanos, this.#resultFormat(other));
  }

  /** The difference, in the notation of this amount, or of `other` if this amount is zero. */
  sub(other: ParsedQuantity): ParsedQuantity {
    return new ParsedQuantity(this.#nanos - other.#nanos, this.#resultFormat(other));
  }

  /** The canonical form: `1.5Gi` is `1536Mi`, `0.5` is `500m`. */
  toString(): string {
    return formatQuantity(this.#nanos, this.#format);
  }

  /** The canonical form, which the API uses on the wire. */
  toJSON(): string {
    return this.toString();
  }

  #resultFormat(other: ParsedQuantity): QuantityFormat {
    return this.#nanos === 0n ? other.#format : this.#format;
  }
}

/**
 * Parses a quantity: digits with an optional fraction and one of the suffixes `n u m k M G T P E`
 * or `Ki Mi Gi Ti Pi Ei`, or an exponent such as `e3`. Amounts finer than a billionth are rounded
 * away from zero; binary amounts are limited to 2^63-1. Throws a {@link QuantityError} if the text
 * is not a quantity.
 *
 * @example parseQuantity('1.5Gi').toBigInt() // 1610612736n
 */
export function parseQuantity(value: Quantity): ParsedQuantity {
  const { nanos, format } = parseQuantityText(String(value));
  return new ParsedQuantity(nanos, format);
}
