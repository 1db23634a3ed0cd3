import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseYamlBody } from './parse-yaml-body.js';
import { goYamlPieces, printGoYaml } from './print-go-yaml.js';
import { PRINTED } from './printed-yaml.test.data.js';

test('prints YAML as kube-apiserver does', () => {
  for (const [object, yaml] of PRINTED) {
    assert.equal(printGoYaml(object), yaml, JSON.stringify(object));
  }
});

test('prints an empty object', () => {
  assert.equal(printGoYaml({}), '{}\n');
});

test('prints text that is parsed to the same object', () => {
  // Readers of YAML 1.1 read U+2028 as a line break.
  for (const [object] of PRINTED.filter(([, yaml]) => !yaml.includes('\u2028'))) {
    assert.deepEqual(parseYamlBody(printGoYaml(object)), object, JSON.stringify(object));
  }
});

test('prints each item of a list as a separate piece', () => {
  const pieces = goYamlPieces({ kind: 'L', items: [{ b: 1, a: [2] }, 'x'], apiVersion: 'v1' });
  assert.deepEqual(
    [...pieces],
    ['apiVersion: v1\n', 'items:\n', '- a:\n  - 2\n  b: 1\n', '- x\n', 'kind: L\n'],
  );
});

test('sorts many keys without quadratic time', () => {
  const cpuOf = (times: number, count: number): number => {
    const keys: readonly [string, string][] = Array.from({ length: count }, (_, i) => [
      `key-${(i * 7919) % 100_003}.a`,
      'v',
    ]);
    const object = Object.fromEntries(keys);
    const start = process.cpuUsage();
    for (let i = 0; i < times; i++) printGoYaml(object);
    const { user, system } = process.cpuUsage(start);
    return user + system;
  };
  // As many keys in both: about 1.3 times the work of a sort, and 20 times that of a quadratic one. Other load slows some
  // runs, not all.
  assert.ok(Array.from({ length: 10 }).some(() => cpuOf(1, 100_000) < cpuOf(20, 5000) * 7));
});
