/** Go's `%g`: the fewest digits, with an exponent below 1e-4 and from 1e6. */
export function printDouble(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  if (Object.is(value, -0)) return '-0';
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  const power = Number(exponent);
  if (power >= -4 && power < 6) return String(value);
  return `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

/**
 * Go's `%.2f`: rounds the exact value to the given number of decimals, half to even. `toFixed`
 * rounds half up and does not support numbers from 1e21.
 */
export function printFixedDouble(value: number, precision: number): string {
  if (Math.abs(value) >= 1e21) {
    return `${BigInt(value)}${precision === 0 ? '' : `.${'0'.repeat(precision)}`}`;
  }
  const rounded = value.toFixed(precision);
  // Only such a number can be exactly halfway between two results.
  const isExact = Number.isInteger(value * 2 ** (precision + 1));
  const longer = isExact ? value.toFixed(precision + 1) : '';
  const isTie = longer.endsWith('5') && /[13579]$/.test(rounded);
  return isTie ? longer.slice(0, -1).replace(/\.$/, '') : rounded;
}
