import { describe, test } from 'node:test';
import { checkRandomEdits, startPrograms } from './testing/check-random-edits.js';

describe('has the results of a new project after each of many random edits', () => {
  for (const [name, start] of Object.entries(startPrograms())) {
    test(name, () => {
      for (let seed = 1; seed <= 12; seed++) checkRandomEdits(start, { seed, count: 100 });
    });
  }
});
