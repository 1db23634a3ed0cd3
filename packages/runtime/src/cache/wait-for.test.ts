import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { waitConditions as wanted } from '../meta/namespaces.js';
import { createFakeClock } from '../testing/fake-clock.js';
import { fixture } from './informer-fixture.test.helper.js';
import { apiError, listOf, ScriptedClient, widget } from './scripted-client.test.helper.js';
import { waitFor } from './wait-for.js';

/** A scripted server as a client of one namespace or of all namespaces. */
function serverOf(
  namespace: string | undefined,
  ...answers: ConstructorParameters<typeof ScriptedClient>
) {
  const server = new ScriptedClient(...answers);
  const client = { namespace, resource: server.resource, list: server.list, watch: server.watch };
  return { server, client, clock: createFakeClock() };
}

const isBlue = (object: { spec: { color: string } } | undefined): boolean =>
  object?.spec.color === 'blue';

describe('waitFor with a client', () => {
  test('resolves immediately if the condition is met, and requests the newest state of only that object', async () => {
    const { server, client, clock } = serverOf('default', listOf(5, [widget('a', 1)]));
    const found = await waitFor(client, 'a', wanted.exists, { clock });
    assert.equal(found.metadata.name, 'a');
    const [asked] = server.lists;
    assert.equal(asked?.fieldSelector, 'metadata.name=a,metadata.namespace=default');
    assert.equal(asked.resourceVersion, undefined);
    assert.equal(clock.pendingTimers, 0);
  });

  test('watches from the list, sees all changes, and closes its watch', async () => {
    const { server, client, clock } = serverOf('default', listOf(5, [widget('a', 1)]));
    const waiting = waitFor(client, 'a', isBlue, { clock });
    await clock.advance(0);
    assert.deepEqual(server.watchedVersions, ['5']);
    server.open.send('MODIFIED', widget('a', 6, { color: 'green' }));
    server.open.send('MODIFIED', widget('a', 7, { color: 'blue' }));
    server.open.send('MODIFIED', widget('a', 8, { color: 'red' }));
    assert.equal((await waiting)?.metadata.resourceVersion, '7');
    assert.equal(server.open.options.signal?.aborted, true);
    assert.equal(clock.pendingTimers, 0);
  });

  test('continues after the end of a watch, an expired version and an unreachable server', async () => {
    const { server, client, clock } = serverOf(
      'default',
      apiError(503, 'ServiceUnavailable'),
      listOf(5, []),
      listOf(9, [widget('a', 9, { color: 'blue' })]),
    );
    const waiting = waitFor(client, 'a', isBlue, { clock });
    await clock.advance(60_000);
    server.open.send('ADDED', widget('a', 6));
    await clock.advance(2_000);
    server.open.close();
    await clock.advance(0);
    assert.deepEqual(server.watchedVersions, ['5', '6']);
    server.open.sendAny({ type: 'ERROR', object: { code: 410, reason: 'Expired' } });
    await clock.advance(60_000);
    assert.equal((await waiting)?.metadata.resourceVersion, '9');
  });

  test('treats a missing object and one that is deleted during the wait as deleted', async () => {
    const { client, clock } = serverOf('default', listOf(5, []));
    assert.equal(await waitFor(client, 'a', wanted.deleted, { clock }), undefined);
    const later = serverOf('default', listOf(5, [widget('a', 1)]));
    const waiting = waitFor(later.client, 'a', wanted.deleted, { clock: later.clock });
    await later.clock.advance(0);
    later.server.open.send('DELETED', widget('a', 6));
    assert.equal(await waiting, undefined);
  });

  test('distinguishes objects with the same name by uid', async () => {
    const { server, client, clock } = serverOf('default', listOf(5, [widget('a', 1)]));
    const waiting = waitFor(client, 'a', wanted.goneOrReplaced('uid-a'), { clock });
    await clock.advance(0);
    server.open.send('MODIFIED', widget('a', 7, { uid: 'another' }));
    await waiting;
    assert.equal(server.open.options.signal?.aborted, true);
  });

  for (const [code, reason] of [
    [403, 'Forbidden'],
    [404, 'NotFound'],
    [401, 'Unauthorized'],
    [400, 'BadRequest'],
  ] as const) {
    test(`rejects with ${reason}, which waiting cannot fix`, async () => {
      const { client, clock } = serverOf('default', apiError(code, reason));
      await assert.rejects(waitFor(client, 'a', wanted.exists, { clock }), { reason });
      assert.equal(clock.pendingTimers, 0);
    });
  }

  test('rejects with the error that the condition throws', async () => {
    const { client, clock } = serverOf('default', listOf(5, [widget('a', 1)]));
    const failed = (): never => {
      throw new Error('phase Failed');
    };
    await assert.rejects(waitFor(client, 'a', failed, { clock }), /phase Failed/);
  });

  test('ends after its timeout and with its signal, and leaves no timers or watches behind', async () => {
    const { server, client, clock } = serverOf('default', listOf(5, []));
    const late = assert.rejects(
      waitFor(client, 'a\n', wanted.exists, { clock, timeoutMs: 1_000 }),
      {
        code: 'ERR_VMGEN_TIMEOUT',
        message: 'widgets "a\\n" did not meet the condition within 1000 ms: does not exist',
      },
    );
    await clock.advance(1_000);
    await late;
    await clock.advance(0);
    assert.equal(server.open.options.signal?.aborted, true);
    const controller = new AbortController();
    const ended = waitFor(client, 'a', wanted.exists, { clock, signal: controller.signal });
    await clock.advance(0);
    controller.abort(new Error('enough'));
    await assert.rejects(ended, /enough/);
    await clock.advance(0);
    assert.equal(clock.pendingTimers, 0);
  });

  test('reports the last state of the object, or the last error, after a timeout', async () => {
    const object = widget('a', 1);
    const assertTimeout = async (
      words: string,
      ...answers: ConstructorParameters<typeof ScriptedClient>
    ) => {
      const { client, clock } = serverOf('default', ...answers);
      const late = assert.rejects(waitFor(client, 'a', isBlue, { clock, timeoutMs: 500 }), {
        code: 'ERR_VMGEN_TIMEOUT',
        message: `widgets "a" did not meet the condition within 500 ms: ${words}`,
      });
      await clock.advance(500);
      await late;
    };
    const conditions = [
      { type: 'Ready', status: 'True', reason: 'Serving', observedGeneration: 1 },
      { type: 'Synced', status: 'False' },
    ];
    const metadata = { ...object.metadata, generation: 2 };
    const deletion = {
      deletionTimestamp: '2026-01-01T00:00:00Z',
      finalizers: ['example.com/disk'],
    };
    await assertTimeout('exists', listOf(5, [object]));
    await assertTimeout(
      'exists ("Ready=True (Serving) for generation 1, not 2, Synced=False")',
      listOf(5, [Object.assign({ ...object, metadata }, { status: { conditions } })]),
    );
    await assertTimeout(
      'exists; deletion blocked by finalizers "example.com/disk"',
      listOf(5, [{ ...object, metadata: { ...metadata, ...deletion } }]),
    );
    await assertTimeout(
      'could not be read: ServiceUnavailable',
      apiError(503, 'ServiceUnavailable'),
    );
  });

  test('requires the namespace of the object, which must match that of the client', async () => {
    const all = serverOf(undefined, listOf(5, [widget('a', 1, { namespace: 'x' })]));
    await assert.rejects(waitFor(all.client, 'a', wanted.exists), { code: 'ERR_VMGEN_ARGUMENT' });
    assert.equal((await waitFor(all.client, 'x/a', wanted.exists)).metadata.namespace, 'x');
    await assert.rejects(
      waitFor({ ...all.client, namespace: 'y' }, 'x/a', wanted.exists),
      /not "x"/,
    );
  });
});

describe('waitFor with an informer', () => {
  test('resolves with the cached object or a change, and removes its handler', async (t) => {
    const server = new ScriptedClient(listOf(5, [widget('a', 1), widget('b', 2)]));
    const { informer, start, stop, clock } = fixture(t, server);
    const early = waitFor(informer, 'default/a', wanted.exists, { clock });
    await start();
    assert.equal((await early)?.metadata.name, 'a');
    assert.equal(await waitFor(informer, 'default/c', wanted.deleted, { clock }), undefined);
    const blue = waitFor(informer, 'default/b', isBlue, { clock, timeoutMs: 1_000 });
    const gone = waitFor(informer, { namespace: 'default', name: 'a' }, wanted.deleted, { clock });
    await clock.advance(0);
    server.open.send('MODIFIED', widget('a', 6, { color: 'blue' }));
    server.open.send('MODIFIED', widget('b', 7, { color: 'blue' }));
    server.open.send('DELETED', widget('a', 8));
    assert.equal((await blue)?.metadata.name, 'b');
    assert.equal(await gone, undefined);
    await stop();
    assert.equal(clock.pendingTimers, 0);
  });

  test('rejects if the informer stops before it has synced', async (t) => {
    const { informer, start, stop } = fixture(
      t,
      new ScriptedClient(apiError(500, 'InternalError')),
    );
    const rejected = assert.rejects(waitFor(informer, 'default/a', wanted.deleted), {
      code: 'ERR_VMGEN_CLOSED',
    });
    await start();
    await stop();
    await rejected;
  });

  test('rejects if the informer stops before the condition is met', async (t) => {
    const { informer, start, stop } = fixture(t, new ScriptedClient(listOf(5, [widget('a', 1)])));
    await start();
    const rejected = assert.rejects(waitFor(informer, 'default/a', wanted.deleted), {
      code: 'ERR_VMGEN_CLOSED',
      message: 'the informer of widgets stopped before the object met the condition',
    });
    await stop();
    await rejected;
  });
});

describe('conditions for waitFor', () => {
  const withStatus = (status: unknown, generation?: number) => ({
    ...widget('a', 1),
    metadata: { name: 'a', generation },
    status,
  });
  const ready = (more = {}) => ({ conditions: [{ type: 'Ready', status: 'True', ...more }] });

  test('compare the status of a condition with True by default', () => {
    assert.equal(wanted.is('Ready')(withStatus(ready())), true);
    assert.equal(wanted.is('Ready', 'False')(withStatus(ready())), false);
    assert.equal(wanted.is('Ready', 'False')(withStatus(ready({ status: 'False' }))), true);
    assert.equal(wanted.is('Other')(withStatus(ready())), false);
    for (const status of [undefined, null, {}]) {
      assert.equal(wanted.is('Ready')(withStatus(status)), false);
    }
    assert.equal(wanted.is('Ready')(undefined), false);
  });

  test('ignore a condition of an older generation', () => {
    assert.equal(wanted.is('Ready')(withStatus(ready({ observedGeneration: 1 }), 2)), false);
    assert.equal(wanted.is('Ready')(withStatus(ready({ observedGeneration: 2 }), 2)), true);
    assert.equal(wanted.is('Ready')(withStatus({ ...ready(), observedGeneration: 1 }, 2)), false);
    assert.equal(wanted.is('Ready')(withStatus(ready(), 2)), true);
  });

  test('recognize a served CustomResourceDefinition', () => {
    const conditions = [
      { type: 'NamesAccepted', status: 'True' },
      { type: 'Established', status: 'True' },
    ];
    assert.equal(wanted.crdEstablished(withStatus({ conditions })), true);
    assert.equal(wanted.crdEstablished(withStatus({ conditions: conditions.slice(1) })), false);
    assert.equal(wanted.crdEstablished(undefined), false);
  });
});
