import { Timestamp } from './value.js';

const RFC3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:[.,](\d+))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

/** Parses a time as Go's time.Parse(RFC3339) does. Truncates fractions to nanoseconds. */
export function parseTimestamp(text: string): Timestamp | undefined {
  const match = RFC3339.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map(Number);
  const millis = Date.UTC(2000, month - 1, day, hour, minute, second);
  const date = new Date(millis);
  date.setUTCFullYear(year, month - 1, day);
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!exists || hour > 23 || minute > 59 || second > 59) return undefined;
  const zoneMinutes =
    (Number(match[9] ?? 0) * 60 + Number(match[10] ?? 0)) * (match[8] === '-' ? -1 : 1);
  const fraction = BigInt((match[7] ?? '').slice(0, 9).padEnd(9, '0'));
  const seconds = BigInt(date.getTime() / 1000 - zoneMinutes * 60);
  return new Timestamp(seconds * 1_000_000_000n + fraction, zoneMinutes);
}
