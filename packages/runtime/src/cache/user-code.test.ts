import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import type { Persisted } from '../meta/persisted.js';
import { collectingLogger, type LogLine } from '../testing/collecting-logger.test.helper.js';
import { rejectingLogger, throwingLogger } from '../testing/failing-logger.test.helper.js';
import { fixture, recorder } from './informer-fixture.test.helper.js';
import type { InformerHandler } from './informer-handler.js';
import { apiError, listOf, ScriptedClient, widget } from './scripted-client.test.helper.js';
import type { Widget } from './scripted-client.test.helper.js';
import type { ObjectTransform } from './shared-informer-options.js';

/** An unhandled rejection would end a program. */
function failOnUnhandled(t: TestContext): void {
  const unhandled: unknown[] = [];
  const note = (error: unknown): void => void unhandled.push(error);
  process.on('unhandledRejection', note);
  t.after(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', note);
    assert.deepEqual(unhandled, []);
  });
}

/** A user's value without type checks. */
function untyped<F>(value: unknown): F {
  return value as F;
}

/** Asserts that the informer continues: an object is changed, one is added, one is deleted. */
async function staysWhole(
  t: TestContext,
  options: Parameters<typeof fixture>[2],
  handlers: readonly InformerHandler<Widget>[] = [],
): Promise<string[]> {
  failOnUnhandled(t);
  const client = new ScriptedClient(
    apiError(500, 'InternalError'),
    listOf(7, [widget('a', 5), widget('b', 6)]),
  );
  const { informer, clock, start, settle, stop } = fixture(t, client, options);
  const received: string[] = [];
  for (const handler of handlers) informer.addHandler(handler, { name: 'bad' });
  informer.addHandler(recorder(received));
  await start();
  await clock.advance(800);
  client.open.send('MODIFIED', widget('a', 8));
  client.open.send('ADDED', widget('c', 9));
  client.open.send('DELETED', widget('b', 10));
  await settle();
  assert.deepEqual(informer.store.keys().sort(), ['default/a', 'default/c']);
  assert.deepEqual(informer.store.keysByIndex('namespace', 'default').length, 2);
  assert.equal(client.lists.length, 2, 'it did not list again');
  await stop();
  return received;
}

const EVENTS = [
  'add a@5 initial',
  'add b@6 initial',
  'update a@5 -> a@8',
  'add c@9',
  'delete b@10',
];

describe('a transform', () => {
  type Transform = (object: Persisted<Widget>) => unknown;
  const bad: Readonly<Record<string, Transform>> = {
    'returns undefined': () => undefined,
    'returns null': () => null,
    'returns a string': () => 'widget',
    'returns an object without metadata': ({ spec }) => ({ spec }),
    'returns null as metadata': (object) => ({ ...object, metadata: null }),
    'returns another kind': (object) => ({ ...object, kind: 'Gadget' }),
    'returns another version of the API': (object) => ({ ...object, apiVersion: 'v1' }),
    'changes the name': (object) => ({ ...object, metadata: { ...object.metadata, name: 'x' } }),
    'omits the namespace': (object) => ({
      ...object,
      metadata: { ...object.metadata, namespace: undefined },
    }),
    'changes the uid': (object) => ({ ...object, metadata: { ...object.metadata, uid: 'x' } }),
    'changes the resource version': (object) => ({
      ...object,
      metadata: { ...object.metadata, resourceVersion: '1' },
    }),
    'changes the name in place': (object) => {
      object.metadata.name = 'x';
      return object;
    },
    'removes the metadata in place and throws': (object) => {
      Object.assign(object, { metadata: undefined });
      throw new Error('halfway');
    },
    rejects: () => Promise.reject(new Error('late')),
    'returns metadata that throws': (object) =>
      Object.defineProperty({ ...object }, 'metadata', {
        get() {
          throw new Error('hidden');
        },
      }),
    'returns a proxy that throws': (object) =>
      new Proxy(object, {
        get() {
          throw new Error('a trap');
        },
      }),
  };
  for (const [what, transform] of Object.entries(bad)) {
    test(`that ${what} is logged, and the object is stored unchanged`, async (t) => {
      const lines: LogLine[] = [];
      const received = await staysWhole(t, {
        transform: untyped<ObjectTransform<Widget>>(transform),
        logger: collectingLogger(lines),
      });
      assert.deepEqual(received, EVENTS);
      const keys = lines.map(({ fields }) => fields['key']).filter((key) => key !== undefined);
      assert.deepEqual(
        keys,
        ['a', 'b', 'a', 'c', 'b'].map((name) => `default/${name}`),
      );
    });
  }

  test('that inserts a value that cannot be frozen is logged, and the object is stored', async (t) => {
    const lines: LogLine[] = [];
    const received = await staysWhole(t, {
      transform: (object) => Object.assign(object, { bytes: new Uint8Array(4) }),
      freezeObjects: true,
      logger: collectingLogger(lines),
    });
    assert.deepEqual(received, EVENTS);
    assert.ok(lines.some(({ message }) => message.includes('cannot be frozen')));
  });
});

describe('a handler', () => {
  const reason = new Error('no');
  const bad: Readonly<Record<string, unknown>> = {
    'whose promise rejects': {
      onAdd: () => Promise.reject(reason),
      onUpdate: () => Promise.reject(reason),
      onDelete: () => Promise.reject(reason),
    },
    'that returns a thenable that throws': {
      onAdd: () => ({
        then() {
          throw reason;
        },
      }),
    },
    'that returns an object whose getter of then throws': {
      onAdd: () =>
        Object.defineProperty({}, 'then', {
          get() {
            throw reason;
          },
        }),
    },
    'that returns a proxy that throws': {
      onAdd: () =>
        new Proxy(
          {},
          {
            has() {
              throw reason;
            },
          },
        ),
    },
    'that returns a thenable that rejects with a rejection': {
      onAdd: () => ({
        then(_resolve: unknown, reject: (error: unknown) => void) {
          reject(Promise.reject(reason).catch(() => undefined));
        },
      }),
    },
    'whose methods are getters that throw': Object.defineProperty({}, 'onAdd', {
      get() {
        throw reason;
      },
    }),
    'whose methods are not functions': { onAdd: 'no', onUpdate: 7, onDelete: {} },
    'that is null': null,
  };
  for (const [what, handler] of Object.entries(bad)) {
    test(`${what} is logged, and other handlers continue`, async (t) => {
      const lines: LogLine[] = [];
      const logger = collectingLogger(lines);
      const received = await staysWhole(t, { logger }, [untyped<InformerHandler<Widget>>(handler)]);
      assert.deepEqual(received, EVENTS);
      const complaints = lines.filter(({ fields }) => fields['handler'] === 'bad');
      assert.equal(complaints[0]?.fields['key'], 'default/a');
      assert.ok(complaints.length >= 3, 'it received all added objects');
    });
  }
});

describe('an error handler', () => {
  for (const [what, handler] of Object.entries({
    throws: () => {
      throw new Error('no');
    },
    rejects: () => Promise.reject(new Error('no')),
  })) {
    test(`that ${what} is logged, and the informer continues`, async (t) => {
      failOnUnhandled(t);
      const lines: LogLine[] = [];
      const client = new ScriptedClient(
        apiError(500, 'InternalError'),
        listOf(7, [widget('a', 5)]),
      );
      const { informer, clock, start } = fixture(t, client, {
        logger: collectingLogger(lines),
        onError: untyped<() => void>(handler),
      });
      await start();
      await clock.advance(800);
      assert.equal(informer.store.size, 1);
      assert.deepEqual(
        lines.map(({ message }) => message),
        ['the error handler threw'],
      );
    });
  }
});

describe('a logger', () => {
  for (const [what, logger] of [
    ['that throws', throwingLogger],
    ['that rejects', rejectingLogger],
  ] as const) {
    test(`${what} does not stop the informer`, async (t) => {
      const received = await staysWhole(
        t,
        {
          logger,
          resyncMs: 1,
          transform: untyped<ObjectTransform<Widget>>(() => undefined),
          indexers: { bad: untyped<() => []>(() => null) },
        },
        [
          {
            onAdd() {
              throw new Error('no');
            },
            onUpdate: () => Promise.reject(new Error('no')),
          },
        ],
      );
      assert.deepEqual(received, EVENTS);
    });
  }
});
