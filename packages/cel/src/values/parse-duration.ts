import { Duration } from './value.js';

const UNIT_NANOS = new Map([
  ['ns', 1],
  ['us', 1e3],
  ['µs', 1e3],
  ['μs', 1e3],
  ['ms', 1e6],
  ['s', 1e9],
  ['m', 60e9],
  ['h', 3600e9],
]);
const PART = /(\d*)(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h)/y;
const MAX_NANOS = 2n ** 63n - 1n;
const MAX_DIGITS = 19;
const MAX_PLACES = 30;

/** Parses a duration as Go's time.ParseDuration does: `1h30m`, `-1.5s`, `0`. */
export function parseDuration(text: string): Duration | undefined {
  const unsigned = text.replace(/^[-+]/, '');
  if (unsigned === '0') return new Duration(0n);
  if (unsigned === '') return undefined;
  let nanos = 0n;
  let at = 0;
  while (at < unsigned.length) {
    PART.lastIndex = at;
    const match = PART.exec(unsigned);
    const [all = '', whole = '', fraction = '', unit = ''] = match ?? [];
    if (match === null || (whole === '' && fraction === '')) return undefined;
    const scale = UNIT_NANOS.get(unit) ?? 1;
    const digits = whole.replace(/^0+/, '');
    // A number with more digits than MAX_NANOS exceeds it in every unit, and takes long to parse.
    if (digits.length > MAX_DIGITS) return undefined;
    nanos += BigInt(digits) * BigInt(scale);
    // Further digits are less than a nanosecond in every unit.
    const places = fraction.slice(0, MAX_PLACES);
    nanos += (BigInt(places) * BigInt(scale)) / 10n ** BigInt(places.length);
    at += all.length;
  }
  if (nanos > MAX_NANOS) return undefined;
  return new Duration(text.startsWith('-') ? -nanos : nanos);
}
