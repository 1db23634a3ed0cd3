import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { asCached } from './cached.js';
import { widget } from './scripted-client.test.helper.js';
import type { Widget } from './scripted-client.test.helper.js';
import { createStore } from './store.js';

const byLetters = {
  letters: (object: { metadata: { name?: string } }) => [...new Set(object.metadata.name ?? '')],
};

describe('store', () => {
  test('finds an object by each of its index values and updates them', () => {
    const { store, writer } = createStore<Widget>({
      indexers: { color: (object) => object.spec.color.split('+') },
    });
    writer.set('a', asCached(widget('a', 1, { color: 'red+blue' })));
    writer.set('b', asCached(widget('b', 2, { color: 'blue' })));
    assert.deepEqual(store.keysByIndex('color', 'blue'), ['a', 'b']);
    writer.set('a', asCached(widget('a', 3, { color: 'red+green' })));
    assert.deepEqual(store.keysByIndex('color', 'blue'), ['b']);
    assert.deepEqual(store.byIndex('color', 'green'), [store.find('a')]);
    writer.delete('b');
    writer.delete('unknown');
    assert.deepEqual(
      store.indexValues('color').sort(),
      ['green', 'red'],
      'values without objects are removed',
    );
    assert.deepEqual(store.byIndex('color', 'blue'), []);
  });

  test('replaces all objects and returns the previous ones', () => {
    const { store, writer } = createStore<Widget>({ indexers: byLetters });
    writer.set('a', asCached(widget('ax', 1)));
    const before = writer.replace(new Map([['b', asCached(widget('bx', 2))]]));
    assert.deepEqual([...before.keys()], ['a']);
    assert.deepEqual(store.keys(), ['b']);
    assert.deepEqual(store.indexValues('letters'), ['b', 'x']);
    assert.equal(store.size, 1);
  });

  test('returns arrays that later changes do not modify', () => {
    const { store, writer } = createStore<Widget>();
    writer.set('a', asCached(widget('a', 1)));
    const list = store.list();
    writer.delete('a');
    assert.equal(list.length, 1);
  });

  test('rejects duplicate index names without adding any, and unknown indexes', () => {
    const { store, writer } = createStore<Widget>({ indexers: byLetters });
    assert.throws(() => writer.addIndexers({ fresh: () => [], ...byLetters }), /"letters" already/);
    assert.equal(store.hasIndex('fresh'), false);
    assert.throws(() => store.byIndex('fresh', 'x'), /no index "fresh"; existing indexes: letters/);
  });

  test('reports an index function that throws', () => {
    const errors: string[] = [];
    const { store, writer } = createStore<Widget>({
      indexers: {
        bad(object) {
          if (object.metadata.name === 'a') throw new Error('bad');
          return ['good'];
        },
      },
      onIndexError: (index, key) => errors.push(`${index} ${key}`),
    });
    writer.set('a', asCached(widget('a', 1)));
    writer.set('b', asCached(widget('b', 2)));
    assert.equal(store.size, 2);
    assert.deepEqual(store.keysByIndex('bad', 'good'), ['b']);
    assert.deepEqual(errors, ['bad a']);
  });
});
