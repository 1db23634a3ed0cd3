import { test } from 'node:test';
import { checkRandomCrds } from './testing/check-random-crds.js';

test('very many random CRDs that an API server accepts come back as they were, and compile', () => {
  checkRandomCrds({ seed: 100_000, count: 1500, compiles: true });
});
