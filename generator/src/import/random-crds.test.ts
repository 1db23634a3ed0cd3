import { test } from 'node:test';
import { checkRandomCrds } from './testing/check-random-crds.js';

test('generates random CRDs again that an API server accepts', () => {
  checkRandomCrds({ seed: 1, count: 40 });
});
