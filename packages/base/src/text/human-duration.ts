const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/** Formats a duration in milliseconds: `5m30s`, `127m`, `6y326d` (apimachinery's HumanDuration). */
export function humanDuration(durationMs: number): string {
  if (durationMs <= -2 * SECOND) return '<invalid>';
  if (durationMs < 0) return '0s';
  const whole = (unit: number): number => Math.floor(durationMs / unit);
  const rest = (unit: number, smaller: number): number => Math.floor((durationMs % unit) / smaller);
  const pair = (unit: number, name: string, smaller: number, smallerName: string): string => {
    const second = rest(unit, smaller);
    return `${whole(unit)}${name}${second === 0 ? '' : `${second}${smallerName}`}`;
  };
  if (durationMs < 2 * MINUTE) return `${whole(SECOND)}s`;
  if (durationMs < 10 * MINUTE) return pair(MINUTE, 'm', SECOND, 's');
  if (durationMs < 3 * HOUR) return `${whole(MINUTE)}m`;
  if (durationMs < 8 * HOUR) return pair(HOUR, 'h', MINUTE, 'm');
  if (durationMs < 2 * DAY) return `${whole(HOUR)}h`;
  if (durationMs < 8 * DAY) return pair(DAY, 'd', HOUR, 'h');
  if (durationMs < 2 * YEAR) return `${whole(DAY)}d`;
  if (durationMs < 8 * YEAR) return pair(YEAR, 'y', DAY, 'd');
  return `${whole(YEAR)}y`;
}

/** Returns the age of a timestamp: `<unknown>` if it is absent, `<invalid>` if it is not a time. */
export function humanAge(timestamp: string | undefined, now: number): string {
  if (timestamp === undefined || timestamp === '' || timestamp === 'null') return '<unknown>';
  const time = RFC3339.test(timestamp) ? Date.parse(timestamp) : Number.NaN;
  return Number.isNaN(time) ? '<invalid>' : humanDuration(now - time);
}

const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
