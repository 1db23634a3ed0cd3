import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callName } from './effect-name.js';
import { writeName } from './effects.js';

test('the name of a call has all arguments that are short texts', () => {
  assert.equal(callName('dns.create', ['shop', '10.0.0.1']), 'dns.create shop 10.0.0.1');
  assert.equal(callName('dns.create', ['shop', '10.0.0.2']), 'dns.create shop 10.0.0.2');
  assert.equal(callName('dns.scale', [{ name: 'shop' }, 3, true]), 'dns.scale shop 3 true');
  assert.equal(callName('dns.list', []), 'dns.list');
  assert.equal(callName('dns.flush', [undefined, null, { signal: 1 }, () => 1]), 'dns.flush');
});

test('what differs between runs is masked in the name of a call', () => {
  const uid = '6e8b1a86-8b67-4d9c-9d6e-0d2f4c4f7a11';
  assert.equal(callName('dns.own', ['shop', `owner=${uid}`]), 'dns.own shop owner=UID');
  assert.equal(callName('dns.renew', ['shop', '2026-01-02T03:04:05.6Z']), 'dns.renew shop TIME');
});

test('the name of a call is one short line without control characters', () => {
  assert.equal(
    callName('page.write', ['shop', `<p>\n${'x'.repeat(50)}`]),
    `page.write shop <p> ${'x'.repeat(36)}…`,
  );
  assert.equal(callName('page.write', ['\u001b[31m']), 'page.write \\u001b[31m');
});

test('a write is named without the name of its object if the body is not JSON', () => {
  const name = (body: string | Uint8Array) =>
    writeName({ method: 'POST', path: '/api/v1/namespaces/default/configmaps', body });
  assert.equal(name('{"metadata":{"name":"shop"}}'), 'create configmaps default/shop');
  assert.equal(name('{"metadata":{"generateName":"page-"}}'), 'create configmaps default/page-*');
  const others = [
    'metadata:\n  name: shop\n',
    new Uint8Array([0x6b, 0x38, 0x73, 0]),
    'null',
    '[]',
    '',
    '{"metadata":null}',
  ];
  assert.deepEqual(
    others.map(name),
    others.map((body) =>
      /^[[{]/.test(String(body)) ? 'create configmaps default/*' : 'create configmaps default',
    ),
  );
});
