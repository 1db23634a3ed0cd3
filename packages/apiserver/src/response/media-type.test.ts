import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMediaType } from './media-type.js';

// The results of Go's mime.ParseMediaType.
const ACCEPTED: readonly (readonly [string, string])[] = [
  ['application/json', 'application/json'],
  ['json', 'json'],
  [' Application/JSON ', 'application/json'],
  ['application/json;', 'application/json'],
  ['application/json ; ', 'application/json'],
  ['application/json;charset=utf-8;', 'application/json'],
  ['application/json; charset=utf-8', 'application/json'],
  ['application/json; Charset = "utf-8" ; x=""', 'application/json'],
  ['application/json; charset=utf-8; charset="utf-8"', 'application/json'],
  [String.raw`application/json; x="a\"b;c"; y="C:\d"`, 'application/json'],
  ["a/b; x*0=1; x*1*=utf-8''2", 'a/b'],
];

const REJECTED: readonly string[] = [
  '',
  ';',
  ';;',
  ' ; charset=utf-8',
  'application/',
  '/json',
  'application/json json',
  'application/json, application/yaml',
  'application/json;;',
  'application/json;;charset=utf-8',
  'application/json; charset',
  'application/json; charset=',
  'application/json; charset=;',
  'application/json; =',
  'application/json; =utf-8',
  'application/json; x="',
  String.raw`application/json; x="\"`,
  'application/json; x="a\nb"',
  'application/json; x=ä',
  'application/json; charset=utf-8 x',
  'application/json; charset=utf-8; charset=UTF-8',
  'a/b; x*0=1; X*0=2',
];

test('parses the media types that kube-apiserver accepts', () => {
  for (const [header, type] of ACCEPTED) assert.equal(parseMediaType(header), type, header);
});

test('rejects the media types that kube-apiserver rejects', () => {
  for (const header of REJECTED) assert.equal(parseMediaType(header), undefined, header);
});

test('parses a long header in linear time', () => {
  assert.equal(parseMediaType(`a/b; x="${'\\'.repeat(16_000)}`), undefined);
  assert.equal(parseMediaType(`a/b${' '.repeat(16_000)}c`), undefined);
});
