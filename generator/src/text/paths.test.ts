import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { test } from 'node:test';
import * as paths from './paths.browser.js';

const PATHS = [
  '',
  '.',
  '/',
  'a',
  './a',
  '/a',
  'a/',
  '/a/',
  'a/b',
  '/a/b/',
  'a//b',
  '../a',
  'a/../b',
];
const MORE = [
  '..',
  '../..',
  '/..',
  '/../a',
  'a/../..',
  'a/./b',
  'a/b/..',
  '.a',
  'a.ts/b.c',
  'a/../../b/',
];
const ALL = [...PATHS, ...MORE];

test('treats one path as the POSIX paths of Node', () => {
  for (const path of ALL) {
    assert.equal(paths.basename(path), posix.basename(path), `the name of ${path}`);
    assert.equal(paths.dirname(path), posix.dirname(path), `the folder of ${path}`);
    assert.equal(paths.resolve(path), posix.resolve('/', path), `${path}, resolved`);
  }
});

test('treats two paths as the POSIX paths of Node', () => {
  for (const first of ALL) {
    for (const second of ALL) {
      const title = `${first} and ${second}`;
      assert.equal(paths.join(first, second), posix.join(first, second), `join: ${title}`);
      assert.equal(paths.resolve(first, second), posix.resolve('/', first, second), title);
      const [from, to] = [posix.resolve('/', first), posix.resolve('/', second)];
      assert.equal(paths.pathFrom(first, second), posix.relative(from, to), `relative: ${title}`);
    }
  }
});
