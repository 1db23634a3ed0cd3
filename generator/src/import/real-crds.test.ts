import { test } from 'node:test';
import { checkOrder, checkRoundTrip, checkTypes, isLarge, realCrds } from './testing/real-crds.js';

// real-crds.stress.test.ts has the others.
const files = realCrds.filter((file) => !isLarge(file));

for (const file of files) {
  test(`${file} is imported and generated again as it was`, () => checkRoundTrip(file));
}

test('imports types that compile under the strictest flags', () => checkTypes(files));

test('writes the same bytes in a second import, for any order of the CRDs', () =>
  checkOrder(files));
