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

/** What JSON may hold at the places where two objects are compared. */
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

test('an object says the same afterwards, whatever it is compared with', () => {
  for (const value of VALUES) {
    for (const other of VALUES) {
      const object = parsed({ value, list: [value, other] });
      shareStrings(object, parsed({ value: other, list: [other, value, value] }));
      assert.deepEqual(object, { value, list: [value, other] });
    }
  }
});

test('a field called __proto__ is one like others', () => {
  const text =
    '{"__proto__":{"message":"a string that is long"},"toString":"a string that is long"}';
  const object: unknown = JSON.parse(text);
  shareStrings(object, {});
  shareStrings(object, JSON.parse(text));
  assert.equal(JSON.stringify(object), text);
});

test('strings that many objects have take the memory of one', () => {
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

test('strings that many objects have got since their last versions take the memory of one', () => {
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

test('objects that cannot be written to are kept as they are', () => {
  const { store, writer } = createStore<Widget, 'Namespaced'>();
  const prepare = createPrepareObject<Widget, 'Namespaced'>({
    store,
    transform: () => undefined,
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
