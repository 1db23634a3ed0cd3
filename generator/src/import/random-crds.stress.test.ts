import { test } from 'node:test';
import { checkRandomCrds } from './testing/check-random-crds.js';

test('generates many random CRDs again that an API server accepts, from types that compile', () => {
  checkRandomCrds({ seed: 100_000, count: 1500, compiles: true });
});
