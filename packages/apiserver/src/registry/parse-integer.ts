const MAX_UINT64 = 2n ** 64n - 1n;
const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;

/**
 * Parses an int64 as Go's strconv.ParseInt does.
 *
 * @throws SyntaxError with the text of Go's error
 */
export function parseInt64(text: string): bigint {
  const value = /^[+-]?\d+$/.test(text) ? BigInt(text.replace(/^\+/, '')) : undefined;
  return inRange('ParseInt', text, value, MIN_INT64, MAX_INT64);
}

/**
 * Parses a uint64 as Go's strconv.ParseUint does: digits only.
 *
 * @throws SyntaxError with the text of Go's error
 */
export function parseUint64(text: string): bigint {
  const value = /^\d+$/.test(text) ? BigInt(text) : undefined;
  return inRange('ParseUint', text, value, 0n, MAX_UINT64);
}

function inRange(
  parser: string,
  text: string,
  value: bigint | undefined,
  least: bigint,
  most: bigint,
): bigint {
  if (value !== undefined && value >= least && value <= most) return value;
  const why = value === undefined ? 'invalid syntax' : 'value out of range';
  throw new SyntaxError(`strconv.${parser}: parsing ${JSON.stringify(text)}: ${why}`);
}
