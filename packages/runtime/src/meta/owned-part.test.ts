import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ownedPart } from './owned-part.js';

const object = {
  labels: { a: '1', b: '2' },
  list: [
    { name: 'x', port: 1, protocol: 'TCP', more: { deep: [1, 2] } },
    { name: 'y', port: 2, protocol: 'TCP' },
    { name: 'x', port: 1, protocol: 'UDP' },
  ],
  set: ['b', 'a', 1, '1'],
  whole: { c: [{ d: 1 }] },
  scalar: 0,
  nothing: null,
};

describe('ownedPart', () => {
  for (const [title, tree, expected, others] of [
    [
      'returns nothing for fields that the object does not have',
      { 'f:gone': {}, 'f:list': { 'k:{"name":"z"}': {} } },
      { list: [] },
    ],
    ['returns scalars', { 'f:scalar': {}, 'f:nothing': {} }, { scalar: 0, nothing: null }],
    [
      'returns whole fields if no manager owns their parts',
      { 'f:whole': {} },
      { whole: object.whole },
    ],
    ['returns parts of a map', { 'f:labels': { '.': {}, 'f:b': {} } }, { labels: { b: '2' } }],
    [
      'returns an empty map if other managers own its parts',
      { 'f:labels': { '.': {} } },
      { labels: {} },
      { 'f:labels': { 'f:a': {} } },
    ],
    [
      'returns list items by keys, in the order of the object, including the keys',
      {
        'f:list': {
          'k:{"name":"y"}': { '.': {}, 'f:port': {} },
          'k:{"name":"x","protocol":"UDP"}': { '.': {}, 'f:name': {} },
          'k:{"port":1,"protocol":"TCP"}': { 'f:more': { 'f:deep': {} } },
        },
      },
      {
        list: [
          { port: 1, protocol: 'TCP', more: { deep: [1, 2] } },
          { name: 'y', port: 2 },
          { name: 'x', protocol: 'UDP' },
        ],
      },
    ],
    [
      'returns only the keys of an item if other managers own its parts',
      { 'f:list': { 'k:{"name":"y"}': { '.': {} } } },
      { list: [{ name: 'y' }] },
      { 'f:list': { 'k:{"name":"y"}': { 'f:port': {} } } },
    ],
    [
      'returns items of a set by value and type',
      { 'f:set': { 'v:"1"': {}, 'v:"b"': {} } },
      { set: ['b', '1'] },
    ],
    ['returns items by index', { 'f:set': { 'i:1': {}, 'i:9': {} } }, { set: ['a'] }],
    [
      'returns nothing for invalid paths',
      {
        'f:list': { 'k:{nonsense': {}, 'k:[]': {}, 'x:y': {}, 'v:': {} },
        'f:labels': null,
        list: {},
      },
      { list: [], labels: object.labels },
    ],
  ] as const) {
    test(title, () => {
      const trees = others === undefined ? [tree] : [tree, others];
      assert.deepEqual(ownedPart(object, tree, trees), expected);
    });
  }

  test('returns a deep copy', () => {
    const part = ownedPart(object, { 'f:whole': {} }, []) as typeof object;
    assert.notEqual(part.whole.c, object.whole.c);
  });

  test('treats names like __proto__ as ordinary names', () => {
    const hostile: unknown = JSON.parse('{"__proto__":{"a":1},"constructor":2}');
    const tree = JSON.parse('{"f:__proto__":{"f:a":{}},"f:constructor":{}}') as Record<
      string,
      unknown
    >;
    assert.equal(
      JSON.stringify(ownedPart(hostile, tree, [tree])),
      '{"__proto__":{"a":1},"constructor":2}',
    );
  });
});
