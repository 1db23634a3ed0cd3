import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isNotFound } from '../client/errors.js';
import { NAMESPACE_INDEX, namespaceIndex } from './index-set.js';
import type { Indexers } from './index-set.js';
import { createLister } from './lister.js';
import { asCached } from './cached.js';
import { widget, widgetResource } from './scripted-client.test.helper.js';
import type { Widget } from './scripted-client.test.helper.js';
import { createStore } from './store.js';

const variants: Indexers<Widget>[] = [{}, { [NAMESPACE_INDEX]: namespaceIndex }];

for (const indexers of variants) {
  describe(`lister, ${Object.keys(indexers).length} indexes`, () => {
    const { store, writer } = createStore<Widget>({ indexers });
    for (const [name, namespace] of [
      ['a', 'x'],
      ['b', 'x'],
      ['a', 'y'],
    ] as const) {
      const object = widget(name, 1, { namespace });
      object.metadata.labels = { app: name };
      writer.set(`${namespace}/${name}`, asCached(object));
    }
    const lister = createLister(store, widgetResource);

    test('lists all objects, one namespace, or the objects that match a selector as text or as an object', () => {
      assert.equal(lister.list().length, 3);
      assert.equal(lister.list('app=a').length, 2);
      assert.equal(lister.list({ matches: (labels) => labels?.['app'] === 'b' }).length, 1);
      assert.equal(lister.namespace('x').list().length, 2);
      assert.equal(lister.namespace('x').list('app in (a),app!=b').length, 1);
      assert.deepEqual(lister.namespace('none').list(), []);
    });

    test('finds an object by its key, as text or in parts', () => {
      assert.equal(lister.find('y/a')?.metadata.namespace, 'y');
      assert.equal(lister.find({ namespace: 'y', name: 'a' })?.metadata.namespace, 'y');
      assert.equal(lister.namespace('y').find('a')?.metadata.namespace, 'y');
      assert.equal(lister.find('y/b'), undefined);
      assert.equal(lister.find('a'), undefined);
      assert.equal(lister.find({ namespace: '', name: 'a' }), undefined);
      assert.equal(lister.namespace('y').find('b'), undefined);
    });

    test('gets an object, or throws NotFound as the API server does', () => {
      assert.equal(lister.namespace('y').get('a').metadata.namespace, 'y');
      assert.equal(lister.get('y/a').metadata.namespace, 'y');
      assert.equal(lister.get({ namespace: 'y', name: 'a' }).metadata.namespace, 'y');
      assert.throws(
        () => lister.namespace('y').get('b'),
        (error: unknown) => {
          assert.ok(isNotFound(error));
          assert.equal(error.message, 'widgets.example.com "b" not found');
          assert.equal(error.statusCode, 404);
          assert.deepEqual(error.status.details, {
            name: 'b',
            group: 'example.com',
            kind: 'widgets',
          });
          return true;
        },
      );
    });
  });
}
