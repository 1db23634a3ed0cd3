import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Persisted } from '../meta/persisted.js';
import { createFakeRandom } from '../testing/fake-random.js';
import { asCached, type Cached } from './cached.js';
import { widget, type Widget } from './scripted-client.test.helper.js';
import { namespaceIndex } from './index-set.js';
import { createStore } from './store.js';

/** Results of index functions that violate their type. Each must be treated as a failure. */
const misbehaviours: Readonly<Record<string, () => unknown>> = {
  throws: () => {
    throw new Error('no');
  },
  'returns null': () => null,
  'returns undefined': () => undefined,
  'returns a string': () => 'red',
  'returns a number': () => 7,
  'returns a set': () => new Set(['red']),
  'returns a generator that throws': function* () {
    yield 'red';
    throw new Error('late');
  },
  'returns a promise that rejects': () => Promise.reject(new Error('later')),
  'returns something with a length': () => ({ length: 1, 0: 'red' }),
  'returns a number among strings': () => ['red', 7],
  'returns null alone in an array': () => [null],
  'returns an array with a hole': () => new Array<string>(2),
  'returns an array with a getter that throws': () =>
    Object.defineProperty(['red', 'blue'], 1, {
      get() {
        throw new Error('hidden');
      },
    }),
  'returns a proxy that throws': () =>
    new Proxy(['red'], {
      get() {
        throw new Error('a trap');
      },
    }),
  'returns a revoked proxy': () => {
    const { proxy, revoke } = Proxy.revocable(['red'], {});
    revoke();
    return proxy;
  },
};

/** A user's function without type checks. */
function untyped(indexFunction: (object: Cached<Widget>) => unknown): (o: Cached<Widget>) => [] {
  return indexFunction as (object: Cached<Widget>) => [];
}

test('the namespace index removes empty values and ignores objects without a namespace', () => {
  const { store, writer } = createStore<Widget>({ indexers: { namespace: namespaceIndex } });
  const inNamespace = (namespace: string, version: number): Cached<Widget> =>
    asCached(widget('a', version, { namespace }));
  writer.set('a', inNamespace('x', 1));
  writer.set('b', inNamespace('x', 2));
  writer.set('a', inNamespace('y', 3));
  assert.deepEqual(store.keysByIndex('namespace', 'x'), ['b']);
  const garbled: Persisted<Widget> = JSON.parse('{ "metadata": { "name": "b", "namespace": 7 } }');
  writer.set('b', asCached(garbled));
  assert.deepEqual(store.indexValues('namespace'), ['y']);
  writer.delete('b');
  writer.delete('a');
  assert.deepEqual(store.indexValues('namespace'), []);
});

test('the namespace index is complete at its first use and stays up to date', () => {
  const { store, writer } = createStore<Widget>({ indexers: { namespace: namespaceIndex } });
  const put = (name: string, namespace: string): void =>
    void writer.set(name, asCached(widget(name, 1, { namespace })));
  put('a', 'x');
  put('b', 'x');
  put('b', 'y');
  writer.delete('a');
  put('c', 'y');
  assert.deepEqual(store.keysByIndex('namespace', 'y'), ['b', 'c']);
  assert.deepEqual(store.indexValues('namespace'), ['y']);
  put('b', 'z');
  assert.deepEqual(store.indexValues('namespace'), ['y', 'z']);
  writer.replace(new Map([['d', asCached(widget('d', 1, { namespace: 'x' }))]]));
  assert.deepEqual(store.indexValues('namespace'), ['x']);
});

describe('an index function', () => {
  for (const [what, misbehave] of Object.entries(misbehaviours)) {
    test(`that ${what} is reported, and the object is not in the index`, () => {
      const errors: string[] = [];
      let isBad = true;
      const { store, writer } = createStore<Widget>({
        indexers: {
          color: untyped((object) =>
            isBad && object.metadata.name === 'a' ? misbehave() : [object.spec.color],
          ),
        },
        onIndexError: (index, key, error) =>
          errors.push(`${index} ${key} ${error instanceof Error}`),
      });
      writer.set('a', asCached(widget('a', 1)));
      writer.set('b', asCached(widget('b', 2)));
      assert.deepEqual(errors, ['color a true']);
      assert.deepEqual(store.keysByIndex('color', 'red'), ['b']);
      assert.equal(store.size, 2);

      isBad = false;
      writer.set('a', asCached(widget('a', 3)));
      assert.deepEqual(store.keysByIndex('color', 'red').sort(), ['a', 'b']);
      isBad = true;
      writer.set('a', asCached(widget('a', 4)));
      assert.deepEqual(store.keysByIndex('color', 'red'), ['b']);
      writer.delete('a');
      writer.replace(new Map([['a', asCached(widget('a', 5))]]));
      assert.deepEqual(store.indexValues('color'), []);
    });
  }

  test('may return different values later without leaving entries behind after a deletion', () => {
    let value = 'first';
    const { store, writer } = createStore<Widget>({ indexers: { unstable: () => [value] } });
    writer.set('a', asCached(widget('a', 1)));
    value = 'second';
    writer.delete('a');
    assert.deepEqual(store.indexValues('unstable'), []);
  });

  test('may return and modify the same array each time', () => {
    const values = ['x', 'y'];
    const { store, writer } = createStore<Widget>({ indexers: { same: () => values } });
    writer.set('a', asCached(widget('a', 1)));
    values.pop();
    writer.set('a', asCached(widget('a', 2)));
    assert.deepEqual(store.indexValues('same'), ['x']);
  });

  test('does not stop the store if both it and the error handler throw', () => {
    const { store, writer } = createStore<Widget>({
      indexers: { bad: untyped(() => null), good: () => ['x'] },
      onIndexError() {
        throw new Error('enough');
      },
    });
    writer.set('a', asCached(widget('a', 1)));
    assert.deepEqual(store.keysByIndex('good', 'x'), ['a']);
  });
});

test('store: an index contains the last results of a random index function', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const random = createFakeRandom(seed);
    const pick = <V>(values: readonly V[]): V => values[Math.floor(random() * values.length)] as V;
    /** The last result of the function for each object; empty if it failed. */
    let said = new Map<string, readonly string[]>();
    const draw = (): readonly string[] =>
      Array.from({ length: random() * 4 }, () => pick('abcde'.split('')));
    const unstable = (object: Cached<Widget>): unknown => {
      const key = object.metadata.name;
      said.delete(key);
      if (random() < 0.3) return pick(Object.values(misbehaviours))();
      const values = draw();
      said.set(key, values);
      return values;
    };
    const { store, writer } = createStore<Widget>({ indexers: { unstable: untyped(unstable) } });
    const keys = 'klmnop'.split('');
    for (let step = 1; step <= 60; step++) {
      const key = pick(keys);
      const dice = random();
      if (dice < 0.6) {
        writer.set(key, asCached(widget(key, step)));
      } else if (dice < 0.9) {
        writer.delete(key);
        said.delete(key);
      } else {
        said = new Map();
        const kept = keys.filter(() => random() < 0.5);
        writer.replace(new Map(kept.map((name) => [name, asCached(widget(name, step))])));
      }
      const wanted = new Map<string, string[]>();
      for (const [name, values] of said) {
        for (const value of new Set(values))
          wanted.set(value, [...(wanted.get(value) ?? []), name]);
      }
      const where = `seed ${seed}, step ${step}`;
      assert.deepEqual(store.indexValues('unstable').sort(), [...wanted.keys()].sort(), where);
      for (const [value, names] of wanted) {
        assert.deepEqual(store.keysByIndex('unstable', value).sort(), names.sort(), where);
        assert.equal(store.byIndex('unstable', value).length, names.length, where);
      }
    }
  }
});
