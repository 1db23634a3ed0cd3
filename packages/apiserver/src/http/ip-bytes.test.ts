import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ipBytes } from './ip-bytes.js';

test('returns the bytes of addresses of both families', () => {
  assert.equal(ipBytes('127.0.0.1').toString('hex'), '7f000001');
  assert.equal(ipBytes('::1').toString('hex'), '0'.repeat(31) + '1');
  assert.equal(ipBytes('fe80::1%eth0').toString('hex'), 'fe80' + '0'.repeat(27) + '1');
  assert.equal(ipBytes('2001:db8:0:1:1:1:1:1').toString('hex'), '20010db8000000010001000100010001');
  assert.equal(ipBytes('::ffff:1.2.3.4').toString('hex'), '0'.repeat(20) + 'ffff01020304');
});
