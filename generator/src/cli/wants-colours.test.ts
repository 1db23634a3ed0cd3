import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wantsColours } from './wants-colours.js';

const CASES: readonly [isTerminal: boolean, env: Record<string, string>, expected: boolean][] = [
  [true, {}, true],
  [false, {}, false],
  [true, { TERM: 'dumb' }, false],
  [true, { NO_COLOR: '1' }, false],
  [true, { NO_COLOR: '' }, true],
  [false, { FORCE_COLOR: '1' }, true],
  [false, { FORCE_COLOR: '' }, true],
  [true, { FORCE_COLOR: '0' }, false],
  [true, { FORCE_COLOR: 'false' }, false],
  [false, { FORCE_COLOR: '3', NO_COLOR: '1', TERM: 'dumb' }, true],
];

for (const [isTerminal, env, expected] of CASES) {
  const where = isTerminal ? 'a terminal' : 'a pipe';
  test(`${where} with ${JSON.stringify(env)} prints ${expected ? 'colours' : 'no colours'}`, () => {
    assert.equal(wantsColours(isTerminal, env), expected);
  });
}
