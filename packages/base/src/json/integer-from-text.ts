const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT64 = -(2n ** 63n);
const INTEGER_LITERAL = /^-?\d+$/;
/** A sign and the nineteen digits of the largest int64. JSON has no leading zeros. */
const MAX_LITERAL_LENGTH = 20;

/**
 * Parses an integer literal such as `9007199254740993`: to a number if a double can hold it, else
 * to a bigint up to int64. Returns undefined for a literal with a fraction or an exponent, or
 * beyond int64: the API server parses it as a double.
 */
export function integerFromText(literal: string): number | bigint | undefined {
  if (literal.length > MAX_LITERAL_LENGTH || !INTEGER_LITERAL.test(literal)) return undefined;
  const value = Number(literal);
  if (Number.isSafeInteger(value)) return value === 0 ? 0 : value;
  return exactInteger(BigInt(literal));
}

/** Converts a bigint to the server's representation. Undefined beyond int64. */
export function exactInteger(value: bigint): number | bigint | undefined {
  if (value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER)) {
    return Number(value);
  }
  return value >= MIN_INT64 && value <= MAX_INT64 ? value : undefined;
}
