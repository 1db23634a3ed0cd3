import { CelError, CelObject, noSuchOverload, type CelValue } from '../values/value.js';
import { methodOf, type CelFunction } from './function-library.js';
import { AmountError, parseAmount } from './quantity-amount.js';

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
