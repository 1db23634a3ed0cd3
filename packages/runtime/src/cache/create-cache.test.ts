import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { leaseResource } from '../api/lease.js';
import { namespaceResource } from '../api/namespace.js';
import { isNotFound } from '../client/errors.js';
import { ScriptedTransport } from '../client/scripted-transport.test.helper.js';
import { createFakeClock } from '../testing/fake-clock.js';
import { createCache, readerOf } from './create-cache.js';
import { createInformerFactory, type InformerFactoryOptions } from './informer-factory.js';
import { widget, widgetResource } from './scripted-client.test.helper.js';

/** A server with one widget in each of two namespaces, which records requests. */
function serve() {
  return new ScriptedTransport(({ path }) => {
    if (path.includes('sendInitialEvents=')) return { status: 422 };
    if (path.includes('watch=')) return { chunks: endless() };
    const namespace = /namespaces\/(\w+)\/widgets/.exec(path)?.[1];
    const widgets = ['x', 'y']
      .filter((each) => namespace === undefined || each === namespace)
      .map((each) => widget('a', 1, { namespace: each }));
    const items = path.includes('widgets') ? widgets : [];
    return { body: { metadata: { resourceVersion: '1' }, items } };
  });
}

async function* endless(): AsyncGenerator<Uint8Array> {
  await new Promise(() => {});
}

function factoryOf(options: InformerFactoryOptions = {}) {
  const transport = serve();
  const clock = createFakeClock();
  return { transport, clock, factory: createInformerFactory(transport, { clock, ...options }) };
}

describe('a declared cache', () => {
  test('returns typed readers by name', async () => {
    const { factory, clock } = factoryOf();
    const cache = createCache(factory, { widgets: widgetResource, spaces: namespaceResource });
    factory.start();
    await clock.advance(0);
    await factory.waitForSync();
    const color: string = cache.widgets.get('x/a').spec.color;
    assert.equal(color, 'red');
    assert.equal(cache.widgets.list().length, 2);
    assert.equal(cache.widgets.namespace('y').get('a').metadata.namespace, 'y');
    assert.equal(cache.widgets.byIndex('namespace', 'x').length, 1);
    assert.equal(cache.spaces.find('none'), undefined);
    // @ts-expect-error an undeclared kind has no reader
    assert.equal(cache.leases, undefined);
    // @ts-expect-error a widget has no field holder
    assert.equal(cache.widgets.get('x/a').spec.holderIdentity, undefined);
  });

  test('shares the informers of its factory and does not start them', () => {
    const { factory, transport } = factoryOf();
    const cache = createCache(factory, { widgets: widgetResource });
    assert.equal(cache.widgets.informer, factory.informerFor(widgetResource));
    assert.throws(() => cache.widgets.list(), { code: 'ERR_VMGEN_STATE' });
    assert.throws(() => cache.widgets.find('x/a'), /has not synced;/);
    assert.throws(() => cache.widgets.namespace('x').list(), /has not synced;/);
    assert.deepEqual(transport.requests, []);
  });

  test('distinguishes missing objects from objects outside of its scope', async () => {
    const { factory, clock } = factoryOf({ namespace: 'x' });
    const cache = createCache(factory, {
      widgets: widgetResource,
      selected: {
        resource: widgetResource,
        scope: { namespaces: ['x', 'y'], labelSelector: 'a=b' },
      },
      spaces: namespaceResource,
    });
    factory.start();
    await clock.advance(0);
    await factory.waitForSync();
    assert.throws(() => cache.widgets.get('x/none'), isNotFound);
    const refused = { code: 'ERR_VMGEN_ARGUMENT' };
    assert.throws(() => cache.widgets.find('y/a'), refused);
    assert.throws(() => cache.widgets.get('y/a'), /in "y" are not cached, only those in "x"/);
    assert.throws(() => cache.widgets.namespace('y'), refused);
    assert.throws(() => cache.widgets.find('a'), /pass the namespace of the object/);
    assert.throws(() => cache.spaces.get('x/a'), /are cluster-scoped/);
    assert.equal(cache.selected.find('y/a')?.metadata.name, 'a');
    assert.equal(cache.selected.find('x/none'), undefined);
    assert.throws(() => cache.selected.get('x/none'), { code: 'ERR_VMGEN_STATE' });
  });

  test('finds the reader of a kind at run time, or explains how to declare it', () => {
    const { factory } = factoryOf();
    const cache = createCache(factory, { things: widgetResource });
    assert.equal(readerOf(cache, widgetResource), cache.things);
    assert.throws(() => readerOf(cache, leaseResource), {
      code: 'ERR_VMGEN_ARGUMENT',
      message:
        'coordination.k8s.io/v1 Lease is not cached; declare it where the cache is created, ' +
        'createCache(factory, { leases: leaseResource }), or use a client',
    });
  });
});
