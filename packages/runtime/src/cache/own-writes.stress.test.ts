import { test } from 'node:test';
import { runHistory } from './random-histories.test.helper.js';

test('in 300 random histories, reads never go back before an own write', async () => {
  for (let seed = 1; seed <= 300; seed++) await runHistory(seed);
});
