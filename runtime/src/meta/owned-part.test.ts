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

describe('the part of an object that fields name', () => {
  for (const [title, tree, expected, others] of [
    [
      'is nothing for none that it has',
      { 'f:gone': {}, 'f:list': { 'k:{"name":"z"}': {} } },
      { list: [] },
    ],
    ['are scalars', { 'f:scalar': {}, 'f:nothing': {} }, { scalar: 0, nothing: null }],
    ['are fields whole, where nobody owns their parts', { 'f:whole': {} }, { whole: object.whole }],
    ['are the parts of a map', { 'f:labels': { '.': {}, 'f:b': {} } }, { labels: { b: '2' } }],
    [
      'is that a map is there, where others own its parts',
      { 'f:labels': { '.': {} } },
      { labels: {} },
      { 'f:labels': { 'f:a': {} } },
    ],
    [
      'are items by their keys, in the order of the object, with those keys',
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
      'is that an item is there, where others own its parts',
      { 'f:list': { 'k:{"name":"y"}': { '.': {} } } },
      { list: [{ name: 'y' }] },
      { 'f:list': { 'k:{"name":"y"}': { 'f:port': {} } } },
    ],
    [
      'are items of a set, by value and type',
      { 'f:set': { 'v:"1"': {}, 'v:"b"': {} } },
      { set: ['b', '1'] },
    ],
    ['are items by index', { 'f:set': { 'i:1': {}, 'i:9': {} } }, { set: ['a'] }],
    [
      'is nothing for what is no path',
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

  test('shares nothing with the object', () => {
    const part = ownedPart(object, { 'f:whole': {} }, []) as typeof object;
    assert.notEqual(part.whole.c, object.whole.c);
  });

  test('keeps hostile names apart', () => {
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
