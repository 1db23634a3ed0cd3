import { CelError, Duration, noSuchOverload, Timestamp, type CelValue } from '../values/value.js';
import type { CelFunction } from './function-library.js';

/** Accessors of timestamps and durations. */

const NANOS_PER_MILLI = 1_000_000n;
const MILLIS_PER_DAY = 86_400_000;

const timestampParts: Readonly<Record<string, (local: Date) => number>> = {
  year: (local) => local.getUTCFullYear(),
  month: (local) => local.getUTCMonth(),
  day_of_year: (local) => dayOfYear(local),
  day_of_month: (local) => local.getUTCDate() - 1,
  day_of_month_1_based: (local) => local.getUTCDate(),
  day_of_week: (local) => local.getUTCDay(),
  hours: (local) => local.getUTCHours(),
  minutes: (local) => local.getUTCMinutes(),
  seconds: (local) => local.getUTCSeconds(),
  milliseconds: (local) => local.getUTCMilliseconds(),
};

function dayOfYear(local: Date): number {
  const start = new Date(local);
  start.setUTCMonth(0, 1);
  return Math.round((local.getTime() - start.getTime()) / MILLIS_PER_DAY);
}

function partOf(
  time: CelValue | undefined,
  zone: CelValue,
  part: (local: Date) => number,
): CelValue {
  if (!(time instanceof Timestamp) || typeof zone !== 'string') return noSuchOverload;
  const millis = Number(divideDown(time.nanos, NANOS_PER_MILLI));
  const wrong = zone.includes(':')
    ? zone.split(':', 2).find((part) => !isInteger(part))
    : undefined;
  if (wrong !== undefined) {
    return new CelError(`strconv.Atoi: parsing ${JSON.stringify(wrong)}: invalid syntax`);
  }
  const offset = zoneOffsetMillis(zone, millis);
  if (offset === undefined) return new CelError(`unknown time zone ${zone}`);
  return BigInt(part(new Date(millis + offset)));
}

const isInteger = (text: string): boolean => /^[+-]?\d+$/.test(text);

const divideDown = (a: bigint, b: bigint): bigint => (a >= 0n ? a / b : (a - b + 1n) / b);

/** The offset of a zone: a name of the IANA database or `+01:30`. */
function zoneOffsetMillis(zone: string, millis: number): number | undefined {
  if (zone === '' || zone === 'UTC') return 0;
  const fixed = /^([+-]?)(\d+):([+-]?\d+)$/.exec(zone);
  if (fixed !== null) {
    const minutes = Number(fixed[2]) * 60 + Number(fixed[3]);
    return (fixed[1] === '-' ? -minutes : minutes) * 60_000;
  }
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
    const name = format.formatToParts(millis).find(({ type }) => type === 'timeZoneName')?.value;
    const [, sign, hours, minutes, seconds = '0'] =
      /GMT([+-])(\d+):(\d+)(?::(\d+))?/.exec(name ?? '') ?? [];
    if (hours === undefined) return 0;
    const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    return (sign === '-' ? -total : total) * 1000;
  } catch {
    return undefined;
  }
}

/** The name of one upstream overload deviates from the pattern. */
const zonedOverload = (name: string): string =>
  name === 'seconds' ? 'timestamp_to_seconds_tz' : `timestamp_to_${name}_with_tz`;

const durationUnits: Readonly<Record<string, bigint>> = {
  hours: 3_600_000_000_000n,
  minutes: 60_000_000_000n,
  seconds: 1_000_000_000n,
  milliseconds: NANOS_PER_MILLI,
};

export const TIMES: ReadonlyMap<string, CelFunction> = new Map<string, CelFunction>([
  ...Object.entries(timestampParts).flatMap(([name, part]): [string, CelFunction][] => [
    [`timestamp_to_${name}`, ([time]) => partOf(time, 'UTC', part)],
    [zonedOverload(name), ([time, zone = null]) => partOf(time, zone, part)],
  ]),
  ...Object.entries(durationUnits).map(([name, unit]): [string, CelFunction] => [
    `duration_to_${name}`,
    ([duration]) => (duration instanceof Duration ? duration.nanos / unit : noSuchOverload),
  ]),
]);
