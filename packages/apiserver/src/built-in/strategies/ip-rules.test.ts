import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Field } from '@vmgen/crd/internal';
import { checkCidr, checkIp } from './ip-rules.js';

const messages = (text: string, check: (field: Field) => unknown): string[] => {
  const field = new Field(text, 'ip', []);
  check(field);
  return field.errors.map(({ message }) => message.replace(/^Invalid value: "[^"]*": /, ''));
};

const ZEROS = 'must not have leading 0s';
const MAPPED = 'must not be an IPv4-mapped IPv6 address';
const FORM = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';

// The answers of kube-apiserver 1.37.2.
test('rejects addresses that parsers interpret differently, with the reason', () => {
  for (const text of ['10.0.0.7', '0.0.0.0', '2001:0db8::1', '::1', '100.100.0.0']) {
    assert.deepEqual(messages(text, checkIp), [], text);
  }
  for (const text of ['010.1.1.1', '10.0.0.077', '127.0.00.1', '1.2.3.00']) {
    assert.deepEqual(messages(text, checkIp), [ZEROS], text);
  }
  for (const text of ['::ffff:1.2.3.4', '::ffff:0102:0304']) {
    assert.deepEqual(messages(text, checkIp), [MAPPED], text);
  }
  for (const text of ['', 'a', '1.2.3', '256.1.1.1', 'fe80::1%eth0', '0x1.2.3.4']) {
    assert.deepEqual(messages(text, checkIp), [FORM], text);
  }
});

test('rejects ranges with leading zeros or bits beyond the prefix', () => {
  const zeros = 'must not have leading 0s in IP or prefix length';
  for (const text of ['10.0.0.0/8', '0.0.0.0/0', '2001:db8::/64', '10.0.0.1/32']) {
    assert.deepEqual(messages(text, checkCidr), [], text);
  }
  for (const text of ['010.0.0.0/8', '10.0.0.0/08', '10.001.0.0/16']) {
    assert.deepEqual(messages(text, checkCidr), [zeros], text);
  }
  const beyond = 'must not have bits set beyond the prefix length';
  assert.deepEqual(messages('10.0.0.1/8', checkCidr), [beyond]);
  assert.deepEqual(messages('2001:db8::1/64', checkCidr), [beyond]);
  assert.deepEqual(messages('::ffff:1.2.3.0/120', checkCidr), [
    'must not have an IPv4-mapped IPv6 address',
  ]);
  const form = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';
  for (const text of ['10.0.0.0/33', 'fe80::%eth0/64']) {
    assert.deepEqual(messages(text, checkCidr), [form], text);
  }
});
