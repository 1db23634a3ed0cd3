import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokenCredentials } from './credentials.js';

test('an empty token is refused each time, not sent as no token the second time', () => {
  let text = '';
  const credentials = tokenCredentials({ read: () => text, recheck() {} });
  const empty = { code: 'ERR_VMGEN_CREDENTIALS', message: 'the bearer token is empty' };
  assert.throws(() => credentials.current(), empty);
  assert.throws(() => credentials.current(), empty);
  text = 'secret\n';
  assert.deepEqual(credentials.current(), { authorization: 'Bearer secret' });
});
