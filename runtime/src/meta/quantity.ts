import { formatQuantity } from './quantity-format.js';
import { parseQuantityText, type QuantityFormat } from './quantity-parse.js';
import type { Quantity } from './types.js';

const NANOS = 1_000_000_000n;

/**
 * An amount, exact to a billionth (apimachinery's `resource.Quantity`). Immutable; made by
 * {@link parseQuantity}.
 */
export class ParsedQuantity {
  readonly #nanos: bigint;
  readonly #format: QuantityFormat;

  /** `format` is how the amount was written, and so how it is printed. */
  constructor(nanos: bigint, format: QuantityFormat) {
    this.#nanos = nanos;
    this.#format = format;
  }

  /** The amount in billionths, exact. Docker's `NanoCpus` is this of a cpu quantity. */
  toNanos(): bigint {
    return this.#nanos;
  }

  /** The whole amount; a part of one is rounded away from zero unless `roundUp` is false. */
  toBigInt(roundUp = true): bigint {
    return this.scaled(0, roundUp);
  }

  /**
   * The amount in units of `10 ** scale` (`-3`: thousandths), `scale` from -9. A part of a unit is
   * rounded away from zero, as apimachinery's `ScaledValue` does, unless `roundUp` is false.
   */
  scaled(scale: number, roundUp = true): bigint {
    if (!Number.isInteger(scale) || scale < -9) {
      throw new RangeError(`a quantity has no scale ${scale}: use an integer from -9`);
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

  /** Negative, zero or positive as this amount is less than, equal to or more than `other`. */
  compare(other: ParsedQuantity): number {
    return this.#nanos < other.#nanos ? -1 : this.#nanos > other.#nanos ? 1 : 0;
  }

  /** The sum, printed as this amount is (as `other` where this one is zero). */
  add(other: ParsedQuantity): ParsedQuantity {
    return new ParsedQuantity(this.#nanos + other.#nanos, this.#formatBeside(other));
  }

  /** The difference, printed as this amount is (as `other` where this one is zero). */
  sub(other: ParsedQuantity): ParsedQuantity {
    return new ParsedQuantity(this.#nanos - other.#nanos, this.#formatBeside(other));
  }

  /** The canonical form: `1.5Gi` is `1536Mi`, `0.5` is `500m`. */
  toString(): string {
    return formatQuantity(this.#nanos, this.#format);
  }

  /** As the API has it on the wire. */
  toJSON(): string {
    return this.toString();
  }

  #formatBeside(other: ParsedQuantity): QuantityFormat {
    return this.#nanos === 0n ? other.#format : this.#format;
  }
}

/**
 * The amount that a quantity names: digits with an optional fraction and one of the suffixes
 * `n u m k M G T P E`, `Ki Mi Gi Ti Pi Ei`, or an exponent as `e3`. Amounts finer than a billionth
 * are rounded away from zero; binary ones end at 2^63-1. Throws a {@link QuantityError}.
 *
 * @example parseQuantity('1.5Gi').toBigInt() // 1610612736n
 */
export function parseQuantity(value: Quantity): ParsedQuantity {
  const { nanos, format } = parseQuantityText(String(value));
  return new ParsedQuantity(nanos, format);
}
