import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { test } from 'node:test';
import { ipBytes, parseIp, printIp } from './ip-address.js';

const TEXTS = [
  '',
  '0.0.0.0',
  '10.1.2.3',
  '255.255.255.255',
  '256.1.1.1',
  '1.2.3',
  '1.2.3.4.5',
  '01.2.3.4',
  '1.2.3.4 ',
  '1.2.3.-4',
  '::',
  '::1',
  '1::',
  'fe80::1%eth0',
  'fe80::1%',
  '%eth0',
  '1.2.3.4%eth0',
  '1:2:3:4:5:6:7:8',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '1:2:3:4:5:6:7::',
  '::2:3:4:5:6:7:8',
  '1::2:3:4:5:6:7:8',
  '1::2::3',
  ':::',
  ':1',
  '1:',
  '::ffff:1.2.3.4',
  '1:2:3:4:5:6:1.2.3.4',
  '1:2:3:4:5:6:7:1.2.3.4',
  '1.2.3.4::',
  '1.2.3.4:1::',
  '::1.2.3.4:1',
  '::01.2.3.4',
  '::12345',
  '::g',
  'ABCD::EF',
  '::1\n',
  '１::',
];

const hexOf = (text: string): string => Buffer.from(parseIp(text).bytes).toString('hex');

test('parses the addresses that node:net accepts', () => {
  for (const text of TEXTS) {
    const version = text.includes('%') ? 0 : isIP(text);
    const size = { 4: 4, 6: 16 }[version];
    assert.equal(ipBytes(text)?.length, size, JSON.stringify(text));
  }
});

test('returns the bytes of addresses of both families, and the zone', () => {
  assert.equal(hexOf('127.0.0.1'), '7f000001');
  assert.equal(hexOf('::1'), '0'.repeat(31) + '1');
  assert.equal(hexOf('fe80::1%eth0'), 'fe80' + '0'.repeat(27) + '1');
  assert.equal(hexOf('2001:db8:0:1:1:1:1:1'), '20010db8000000010001000100010001');
  assert.equal(hexOf('::ffff:1.2.3.4'), '0'.repeat(20) + 'ffff01020304');
  assert.equal(parseIp('fe80::1%eth0').zone, 'eth0');
});

test('prints the canonical form', () => {
  assert.equal(printIp(parseIp('2001:0DB8:0:0:1:0:0:0').bytes), '2001:db8:0:0:1::');
  assert.equal(printIp(parseIp('10.0.0.7').bytes), '10.0.0.7');
});
