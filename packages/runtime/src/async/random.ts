/**
 * Returns a number in [0, 1). Options named `random` take such a function, so that a test can repeat a
 * run exactly (see `createFakeRandom` in `@vmgen/runtime/testing`).
 */
export type Random = () => number;

/**
 * Returns a UUID of version 4: from the numbers of `random`, or without it an unpredictable one.
 *
 * @example
 * randomUuid(createFakeRandom(1)); // the same for each run
 */
export function randomUuid(random?: Random): string {
  if (random === undefined) return crypto.randomUUID();
  const digits = randomHex(32, random);
  const variant = '89ab'.charAt(Number.parseInt(digits.charAt(16), 16) % 4);
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20),
  ].join('-');
}

/** Returns as many hexadecimal digits: from the numbers of `random`, or unpredictable ones. */
export function randomHex(digits: number, random?: Random): string {
  if (random === undefined) {
    const bytes = crypto.getRandomValues(new Uint8Array(Math.ceil(digits / 2)));
    const pairs = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'));
    return pairs.join('').slice(0, digits);
  }
  return Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('');
}
