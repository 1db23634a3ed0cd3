import { test } from 'node:test';
import { FAILURES } from '../failing-server.test.helper.js';
import { checkLimits, REASONS } from './relists.test.helper.js';

for (const why of Object.keys(REASONS)) {
  for (const [what, failure] of Object.entries(FAILURES)) {
    test(`lists and warnings are limited after ${why}, while the server fails: ${what}`, (t) =>
      checkLimits(t, why, failure));
  }
}
