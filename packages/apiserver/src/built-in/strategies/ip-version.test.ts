import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { test } from 'node:test';
import { ipVersion } from './ip-version.js';

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

test('the version of an IP address is that of node:net', () => {
  for (const text of TEXTS) assert.equal(ipVersion(text), isIP(text), JSON.stringify(text));
});
