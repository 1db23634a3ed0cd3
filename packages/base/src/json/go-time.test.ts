import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatGoTime, parseGoTime, type TimeLayout } from './go-time.js';

/** Parses a time and formats it again. */
function roundTrip(text: string, layout: TimeLayout): string | undefined {
  const time = parseGoTime(text, layout);
  return time && formatGoTime(time, layout);
}

// Recorded from kube-apiserver 1.36.
describe('parseGoTime', () => {
  test('parses times of every zone and formats them in UTC', () => {
    const cases: [string, string | undefined][] = [
      ['2024-01-01T00:00:00Z', '2024-01-01T00:00:00Z'],
      ['2024-01-01T00:00:00.1Z', '2024-01-01T00:00:00Z'],
      ['2024-01-01T00:00:00,000000Z', '2024-01-01T00:00:00Z'],
      ['2024-01-01T00:00:00+24:00', '2023-12-31T00:00:00Z'],
      ['2024-01-01T00:00:00+14:60', '2023-12-31T09:00:00Z'],
      ['2024-02-29T23:59:59-00:01', '2024-03-01T00:00:59Z'],
      ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00Z'],
      ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59Z'],
      ['0001-01-01T00:00:00Z', undefined],
    ];
    for (const [text, expected] of cases) assert.equal(roundTrip(text, 'seconds'), expected, text);
  });

  test('formats microseconds with six decimals', () => {
    const cases: [string, string | undefined][] = [
      ['2024-01-01T00:00:00.000001+23:59', '2023-12-31T00:01:00.000001Z'],
      ['2024-01-01T00:00:00,500000Z', '2024-01-01T00:00:00.500000Z'],
      ['9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59.999999Z'],
      ['0001-01-01T00:00:00.000000Z', undefined],
      ['0001-01-01T00:00:00.000001Z', '0001-01-01T00:00:00.000001Z'],
    ];
    for (const [text, expected] of cases) {
      assert.equal(roundTrip(text, 'microseconds'), expected, text);
    }
  });

  test('rejects invalid times with their position', () => {
    const layout = ' as "2006-01-02T15:04:05Z07:00"';
    const cases: [string, string][] = [
      ['10000-01-01T00:00:00Z', `${layout}: cannot parse "0-01-01T00:00:00Z" as "-"`],
      ['-001-01-01T00:00:00Z', `${layout}: cannot parse "-001-01-01T00:00:00Z" as "2006"`],
      ['2024-01-01 00:00:00Z', `${layout}: cannot parse " 00:00:00Z" as "T"`],
      ['2024-01-01T00:00:00', `${layout}: cannot parse "" as "Z07:00"`],
      ['', `${layout}: cannot parse "" as "2006"`],
      ['2024-01-01T00:00:00ZZ', ': extra text: "Z"'],
      ['2024-13-01T00:00:00Z', ': month out of range'],
      ['2024-02-30T00:00:00Z', ': day out of range'],
      ['2023-02-29T00:00:00Z', ': day out of range'],
      ['2024-01-00T00:00:00Z', ': day out of range'],
      ['2024-01-01T24:00:00Z', ': hour out of range'],
      ['2024-01-01T00:60:00Z', ': minute out of range'],
      ['2024-01-01T23:59:60Z', ': second out of range'],
      ['2024-01-01T00:00:00+25:00', ': time zone offset hour out of range'],
    ];
    for (const [text, why] of cases) {
      assert.throws(() => parseGoTime(text, 'seconds'), {
        message: `parsing time ${JSON.stringify(text)}${why}`,
      });
    }
    assert.throws(() => parseGoTime('2024-01-01T00:00:00.12345Z', 'microseconds'), {
      message: /cannot parse "\.12345Z" as "\.000000"$/,
    });
    assert.throws(() => parseGoTime('2024-01-01T00:00:00.1234567Z', 'microseconds'), {
      message: /cannot parse "7Z" as "Z07:00"$/,
    });
  });

  test('reports an element out of range before it parses later elements', () => {
    const cases: [string, string][] = [
      ['2024-13-01T00:00:00Z', 'month out of range'],
      ['2024-00-x', 'month out of range'],
      ['2024-01-01T24:xx', 'hour out of range'],
      ['2024-01-01T00:60', 'minute out of range'],
      ['2024-01-01T00:00:60Z', 'second out of range'],
      ['2024-02-30T00:00:00Z', 'cannot parse "Z" as ".000000"'],
    ];
    for (const [text, why] of cases) {
      assert.throws(
        () => parseGoTime(text, 'microseconds'),
        ({ message }: Error) => message.endsWith(`: ${why}`),
        text,
      );
    }
  });

  // Go accepts these times, but cannot parse the years that it formats.
  test('rejects times outside the years 0 to 9999 in UTC', () => {
    for (const text of ['9999-12-31T23:59:59-01:00', '0000-01-01T00:00:00+01:00']) {
      assert.throws(() => parseGoTime(text, 'seconds'), /: year out of range$/);
    }
  });
});
