import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { stringifyJson, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { inPatchedOrder, quotedPatch, type TextPatch } from './quoted-document.js';

const document: JsonObject = {
  b: { d: 1, c: 2 },
  a: [
    { f: 1, e: 2 },
    { h: 1, g: 2 },
  ],
};

const printed = (patch: JsonValue, language: TextPatch): string =>
  stringifyJson(inPatchedOrder(document, patch, language));

describe('the order of keys in a patched document', () => {
  test('is sorted in objects that a merge patch visits', () => {
    const list = '"a":[{"f":1,"e":2},{"h":1,"g":2}]';
    assert.equal(printed({ x: null }, 'merge'), `{${list},"b":{"d":1,"c":2}}`);
    assert.equal(printed({ b: { c: 2 } }, 'merge'), `{${list},"b":{"c":2,"d":1}}`);
    assert.equal(
      printed({ a: [{ f: 1 }] }, 'merge'),
      '{"a":[{"e":2,"f":1},{"g":2,"h":1}],"b":{"d":1,"c":2}}',
    );
  });

  test('is sorted in objects that the operations of a JSON patch visit', () => {
    const operations = [{ op: 'test', path: '/a/1/g', value: 2 }];
    assert.equal(
      printed(operations, 'json'),
      '{"a":[{"f":1,"e":2},{"g":2,"h":1}],"b":{"d":1,"c":2}}',
    );
    assert.equal(
      printed([{ op: 'move', from: '/b/d', path: '/x' }], 'json'),
      '{"a":[{"f":1,"e":2},{"h":1,"g":2}],"b":{"c":2,"d":1}}',
    );
  });
});

test('quotes a strategic merge patch as a Go map', () => {
  assert.equal(quotedPatch({ b: [null, 1.5], a: { c: true } }), 'map[a:map[c:true] b:[<nil> 1.5]]');
});
