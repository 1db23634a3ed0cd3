import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseQuantity, QuantityError } from '@vmgen/runtime';
import { AmountError, parseAmount } from '@vmgen/cel/internal';
import { quantityPairs, quantityTexts } from '../record/quantity-questions.js';
import { inRepository } from '../support/repository.js';

// The runtime reads quantities for its users, CEL for rules; neither may import the other.

/** A text, its billionths and its canonical form, as resource.ParseQuantity of apimachinery 0.37.2 has them. */
const READ: readonly (readonly [text: string, nanos: bigint, canonical: string])[] = [
  ['0', 0n, '0'],
  ['01', 1000000000n, '1'],
  ['1.', 1000000000n, '1'],
  ['.5', 500000000n, '500m'],
  ['.', 0n, '0'],
  ['-', 0n, '0'],
  ['+', 0n, '0'],
  ['Ki', 0n, '0'],
  ['Ti', 0n, '0'],
  ['.m', 0n, '0'],
  ['e3', 0n, '0'],
  ['-1.5Gi', -1610612736000000000n, '-1536Mi'],
  ['1.5k', 1500000000000n, '1500'],
  ['0.5Ki', 512000000000n, '512'],
  ['0.3Mi', 314572800000000n, '314572800m'],
  ['1000Mi', 1048576000000000000n, '1000Mi'],
  ['1024Ki', 1048576000000000n, '1Mi'],
  ['1023', 1023000000000n, '1023'],
  ['1500m', 1500000000n, '1500m'],
  ['1048576', 1048576000000000n, '1048576'],
  ['1E3', 1000000000000n, '1e3'],
  ['1e0', 1000000000n, '1'],
  ['12e5', 1200000000000000n, '1200e3'],
  ['1e-3', 1000000n, '1e-3'],
  ['1e30', 1000000000000000000000000000000000000000n, '1e30'],
  ['.5e30', 500000000000000000000000000000000000000n, '500e27'],
  [
    '10e100',
    100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000n,
    '100e99',
  ],
  ['0.0000000001', 1n, '1n'],
  ['-0.1234567891', -123456790n, '-123456790n'],
  ['1234567890.123456789Ki', 1264197519486419751936n, '1264197519486419751936n'],
  ['9223372036854775808', 9223372036854775808000000000n, '9223372036854775808'],
  ['1024Ei', 9223372036854775807000000000n, '9223372036854775807'],
  ['9223372036854775807Ki', 9223372036854775807000000000n, '9223372036854775807'],
  ['1234567890.123456789Ti', 9223372036854775807000000000n, '9223372036854775807'],
  ['-1000Ei', -9223372036854775807000000000n, '-9223372036854775807'],
  ['100u', 100000n, '100u'],
  ['12n', 12n, '12n'],
  ['4000M', 4000000000000000000n, '4G'],
  ['1000P', 1000000000000000000000000000n, '1E'],
];

const FORM =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const NUMBER = 'unable to parse numeric part of quantity';
const SUFFIX = "unable to parse quantity's suffix";

const REFUSED = [
  ['1.2.3', FORM],
  ['1Gi ', FORM],
  ['1e', SUFFIX],
  ['1K', SUFFIX],
  ['kk', SUFFIX],
  ['Pi', NUMBER],
  ['.Ei', NUMBER],
  ['e-12', NUMBER],
  ['1Kii', SUFFIX],
  ['NaN', FORM],
  // Upstream reads this one, at any cost.
  ['1e2000000000', 'the exponent is beyond 100'],
] as const;

test("the runtime's quantities equal those of apimachinery", () => {
  for (const [text, nanos, canonical] of READ) {
    const quantity = parseQuantity(text);
    assert.deepEqual([quantity.toNanos(), String(quantity)], [nanos, canonical], text);
  }
  for (const [text, reason] of REFUSED) {
    assert.throws(() => parseQuantity(text), new QuantityError(text, reason), text);
  }
});

test("CEL's quantities equal those of apimachinery", () => {
  for (const [text, nanos] of READ) assert.equal(parseAmount(text).nanos, nanos, text);
  for (const [text, reason] of REFUSED) {
    assert.throws(() => parseAmount(text), new AmountError(reason), text);
  }
});

/** The answers of apimachinery: the canonical form or the error of each text, and operations on pairs. */
const recorded = JSON.parse(
  readFileSync(inRepository('packages/runtime', 'testdata', 'recorded', 'quantities.json'), 'utf8'),
) as {
  texts: Readonly<Record<string, { readonly canonical?: string; readonly error?: string }>>;
  pairs: Readonly<Record<string, object>>;
};

/** Upstream has no suffix for them, prints none, and loses the amount. */
const LOST_UPSTREAM: ReadonlyMap<string, string> = new Map([
  ['1000E', '1'],
  ['-1000000E', '-1'],
  ['1000000000000000000000', '1'],
]);

test('a text is parsed and printed, or rejected, as by apimachinery', () => {
  for (const text of quantityTexts) {
    const { canonical, error } = recorded.texts[text] ?? {};
    if (error !== undefined) {
      const isExpected = (thrown: Error) => thrown.message.endsWith(error);
      assert.throws(() => parseQuantity(text), isExpected, text);
      assert.throws(() => parseAmount(text), isExpected, text);
      continue;
    }
    const quantity = parseQuantity(text);
    assert.equal(parseAmount(text).nanos, quantity.toNanos(), text);
    if (LOST_UPSTREAM.has(text)) {
      assert.equal(canonical, LOST_UPSTREAM.get(text), text);
      assert.equal(parseQuantity(String(quantity)).compare(quantity), 0, text);
    } else {
      assert.equal(String(quantity), canonical, text);
    }
  }
});

test('quantities are compared, added and subtracted as by apimachinery', () => {
  for (const pair of quantityPairs) {
    const [a, b] = [parseQuantity(pair[0]), parseQuantity(pair[1])];
    const answer = { compared: a.compare(b), sum: String(a.add(b)), difference: String(a.sub(b)) };
    assert.deepEqual(answer, recorded.pairs[pair.join(' ')], pair.join(' '));
  }
});
