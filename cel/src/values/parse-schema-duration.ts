import { parseDuration } from './parse-duration.js';
import { Duration } from './value.js';

const SECOND = 1_000_000_000n;

/** The words of a unit, and its nanoseconds; of the last word the beginning is enough. */
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

/** A field's duration: Go's (`1h30m`), or one in words (`3 days 2 hours`), as kube-openapi's strfmt. */
export function parseSchemaDuration(text: string): Duration | undefined {
  const go = parseDuration(text);
  if (go !== undefined) return go;
  let nanos: bigint | undefined;
  for (const [, amount = '', word = ''] of text.matchAll(/(?<!\d)(\d+)[\t\n\f\r ]*([A-Za-zµ]+)/g)) {
    const unit = unitOf(word.toLowerCase());
    // Modulo 2^64, of which 10^64 is a multiple, the last 64 digits are the whole amount.
    if (unit !== undefined) nanos = (nanos ?? 0n) + BigInt(amount.slice(-64)) * unit;
  }
  return nanos === undefined ? undefined : new Duration(BigInt.asIntN(64, nanos));
}

const unitOf = (word: string): bigint | undefined =>
  UNITS.find(([words]) => words.includes(word) || word.startsWith(words.at(-1) ?? word))?.[1];
