import assert from 'node:assert/strict';
import { test } from 'node:test';
import { humanAge, humanDuration } from './human-duration.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test('formats a duration with two or three significant figures', () => {
  const cases: [number, string][] = [
    [0, '0s'],
    [119 * SECOND, '119s'],
    [2 * MINUTE, '2m'],
    [5 * MINUTE + 30 * SECOND, '5m30s'],
    [10 * MINUTE + 30 * SECOND, '10m'],
    [127 * MINUTE, '127m'],
    [3 * HOUR, '3h'],
    [7 * HOUR + 59 * MINUTE, '7h59m'],
    [47 * HOUR, '47h'],
    [2 * DAY + 3 * HOUR, '2d3h'],
    [8 * DAY + 3 * HOUR, '8d'],
    [729 * DAY, '729d'],
    [730 * DAY, '2y'],
    [(6 * 365 + 326) * DAY, '6y326d'],
    [8 * 365 * DAY, '8y'],
  ];
  for (const [durationMs, expected] of cases) assert.equal(humanDuration(durationMs), expected);
});

test('tolerates clock differences of less than two seconds', () => {
  assert.equal(humanDuration(-1999), '0s');
  assert.equal(humanDuration(-2000), '<invalid>');
});

test('accepts only RFC 3339 times', () => {
  const now = Date.parse('2026-01-01T00:00:10Z');
  assert.equal(humanAge('2026-01-01T01:00:00+01:00', now), '10s');
  assert.equal(humanAge('yesterday', now), '<invalid>');
  assert.equal(humanAge(undefined, now), '<unknown>');
});
