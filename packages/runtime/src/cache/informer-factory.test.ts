import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, test } from 'node:test';
import { namespaceResource } from '../api/namespace.js';
import { isForbidden } from '../client/errors.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { ScriptedTransport } from '../client/scripted-transport.test.helper.js';
import { withResolvers } from '../async/with-resolvers.js';
import { createFakeClock } from '../testing/fake-clock.js';
import type { Transport } from '../transport/transport.js';
import { createInformerFactory } from './informer-factory.js';
import type { InformerFactoryOptions, InformerScope } from './informer-factory.js';
import { widget, widgetResource } from './scripted-client.test.helper.js';

/**
 * Returns lists that a test defines, rejects streaming lists, and keeps watches open until they are
 * aborted.
 */
class QuietTransport implements Transport {
  readonly paths: string[] = [];
  readonly #items: readonly object[];

  constructor(items: readonly object[] = []) {
    this.#items = items;
  }

  async request(request: Parameters<Transport['request']>[0]): ReturnType<Transport['request']> {
    const isStream = request.path.includes('sendInitialEvents=');
    if (!isStream) this.paths.push(request.path);
    const isWatch = request.path.includes('watch=');
    const body = JSON.stringify({ metadata: { resourceVersion: '5' }, items: this.#items });
    return {
      status: isStream ? 422 : 200,
      headers: { 'content-type': 'application/json' },
      body: isWatch ? untilAborted(request.signal) : once(body),
      text: async () => body,
    };
  }

  get lists(): string[] {
    return this.paths.filter((path) => !path.includes('watch='));
  }
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

async function* untilAborted(
  signal: AbortSignal | undefined,
  text = '',
): AsyncGenerator<Uint8Array> {
  if (text !== '') yield new TextEncoder().encode(text);
  if (signal?.aborted) return;
  await new Promise((resolve) => signal?.addEventListener('abort', resolve));
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

describe('informer factory', () => {
  test('passes the page size, watch timeout and jitter on to its informers', async () => {
    const transport = new QuietTransport();
    await using factory = createInformerFactory(transport, {
      clock: createFakeClock(),
      pageSize: 7,
      minWatchTimeoutMs: 60_000,
      random: () => 0.5,
    });
    factory.informerFor(widgetResource);
    factory.start();
    await factory.waitForSync();
    await until(() => transport.paths.some((path) => path.includes('watch=')));
    const [list = '', watch = ''] = transport.paths;
    assert.match(list, /[?&]limit=7(&|$)/);
    assert.match(watch, /[?&]timeoutSeconds=90(&|$)/);
  });

  test('reports failures of its informers to onError, with the kind', async () => {
    const failure = new Error('no network');
    const transport: Transport = { request: () => Promise.reject(failure) };
    const { promise, resolve } = withResolvers<readonly [unknown, string]>();
    await using factory = createInformerFactory(transport, {
      clock: createFakeClock(),
      onError: (error, { kind }) => resolve([error, kind]),
    });
    factory.informerFor(widgetResource);
    factory.start();
    assert.deepEqual(await promise, [failure, 'Widget']);
  });

  test('lists all kinds again after a restore of the server that one of them shows', async () => {
    const listed = { widgets: 0, namespaces: 0 };
    // The server's version has passed that of the namespaces, whose watch shows nothing.
    const versions = { widgets: ['90', '60'], namespaces: ['30', '60'] } as const;
    const transport: Transport = {
      async request({ path, signal }) {
        const kind = path.includes('widgets') ? 'widgets' : 'namespaces';
        const isWatch = path.includes('watch=');
        const resourceVersion = versions[kind][isWatch ? 0 : Math.min(listed[kind]++, 1)];
        const body = JSON.stringify({ metadata: { resourceVersion }, items: [] });
        const older = {
          kind: 'Widget',
          apiVersion: 'example.com/v1',
          metadata: { resourceVersion: '60' },
        };
        const bookmark = `${JSON.stringify({ type: 'BOOKMARK', object: older })}\n`;
        return {
          status: 200,
          headers: { 'content-type': 'application/json' },
          body: isWatch ? untilAborted(signal, kind === 'widgets' ? bookmark : '') : once(body),
          text: async () => body,
        };
      },
    };
    const clock = createFakeClock();
    let restored = 0;
    const options = { clock, watchList: false, random: () => 0, onRestored: () => restored++ };
    await using factory = createInformerFactory(transport, options);
    factory.informerFor(widgetResource);
    factory.informerFor(namespaceResource);
    factory.start();
    await factory.waitForSync();
    await clock.advance(10_000);
    assert.equal(restored, 1);
    assert.equal(listed.namespaces, 2);
    assert.ok(listed.widgets <= 3, `${listed.widgets} lists`);
  });

  test('returns one informer per kind and scope', () => {
    const factory = createInformerFactory(new QuietTransport(), { namespace: 'x' });
    const informer = factory.informerFor(widgetResource);
    assert.equal(factory.informerFor(widgetResource), informer);
    assert.equal(factory.informerFor(widgetResource, { namespace: 'x' }), informer);
    assert.notEqual(factory.informerFor(widgetResource, { namespace: 'y' }), informer);
    assert.notEqual(factory.informerFor(widgetResource, { namespace: '' }), informer);
    assert.notEqual(factory.informerFor(widgetResource, { labelSelector: 'a=b' }), informer);
    assert.notEqual(factory.informerFor(namespaceResource).resource, informer.resource);
  });

  test('returns one informer for several namespaces in any order', async () => {
    const transport = new QuietTransport();
    await using factory = createInformerFactory(transport, { namespaces: ['y', 'x', 'y'] });
    const informer = factory.informerFor(widgetResource);
    assert.equal(factory.informerFor(widgetResource, { namespaces: ['x', 'y'] }), informer);
    const one = factory.informerFor(widgetResource, { namespace: 'x' });
    assert.equal(factory.informerFor(widgetResource, { namespaces: ['x'] }), one);
    assert.notEqual(one, informer);
    factory.informerFor(namespaceResource);
    factory.informerFor(widgetResource, { namespace: '' });
    factory.start();
    await factory.waitForSync();
    assert.deepEqual(transport.lists.map((path) => path.split('?')[0]).sort(), [
      '/api/v1/namespaces',
      '/apis/example.com/v1/namespaces/x/widgets',
      '/apis/example.com/v1/namespaces/x/widgets',
      '/apis/example.com/v1/namespaces/y/widgets',
      '/apis/example.com/v1/widgets',
    ]);
  });

  test('rejects invalid namespaces', () => {
    const factory = createInformerFactory(new QuietTransport());
    const request = (scope: InformerScope) => () => factory.informerFor(widgetResource, scope);
    assert.throws(request({ namespaces: [] }), /namespaces is empty; omit it/);
    assert.throws(request({ namespace: 'x', namespaces: ['y'] }), /mutually exclusive/);
    assert.throws(request({ namespaces: ['x', ''] }), /empty namespace for widgets/);
    assert.throws(request({ namespaces: ['x', '../y'] }), /invalid namespace/);
  });

  test('returns separate informers of metadata and of whole objects', async () => {
    const transport = new QuietTransport();
    await using factory = createInformerFactory(transport);
    const informer = factory.metadataInformerFor(widgetResource);
    assert.equal(factory.metadataInformerFor(widgetResource), informer);
    assert.notEqual(factory.metadataInformerFor(widgetResource, { namespace: 'x' }), informer);
    const whole: object = factory.informerFor(widgetResource);
    assert.notEqual(whole, informer);
    assert.equal(informer.resource.kind, 'Widget');
  });

  test('starts each informer once, including those added later', async () => {
    const transport = new QuietTransport();
    const clock = createFakeClock();
    const factory = createInformerFactory(transport, { clock });
    factory.informerFor(widgetResource, { namespace: 'x' });
    factory.start();
    factory.start();
    await factory.waitForSync();
    assert.equal(transport.lists.length, 1);
    assert.match(transport.lists[0] ?? '', /^\/apis\/example.com\/v1\/namespaces\/x\/widgets\?/);
    const late = factory.informerFor(namespaceResource);
    factory.start();
    await factory.waitForSync();
    assert.equal(late.hasSynced, true);
    assert.equal(transport.lists.length, 2);
    await factory.close();
  });

  test('rejects waitForSync() when the signal aborts or an informer stops before the sync', async () => {
    const transport = new QuietTransport();
    const silent: Transport = {
      request: (request) =>
        request.path.includes('/widgets')
          ? new Promise((_, reject) => {
              request.signal?.addEventListener('abort', () => reject(new Error('aborted')));
            })
          : transport.request(request),
    };
    const factory = createInformerFactory(silent, { clock: createFakeClock() });
    factory.informerFor(widgetResource);
    factory.informerFor(namespaceResource);
    factory.start();
    const stop = new AbortController();
    const impatient = factory.waitForSync({ signal: stop.signal });
    const patient = factory.waitForSync();
    const reason = new Error('aborted by the test');
    stop.abort(reason);
    await assert.rejects(impatient, reason);
    await Promise.all([
      factory[Symbol.asyncDispose](),
      assert.rejects(patient, /the informer of \S+ stopped before it had synced/),
    ]);
  });

  test('rejects waitForSync() after two minutes with the kinds that have not synced and the reasons', async () => {
    const clock = createFakeClock();
    const forbidden = {
      ...{ kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 403, reason: 'Forbidden' },
      message: 'widgets.example.com is forbidden: User "x" cannot list resource "widgets"',
    };
    const refusing = new ScriptedTransport(() => ({ status: 403, body: forbidden }));
    const quiet = new QuietTransport();
    const transport: Transport = {
      request: (request) => (request.path.includes('/widgets') ? refusing : quiet).request(request),
    };
    await using factory = createInformerFactory(transport, { clock, watchList: false });
    factory.informerFor(namespaceResource);
    assert.equal(factory.hasSynced, false);
    const widgets = factory.informerFor(widgetResource);
    factory.start();
    let ended = false;
    const waiting = factory.waitForSync().finally(() => (ended = true));
    const alone = widgets.synced({ timeoutMs: 5_000 });
    const rejected = Promise.all([
      assert.rejects(waiting, (error) => {
        assert.ok(error instanceof VmgenError && isForbidden(error.cause));
        assert.equal(error.code, 'ERR_VMGEN_TIMEOUT');
        assert.equal(
          error.message,
          'the caches did not sync within 120000 ms: widgets.example.com: ' +
            'widgets.example.com is forbidden: User "x" cannot list resource "widgets"',
        );
        return true;
      }),
      assert.rejects(alone, { code: 'ERR_VMGEN_TIMEOUT', message: /within 5000 ms: widgets/ }),
    ]);
    await clock.advance(119_999);
    assert.equal(ended, false);
    await clock.advance(1);
    await rejected;
    assert.equal(factory.hasSynced, false);
  });

  test('waits without a limit if timeoutMs is 0', async () => {
    const clock = createFakeClock();
    const unanswered = new ScriptedTransport(() => {
      throw new Error('unreachable');
    });
    const factory = createInformerFactory(unanswered, { clock });
    factory.informerFor(widgetResource);
    factory.start();
    const waiting = assert.rejects(factory.waitForSync({ timeoutMs: 0 }), /stopped before/);
    await clock.advance(3_600_000);
    await factory.close();
    await waiting;
  });

  test('rejects waitForSync() for an informer that was not started', async () => {
    const factory = createInformerFactory(new QuietTransport());
    factory.informerFor(widgetResource);
    const received = {
      code: 'ERR_VMGEN_STATE',
      message: /^the informer of widgets.example.com was not started; call start\(\) before/,
    };
    await assert.rejects(factory.waitForSync(), received);
    factory.start();
    await factory.waitForSync();
    factory.informerFor(namespaceResource);
    await assert.rejects(factory.waitForSync(), { code: 'ERR_VMGEN_STATE' });
    await factory.close();
    await assert.rejects(factory.waitForSync(), { code: 'ERR_VMGEN_CLOSED' });
  });

  test('returns and starts a new informer after one has stopped', async () => {
    const transport = new QuietTransport();
    const clock = createFakeClock();
    await using factory = createInformerFactory(transport, { clock });
    const first = factory.informerFor(widgetResource);
    const stop = new AbortController();
    factory.start({ signal: stop.signal });
    await factory.waitForSync();
    stop.abort();
    await clock.advance(0);
    factory.start();
    await clock.advance(0);
    assert.equal(transport.lists.length, 1, 'a stopped informer does not run again');

    const second = factory.informerFor(widgetResource);
    assert.notEqual(second, first);
    assert.equal(factory.informerFor(widgetResource), second);
    second.addHandler({});
    factory.start();
    await factory.waitForSync();
    assert.equal(second.hasSynced, true);
    assert.equal(transport.lists.length, 2);
  });

  test('returns a new informer as soon as one is stopping, and waits for the handlers of both', async () => {
    const transport = new QuietTransport([widget('a', 1)]);
    const clock = createFakeClock();
    const factory = createInformerFactory(transport, { clock });
    const first = factory.informerFor(widgetResource);
    let finish = (): void => {};
    first.addHandler({ onAdd: () => new Promise<void>((resolve) => (finish = resolve)) });
    const term = new AbortController();
    factory.start({ signal: term.signal });
    await factory.waitForSync();
    await clock.advance(0);
    term.abort();

    const second = factory.informerFor(widgetResource);
    assert.notEqual(second, first);
    factory.start();
    await factory.waitForSync();
    assert.equal(second.hasSynced, true);
    let isClosed = false;
    const closing = factory.close().then(() => (isClosed = true));
    await clock.advance(0);
    assert.equal(isClosed, false, 'a handler of the first has not returned');
    finish();
    await closing;
  });

  test('does not report a stopped informer as synced', async () => {
    const factory = createInformerFactory(new QuietTransport());
    factory.informerFor(widgetResource);
    factory.start({ signal: AbortSignal.abort() });
    await createFakeClock().advance(0);
    await assert.rejects(factory.waitForSync(), /stopped before it had synced/);
    factory.informerFor(widgetResource);
    factory.start();
    await factory.waitForSync();
    await factory.close();
  });

  test('waits for handlers in close(), and starts nothing afterwards', async () => {
    const transport = new QuietTransport();
    const clock = createFakeClock();
    const factory = createInformerFactory(transport, { clock });
    factory.informerFor(widgetResource);
    factory.start();
    await factory.waitForSync();
    await factory.close();
    await factory.close();
    assert.equal(clock.pendingTimers, 0);
    factory.informerFor(namespaceResource);
    factory.start();
    await clock.advance(1000);
    assert.equal(transport.lists.length, 1);
  });

  test('leaves no listener on a signal that lives longer', async () => {
    const { signal } = new AbortController();
    const factory = createInformerFactory(new QuietTransport(), { clock: createFakeClock() });
    factory.informerFor(widgetResource);
    factory.start({ signal });
    factory.start({ signal });
    await factory.waitForSync();
    assert.equal(getEventListeners(signal, 'abort').length, 1);
    await factory.close();
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });

  test('passes its parser, transform and freezing to its informers', async () => {
    const factory = createInformerFactory(new QuietTransport(), {
      freezeObjects: true,
      transform(object) {
        object.metadata.labels = { seen: 'yes' };
        return object;
      },
      parse: () => ({ metadata: { resourceVersion: '5' }, items: [widget('a', 1)] }),
    });
    const { store } = factory.informerFor(widgetResource);
    factory.start();
    await factory.waitForSync();
    assert.deepEqual(store.find('default/a')?.metadata.labels, { seen: 'yes' });
    assert.ok(Object.isFrozen(store.find('default/a')?.spec));
    await factory.close();
  });

  describe('freezes objects', () => {
    const isFrozen = async (
      hint: boolean | undefined,
      options: InformerFactoryOptions = {},
    ): Promise<boolean> => {
      const transport = new QuietTransport();
      const hinted = {
        request: transport.request.bind(transport),
        ...(hint === undefined ? {} : { freezeObjects: hint }),
      };
      await using factory = createInformerFactory(hinted, {
        parse: () => ({ metadata: { resourceVersion: '5' }, items: [widget('a', 1)] }),
        ...options,
      });
      const informer = factory.informerFor(widgetResource);
      factory.start();
      await factory.waitForSync();
      return Object.isFrozen(informer.lister.get('default/a').spec);
    };

    test('if its options or its transport require it', async () => {
      assert.equal(await isFrozen(true), true);
      assert.equal(await isFrozen(true, { freezeObjects: false }), false);
      assert.equal(await isFrozen(false, { freezeObjects: true }), true);
    });

    test('by default under NODE_ENV=test', async (t) => {
      const before = process.env['NODE_ENV'];
      t.after(() => {
        if (before === undefined) delete process.env['NODE_ENV'];
        else process.env['NODE_ENV'] = before;
      });
      process.env['NODE_ENV'] = 'test';
      assert.equal(await isFrozen(undefined), true);
      assert.equal(await isFrozen(false), false);
      process.env['NODE_ENV'] = 'production';
      assert.equal(await isFrozen(undefined), false);
    });
  });

  test('watches only its scope', async () => {
    const transport = new QuietTransport();
    const factory = createInformerFactory(transport, { labelSelector: 'app=web' });
    factory.informerFor(widgetResource, { fieldSelector: 'metadata.name=a' });
    factory.start();
    await factory.waitForSync();
    await createFakeClock().advance(0);
    assert.equal(transport.paths.length, 2);
    for (const path of transport.paths) {
      const query = new URL(path, 'https://server').searchParams;
      assert.equal(query.get('labelSelector'), 'app=web');
      assert.equal(query.get('fieldSelector'), 'metadata.name=a');
    }
    await factory.close();
  });
});
