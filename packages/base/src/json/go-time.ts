/** A point in time, as Go's time.Time. */
interface GoTime {
  /** Whole seconds since 1970. */
  readonly seconds: number;
  readonly microseconds: number;
}

export type TimeLayout = 'seconds' | 'microseconds';

const LAYOUTS: Readonly<Record<TimeLayout, string>> = {
  seconds: '2006-01-02T15:04:05Z07:00',
  microseconds: '2006-01-02T15:04:05.000000Z07:00',
};
const FRACTIONS: Readonly<Record<TimeLayout, Element>> = {
  // A layout without a fraction accepts one.
  seconds: ['', /^(?:[.,]\d+)?/],
  microseconds: ['.000000', /^[.,]\d{6}/],
};

/** An element of a layout, and the text that it accepts. */
type Element = readonly [layout: string, pattern: RegExp];

const DATE_AND_TIME: readonly Element[] = [
  ['2006', /^\d{4}/],
  ['-', /^-/],
  ['01', /^\d\d/],
  ['-', /^-/],
  ['02', /^\d\d/],
  ['T', /^T/],
  ['15', /^\d\d?/],
  [':', /^:/],
  ['04', /^\d\d/],
  [':', /^:/],
  ['05', /^\d\d/],
];
const ZONE: Element = ['Z07:00', /^(?:Z|[+-]\d\d:\d\d)/];

/**
 * Parses an RFC 3339 time as Go does: metav1.Time, or MicroTime, which requires exactly six
 * decimals.
 *
 * @returns undefined for Go's zero time, which means "not set"
 * @throws SyntaxError with Go's message; also for times outside the years 0 to 9999 in UTC, which
 * Go formats but cannot parse
 */
export function parseGoTime(text: string, layout: TimeLayout): GoTime | undefined {
  const parts = split(text, layout);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = [0, 2, 4, 6, 8, 10].map(
    (at) => Number(parts[at]),
  );
  const [fraction = '', zone = ''] = parts.slice(DATE_AND_TIME.length);
  const [zoneHour = 0, zoneMinute = 0] = zone.slice(1).split(':').map(Number);

  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCDate() !== day) throw outOfRange(text, 'day');
  date.setUTCHours(hour, minute, second);
  const offset = (zoneHour * 60 + zoneMinute) * 60 * (zone.startsWith('-') ? -1 : 1);
  const seconds = date.getTime() / 1000 - offset;
  if (seconds < FIRST_SECOND || seconds > LAST_SECOND) throw outOfRange(text, 'year');
  const microseconds = Number(fraction.slice(1, 7).padEnd(6, '0'));
  return seconds === ZERO_SECOND && microseconds === 0 ? undefined : { seconds, microseconds };
}

const FIRST_SECOND = Date.parse('0000-01-01T00:00:00Z') / 1000;
const ZERO_SECOND = Date.parse('0001-01-01T00:00:00Z') / 1000;
const LAST_SECOND = Date.parse('9999-12-31T23:59:59Z') / 1000;

/**
 * Splits a time into the texts of its elements. An absent fraction is empty. Go checks the range of
 * each element, except the day, before it parses the next one.
 */
function split(text: string, layout: TimeLayout): string[] {
  const parts: string[] = [];
  let rest = text;
  for (const [element, pattern] of [...DATE_AND_TIME, FRACTIONS[layout], ZONE]) {
    const part = pattern.exec(rest)?.[0];
    if (part === undefined)
      throw syntaxError(text, layout, `cannot parse ${quoted(rest)} as ${quoted(element)}`);
    const wrong = rangeProblem(element, part);
    if (wrong !== undefined) throw outOfRange(text, wrong);
    parts.push(part);
    rest = rest.slice(part.length);
  }
  if (rest !== '')
    throw new SyntaxError(`parsing time ${quoted(text)}: extra text: ${quoted(rest)}`);
  return parts;
}

function rangeProblem(element: string, part: string): string | undefined {
  switch (element) {
    case '01':
      return part === '00' || Number(part) > 12 ? 'month' : undefined;
    case '15':
      return Number(part) > 23 ? 'hour' : undefined;
    case '04':
      return Number(part) > 59 ? 'minute' : undefined;
    case '05':
      return Number(part) > 59 ? 'second' : undefined;
    case 'Z07:00':
      return zoneProblem(part);
    default:
      return undefined;
  }
}

function zoneProblem(zone: string): string | undefined {
  if (Number(zone.slice(1, 3)) > 24) return 'time zone offset hour';
  return Number(zone.slice(4, 6)) > 60 ? 'time zone offset minute' : undefined;
}

const outOfRange = (text: string, what: string): SyntaxError =>
  new SyntaxError(`parsing time ${quoted(text)}: ${what} out of range`);

function syntaxError(text: string, layout: TimeLayout, what: string): SyntaxError {
  return new SyntaxError(`parsing time ${quoted(text)} as ${quoted(LAYOUTS[layout])}: ${what}`);
}

const quoted = (text: string): string => JSON.stringify(text);

/** Formats a time as Go does: in UTC, with whole seconds or six decimals. */
export function formatGoTime({ seconds, microseconds }: GoTime, layout: TimeLayout): string {
  const whole = new Date(seconds * 1000).toISOString().slice(0, 19);
  return layout === 'seconds' ? `${whole}Z` : `${whole}.${String(microseconds).padStart(6, '0')}Z`;
}
