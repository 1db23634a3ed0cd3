import { test } from 'node:test';
import { checkRandomTexts } from './omit-managed-fields.test.helper.js';

for (const seed of [1, 2, 3, 4]) {
  test(`returns the same as a full parse for random and damaged texts (seed ${seed})`, () => {
    checkRandomTexts(seed, 1500);
  });
}
