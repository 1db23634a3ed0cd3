import type { QuantityFormat } from './quantity-parse.js';

const NANOS = 1_000_000_000n;
const BINARY_SUFFIXES = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
const DECIMAL_SUFFIXES = new Map([
  [-9, 'n'],
  [-6, 'u'],
  [-3, 'm'],
  [0, ''],
  [3, 'k'],
  [6, 'M'],
  [9, 'G'],
  [12, 'T'],
  [15, 'P'],
  [18, 'E'],
]);

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
  let exponent = -9;
  while (mantissa % 1000n === 0n && (withExponent || exponent < 18)) {
    mantissa /= 1000n;
    exponent += 3;
  }
  if (!withExponent) return `${mantissa}${DECIMAL_SUFFIXES.get(exponent)}`;
  return exponent === 0 ? `${mantissa}` : `${mantissa}e${exponent}`;
}
