/** Times as kube-openapi's strfmt reads them. */

const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** RFC 3339's full-date: `2006-01-02`, a day that exists. */
export function isDate(value: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (parts === null) return false;
  const [year = 0, month = 0, day = 0] = parts.slice(1).map(Number);
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && isLeap ? 29 : (DAYS_IN_MONTH[month - 1] ?? 0);
  return day >= 1 && day <= days;
}

const TIME_OF_DAY = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))$/;

/** Whether a text is a date-time of RFC 3339. Accepts seconds up to 59 and any zone. */
export function isDateTime(value: string): boolean {
  const [date = '', time] = value.toLowerCase().split('t');
  if (time === undefined || !isDate(date)) return false;
  const parts = TIME_OF_DAY.exec(time);
  if (parts === null) return false;
  const [hour = 0, minute = 0, second = 0] = parts.slice(1, 4).map(Number);
  return hour <= 23 && minute <= 59 && second <= 59;
}

const GO_PART = /(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h)/y;
/** From the first digit on only: each later start would go over the same digits again. */
const AMOUNT_AND_UNIT = /(?<!\d)\d+[\t\n\f\r ]*([A-Za-zµ]+)/g;
const SHORT_UNITS = /^(ns|us|µs|ms|s|m|h|hr|d|w|wk)$/;
const LONG_UNITS = /^(nano|micro|milli|sec|min|hour|day|week)/;

/** Go's durations (`1h30m`), and Scala's (`22 seconds`). */
export function isDuration(value: string): boolean {
  if (isGoDuration(value)) return true;
  for (const [, unit = ''] of value.matchAll(AMOUNT_AND_UNIT)) {
    const lower = unit.toLowerCase();
    if (SHORT_UNITS.test(lower) || LONG_UNITS.test(lower)) return true;
  }
  return false;
}

/** Reads part by part: a regular expression with a repetition exceeds the stack for long texts. */
function isGoDuration(value: string): boolean {
  const unsigned = value.replace(/^[-+]/, '');
  let end = 0;
  for (let at = 0; at < unsigned.length; at = end) {
    GO_PART.lastIndex = at;
    if (!GO_PART.test(unsigned)) return unsigned === '0';
    end = GO_PART.lastIndex;
  }
  return unsigned !== '';
}
