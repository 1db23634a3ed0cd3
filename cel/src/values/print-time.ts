import type { Duration, Timestamp } from './value.js';

const NANOS = 1_000_000_000n;

/** Seconds with as many decimals as needed: `90.5s`. */
export function printDuration({ nanos }: Duration): string {
  const magnitude = nanos < 0n ? -nanos : nanos;
  const fraction = String(magnitude % NANOS)
    .padStart(9, '0')
    .replace(/0+$/, '');
  const whole = String(magnitude / NANOS);
  return `${nanos < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}s`;
}

/** RFC 3339 with as many decimals as needed, in the zone in which the time was written. */
export function printTimestamp({ nanos, zoneMinutes }: Timestamp): string {
  const fractionNanos = ((nanos % NANOS) + NANOS) % NANOS;
  const seconds = (nanos - fractionNanos) / NANOS;
  const local = new Date(Number(seconds + BigInt(zoneMinutes) * 60n) * 1000);
  const digits = String(fractionNanos).padStart(9, '0').replace(/0+$/, '');
  const clock = local.toISOString().slice(0, 19);
  return `${clock}${digits === '' ? '' : `.${digits}`}${printZone(zoneMinutes)}`;
}

function printZone(minutes: number): string {
  if (minutes === 0) return 'Z';
  const magnitude = Math.abs(minutes);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(magnitude / 60))}:${two(magnitude % 60)}`;
}
