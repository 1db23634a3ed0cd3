import { test } from 'node:test';
import { checkRandomCrds } from './testing/check-random-crds.js';

test('random CRDs that an API server accepts come back as they were', () => {
  checkRandomCrds({ seed: 1, count: 40 });
});
