import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type JsonValue, WorkBudget } from '@vmgen/base/json';
import { parseJsonPath } from './json-path.js';

const root: JsonValue = {
  status: {
    phase: 'Active',
    none: null,
    mixed: [{ rank: 2 }, { rank: 1.5 }],
    'dotted.key': 'd',
    list: [
      { name: 'one', rank: 1 },
      { name: 'two', rank: 2 },
      { name: 'three)', rank: 3 },
    ],
    conditions: [
      { type: 'Synced', status: 'False' },
      { type: 'Ready', status: 'True' },
    ],
  },
};

const find = (path: string): JsonValue[] | undefined =>
  parseJsonPath(path)?.find(root, new WorkBudget(10_000));

test('evaluates the path syntax of columns as kubectl does', () => {
  const cases: [string, JsonValue[] | undefined][] = [
    ['.status.phase', ['Active']],
    ['$.status.phase', ['Active']],
    [".status['phase']", ['Active']],
    [".status['dotted\\.key']", ['d']],
    ['.status.dotted\\.key', ['d']],
    ['.status.list[0].name', ['one']],
    ['.status.list[-1].name', ['three)']],
    ['.status.list[*].name', ['one', 'two', 'three)']],
    ['.status.list[0:2].name', ['one', 'two']],
    ['.status.list[::2].name', ['one', 'three)']],
    ['.status.list[0,2].name', ['one', 'three)']],
    ['.status.list[?(@.rank==2)].name', ['two']],
    ['.status.list[?(@.name=="three)")].rank', [3]],
    ["status.conditions[?(@.type=='Ready')].status", undefined],
    ['.status.conditions[?(@.type=="Ready")].status', ['True']],
    ["{.status.conditions[?(@.type=='Ready')].status}", undefined],
    ['.status.conditions[?(@.nope)].status', []],
    ['.status.list..rank', [1, 2, 3]],
    ['.status.list.name', []],
    ['.nope.deeper', []],
  ];
  for (const [path, expected] of cases) assert.deepEqual(find(path), expected, path);
});

test('finds nothing if the path does not match the value', () => {
  for (const path of [
    '.status.list[7].name',
    '.status.list[0:9].name',
    '.status.phase[0]',
    '.status.list[?(@.rank>"x")].name',
    '.status.mixed[?(@.rank>1)].rank',
  ]) {
    assert.equal(find(path), undefined, path);
  }
});

test('ignores inherited keys', () => {
  assert.deepEqual(find('.constructor.name'), []);
  assert.deepEqual(find('.__proto__'), []);
});
