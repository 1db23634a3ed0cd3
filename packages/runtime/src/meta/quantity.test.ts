import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QuantityError } from './quantity-text.js';
import { parseQuantity } from './quantity.js';

test('a quantity is printed in its canonical form', () => {
  const cases: [string | number, string][] = [
    ['0', '0'],
    ['0Gi', '0'],
    ['-0', '0'],
    ['+5', '5'],
    ['007', '7'],
    ['.', '0'],
    ['Gi', '0'],
    ['1.', '1'],
    ['1.5Gi', '1536Mi'],
    ['.5Mi', '512Ki'],
    ['0.1Ki', '102400m'],
    ['1023', '1023'],
    ['1024', '1024'],
    ['1024Ki', '1Mi'],
    ['512Ki', '512Ki'],
    ['-1.5Gi', '-1536Mi'],
    ['0.5Ki', '512'],
    ['0.5', '500m'],
    [1.5, '1500m'],
    ['100m', '100m'],
    ['1000m', '1'],
    ['1500000u', '1500m'],
    ['12n', '12n'],
    ['4G', '4G'],
    ['4000M', '4G'],
    ['1000k', '1M'],
    ['1E', '1E'],
    ['1000E', '1000E'],
    ['1e3', '1e3'],
    ['1E3', '1e3'],
    ['12e5', '1200e3'],
    ['1e-3', '1e-3'],
    [1e21, '1e21'],
    ['1e0', '1'],
  ];
  for (const [text, canonical] of cases)
    assert.equal(String(parseQuantity(text)), canonical, `${text}`);
});

test('an amount finer than a billionth is rounded away from zero', () => {
  assert.equal(String(parseQuantity('0.0000000001')), '1n');
  assert.equal(String(parseQuantity('-0.1n')), '-1n');
  assert.equal(parseQuantity('1e-999999999').toNanos(), 1n);
});

test('a binary amount is limited to the largest int64', () => {
  assert.equal(parseQuantity('100Ei').toBigInt(), 2n ** 63n - 1n);
  assert.equal(parseQuantity('-100Ei').toBigInt(), -(2n ** 63n - 1n));
});

test('an amount is exact in all units', () => {
  const memory = parseQuantity('1.5Gi');
  assert.equal(memory.toBigInt(), 1_610_612_736n);
  assert.equal(memory.toNumber(), 1_610_612_736);
  const cpu = parseQuantity('1500m');
  assert.equal(cpu.toNanos(), 1_500_000_000n);
  assert.equal(cpu.toBigInt(), 2n);
  assert.equal(cpu.toBigInt(false), 1n);
  assert.equal(parseQuantity('-1500m').toBigInt(), -2n);
  assert.equal(cpu.scaled(-3), 1500n);
  assert.equal(cpu.scaled(3), 1n);
  assert.equal(parseQuantity('-0.25').toNumber(), -0.25);
  assert.equal(parseQuantity('0.1').toNumber(), 0.1);
  assert.throws(() => cpu.scaled(-10), RangeError);
});

test('amounts are compared, added and subtracted across suffixes', () => {
  assert.equal(parseQuantity('1Gi').compare(parseQuantity('1024Mi')), 0);
  assert.ok(parseQuantity('1G').compare(parseQuantity('1Gi')) < 0);
  assert.ok(parseQuantity('1').compare(parseQuantity('999m')) > 0);
  assert.equal(String(parseQuantity('1Gi').add(parseQuantity('1Mi'))), '1025Mi');
  assert.equal(String(parseQuantity('0').add(parseQuantity('1Ki'))), '1Ki');
  assert.equal(String(parseQuantity('1').sub(parseQuantity('1m'))), '999m');
  assert.equal(JSON.stringify({ cpu: parseQuantity('0.5') }), '{"cpu":"500m"}');
});

test('the error for an invalid quantity contains the text', () => {
  const pattern =
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
  const cases = [
    ['', pattern],
    ['abc', pattern],
    ['1 Gi', pattern],
    ['1.2.3', pattern],
    ['1Gi ', pattern],
    ['NaN', pattern],
    ['.Pi', 'unable to parse numeric part of quantity'],
    ['e-12', 'unable to parse numeric part of quantity'],
    ['1Kii', "unable to parse quantity's suffix"],
    ['1e', "unable to parse quantity's suffix"],
    ['1K', "unable to parse quantity's suffix"],
    ['1ki', "unable to parse quantity's suffix"],
    ['1e2000000000', 'the exponent is beyond 100'],
  ] as const;
  for (const [text, reason] of cases) {
    assert.throws(() => parseQuantity(text), new QuantityError(text, reason), JSON.stringify(text));
  }
});

test('a quantity has at most 1000 characters, and the error contains only its beginning', () => {
  const most = '1'.repeat(1_000);
  assert.equal(parseQuantity(most).toBigInt(), BigInt(most));
  for (const text of [`${most}1`, '1'.repeat(1_000_000), `${'1'.repeat(1_000_000)}x`]) {
    assert.throws(() => parseQuantity(text), {
      name: 'QuantityError',
      message: `invalid quantity "${'1'.repeat(80)}…": more than 1000 characters`,
    });
  }
});
