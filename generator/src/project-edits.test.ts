import { describe, test } from 'node:test';
import { checkRandomEdits, startPrograms } from './testing/check-random-edits.js';

// project-edits.stress.test.ts makes many more.
describe('has the results of a new project after each of some random edits', () => {
  for (const [name, start] of Object.entries(startPrograms())) {
    test(name, () => {
      checkRandomEdits(start, { seed: 20_261_129, count: 4 });
    });
  }
});
