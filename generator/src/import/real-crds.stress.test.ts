import { test } from 'node:test';
import { checkOrder, checkRoundTrip, checkTypes, isLarge, realCrds } from './testing/real-crds.js';

for (const file of realCrds.filter(isLarge)) {
  test(`${file} is imported and generated again as it was`, () => checkRoundTrip(file));
}

test('imports types that compile under the strictest flags', () => checkTypes(realCrds));

test('writes the same bytes in a second import, for any order of the CRDs', () =>
  checkOrder(realCrds));
