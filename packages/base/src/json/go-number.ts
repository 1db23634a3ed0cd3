const MAX_INT64 = 2 ** 63;

/** A JSON number as Go's `%v` prints it: integers that an int64 holds plainly, others as floats. */
export function goNumber(value: number | bigint): string {
  if (typeof value === 'bigint') return value.toString();
  return Number.isInteger(value) && Math.abs(value) < MAX_INT64 ? value.toFixed(0) : goFloat(value);
}

/** Go's `%v` of a float64: shortest digits, with an exponent below 1e-4 and from 1e6 on. */
export function goFloat(value: number): string {
  const [mantissa = '', exponentText = '0'] = value.toExponential().split('e');
  const exponent = Number(exponentText);
  if (exponent >= -4 && exponent < 6) return String(value);
  const sign = exponent < 0 ? '-' : '+';
  return `${mantissa}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`;
}
