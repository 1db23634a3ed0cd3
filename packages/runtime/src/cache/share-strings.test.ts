import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { silentLogger } from '../logging/logger.js';
import { freezeDeep } from './freeze.js';
import { createPrepareObject } from './prepare-object.js';
import { widget, type Widget } from './scripted-client.test.helper.js';
import { shareParts } from './share-parts.js';
import { shareStrings } from './share-strings.js';
import { createStore } from './store.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** JSON values that two objects may have at the same place. */
const VALUES: readonly unknown[] = [
  null,
  true,
  41.5,
  'short',
  'a string that is long',
  'a string that is long too',
  [],
  {},
  ['a string that is long', ['a string that is long']],
  ['a string that is long too', 'short', { message: 'a string that is long' }],
  { message: 'a string that is long', 0: 'a string that is long' },
  { message: 'a string that is long too', nested: { message: 'a string that is long' } },
  { message: ['a string that is long'], length: 'a string that is long' },
];

function parsed(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

test('an object keeps its content for all combinations of values', () => {
  for (const value of VALUES) {
    for (const other of VALUES) {
      const object = parsed({ value, list: [value, other] });
      shareStrings(object, parsed({ value: other, list: [other, value, value] }));
      assert.deepEqual(object, { value, list: [value, other] });
    }
  }
});

test('a field called __proto__ is an ordinary field', () => {
  const text =
    '{"__proto__":{"message":"a string that is long"},"toString":"a string that is long"}';
  const object: unknown = JSON.parse(text);
  shareStrings(object, {});
  shareStrings(object, JSON.parse(text));
  assert.equal(JSON.stringify(object), text);
});

test('equal strings of many objects share their memory', () => {
  const text = JSON.stringify({ spec: { script: ['x'.repeat(2 ** 20)] } });
  const objects: unknown[] = [JSON.parse(text)];
  const before = heapBytes();
  for (let i = 0; i < 32; i++) {
    const object: unknown = JSON.parse(text);
    shareStrings(object, objects.at(-1));
    objects.push(object);
  }
  const taken = heapBytes() - before;
  assert.equal(objects.length, 33);
  assert.ok(taken < 8 * 2 ** 20, `32 MiB of strings took ${taken} bytes`);
});

test('equal strings of many updated objects share their memory', () => {
  const text = JSON.stringify({ status: { message: ['x'.repeat(2 ** 20)] } });
  const objects: unknown[] = [JSON.parse(text)];
  const before = heapBytes();
  for (let i = 0; i < 32; i++) {
    const object: unknown = JSON.parse(text);
    shareParts(object, { status: { message: ['another'] } }, objects.at(-1));
    objects.push(object);
  }
  const taken = heapBytes() - before;
  assert.equal(objects.length, 33);
  assert.ok(taken < 8 * 2 ** 20, `32 MiB of strings took ${taken} bytes`);
});

test('frozen objects are stored unchanged', () => {
  const { store, writer } = createStore<Widget, 'Namespaced'>();
  const prepare = createPrepareObject<Widget, 'Namespaced'>({
    keepFieldsOf: () => undefined,
    store,
    transform: undefined,
    freezeObjects: false,
    ownsObjects: false,
    logger: silentLogger,
  });
  for (const name of ['a-long-name-of-one', 'a-long-name-of-one', 'a-long-name-of-another']) {
    const object = widget(name, 1, { color: 'a color that is long' });
    const expected = structuredClone(object);
    freezeDeep(object);
    const kept = prepare(name, object);
    writer.set(name, kept);
    assert.deepEqual(kept, expected);
  }
});

function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
