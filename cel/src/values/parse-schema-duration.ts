import { parseDuration } from './parse-duration.js';
import { Duration } from './value.js';

const SECOND = 1_000_000_000n;

/**
 * The names of a unit and its nanoseconds. Words that start with the last name are accepted too
 * (`hours`).
 */
const UNITS: readonly (readonly [words: readonly string[], nanos: bigint])[] = [
  [['ns', 'nano'], 1n],
  [['us', 'µs', 'micro'], 1_000n],
  [['ms', 'milli'], 1_000_000n],
  [['s', 'sec'], SECOND],
  [['m', 'min'], 60n * SECOND],
  [['h', 'hr', 'hour'], 3_600n * SECOND],
  [['d', 'day'], 86_400n * SECOND],
  [['w', 'wk', 'week'], 604_800n * SECOND],
];

/**
 * Parses the duration of a field: Go's format (`1h30m`) or words (`3 days 2 hours`), as
 * kube-openapi's strfmt does.
 */
export function parseSchemaDuration(text: string): Duration | undefined {
  const go = parseDuration(text);
  if (go !== undefined) return go;
  let nanos: bigint | undefined;
  for (const [, amount = '', word = ''] of text.matchAll(/(?<!\d)(\d+)[\t\n\f\r ]*([A-Za-zµ]+)/g)) {
    const unit = unitOf(word.toLowerCase());
    // Upstream computes modulo 2^64. As 10^64 is a multiple of that, only the last 64 digits
    // matter.
    if (unit !== undefined) nanos = (nanos ?? 0n) + BigInt(amount.slice(-64)) * unit;
  }
  return nanos === undefined ? undefined : new Duration(BigInt.asIntN(64, nanos));
}

const unitOf = (word: string): bigint | undefined =>
  UNITS.find(([words]) => words.includes(word) || word.startsWith(words.at(-1) ?? word))?.[1];
