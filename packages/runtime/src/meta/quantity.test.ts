import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseQuantity } from './quantity.js';

// test/unit/quantities.test.ts compares how quantities are parsed, printed and refused with recorded answers of apimachinery.

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
