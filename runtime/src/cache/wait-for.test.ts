import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  conditionIs,
  crdEstablished,
  deleted,
  exists,
  goneOrReplaced,
} from '../meta/wait-conditions.js';
import { createFakeClock } from '../testing/fake-clock.js';
import { fixture } from './informer-fixture.test.helper.js';
import { apiError, listOf, ScriptedClient, widget } from './scripted-client.test.helper.js';
import { waitFor } from './wait-for.js';

/** A scripted server as a client of one namespace, or of all of them. */
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

describe('waiting at the server', () => {
  test('ends at once where the object is already so, and asks for that object in its newest state', async () => {
    const { server, client, clock } = serverOf('default', listOf(5, [widget('a', 1)]));
    const found = await waitFor(client, 'a', exists, { clock });
    assert.equal(found.metadata.name, 'a');
    const [asked] = server.lists;
    assert.equal(asked?.fieldSelector, 'metadata.name=a,metadata.namespace=default');
    assert.equal(asked.resourceVersion, undefined);
    assert.equal(clock.pendingTimers, 0);
  });

  test('watches on from the list, sees every change, and closes its watch', async () => {
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

  test('goes on through a watch that ends, a version too old and a server that is away', async () => {
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

  test('takes an object that is not there for deleted, and one that is deleted meanwhile', async () => {
    const { client, clock } = serverOf('default', listOf(5, []));
    assert.equal(await waitFor(client, 'a', deleted, { clock }), undefined);
    const later = serverOf('default', listOf(5, [widget('a', 1)]));
    const waiting = waitFor(later.client, 'a', deleted, { clock: later.clock });
    await later.clock.advance(0);
    later.server.open.send('DELETED', widget('a', 6));
    assert.equal(await waiting, undefined);
  });

  test('tells an object from another one of its name', async () => {
    const { server, client, clock } = serverOf('default', listOf(5, [widget('a', 1)]));
    const waiting = waitFor(client, 'a', goneOrReplaced('uid-a'), { clock });
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
    test(`ends with ${reason}, which no wait can mend`, async () => {
      const { client, clock } = serverOf('default', apiError(code, reason));
      await assert.rejects(waitFor(client, 'a', exists, { clock }), { reason });
      assert.equal(clock.pendingTimers, 0);
    });
  }

  test('ends with what the condition throws', async () => {
    const { client, clock } = serverOf('default', listOf(5, [widget('a', 1)]));
    const failed = (): never => {
      throw new Error('phase Failed');
    };
    await assert.rejects(waitFor(client, 'a', failed, { clock }), /phase Failed/);
  });

  test('ends after its time, and with its signal, and leaves nothing behind', async () => {
    const { server, client, clock } = serverOf('default', listOf(5, []));
    const late = assert.rejects(waitFor(client, 'a\n', exists, { clock, timeoutMs: 1_000 }), {
      code: 'ERR_VMGEN_TIMEOUT',
      message: 'widgets "a\\n" did not get there within 1000 ms: there is none',
    });
    await clock.advance(1_000);
    await late;
    await clock.advance(0);
    assert.equal(server.open.options.signal?.aborted, true);
    const controller = new AbortController();
    const ended = waitFor(client, 'a', exists, { clock, signal: controller.signal });
    await clock.advance(0);
    controller.abort(new Error('enough'));
    await assert.rejects(ended, /enough/);
    await clock.advance(0);
    assert.equal(clock.pendingTimers, 0);
  });

  test('that took too long says what there was instead, or why nothing was seen', async () => {
    const object = widget('a', 1);
    const told = async (
      words: string,
      ...answers: ConstructorParameters<typeof ScriptedClient>
    ) => {
      const { client, clock } = serverOf('default', ...answers);
      const late = assert.rejects(waitFor(client, 'a', isBlue, { clock, timeoutMs: 500 }), {
        code: 'ERR_VMGEN_TIMEOUT',
        message: `widgets "a" did not get there within 500 ms: ${words}`,
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
    await told('it is there', listOf(5, [object]));
    await told(
      'it is there, with "Ready=True (Serving) of generation 1, not 2, Synced=False"',
      listOf(5, [Object.assign({ ...object, metadata }, { status: { conditions } })]),
    );
    await told(
      'it is there, and is being deleted, held by "example.com/disk"',
      listOf(5, [{ ...object, metadata: { ...metadata, ...deletion } }]),
    );
    await told('it could not be read: ServiceUnavailable', apiError(503, 'ServiceUnavailable'));
  });

  test('needs the namespace of the object, and the one that the client is of', async () => {
    const all = serverOf(undefined, listOf(5, [widget('a', 1, { namespace: 'x' })]));
    await assert.rejects(waitFor(all.client, 'a', exists), { code: 'ERR_VMGEN_ARGUMENT' });
    assert.equal((await waitFor(all.client, 'x/a', exists)).metadata.namespace, 'x');
    await assert.rejects(waitFor({ ...all.client, namespace: 'y' }, 'x/a', exists), /not of "x"/);
  });
});

describe('waiting at an informer', () => {
  test('ends with the cache, or with a change of it, and listens no longer', async () => {
    const server = new ScriptedClient(listOf(5, [widget('a', 1), widget('b', 2)]));
    const { informer, start, stop, clock } = fixture(server);
    const early = waitFor(informer, 'default/a', exists, { clock });
    await start();
    assert.equal((await early)?.metadata.name, 'a');
    assert.equal(await waitFor(informer, 'default/c', deleted, { clock }), undefined);
    const blue = waitFor(informer, 'default/b', isBlue, { clock, timeoutMs: 1_000 });
    const gone = waitFor(informer, { namespace: 'default', name: 'a' }, deleted, { clock });
    await clock.advance(0);
    server.open.send('MODIFIED', widget('a', 6, { color: 'blue' }));
    server.open.send('MODIFIED', widget('b', 7, { color: 'blue' }));
    server.open.send('DELETED', widget('a', 8));
    assert.equal((await blue)?.metadata.name, 'b');
    assert.equal(await gone, undefined);
    await stop();
    assert.equal(clock.pendingTimers, 0);
  });

  test('ends with an error when the informer ends before it has synced', async () => {
    const { informer, start, stop } = fixture(new ScriptedClient(apiError(500, 'InternalError')));
    const rejected = assert.rejects(waitFor(informer, 'default/a', deleted), {
      code: 'ERR_VMGEN_CLOSED',
    });
    await start();
    await stop();
    await rejected;
  });

  test('ends with an error when the informer ends before the object got there', async () => {
    const { informer, start, stop } = fixture(new ScriptedClient(listOf(5, [widget('a', 1)])));
    await start();
    const rejected = assert.rejects(waitFor(informer, 'default/a', deleted), {
      code: 'ERR_VMGEN_CLOSED',
      message: 'the informer of widgets ended before the object got there',
    });
    await stop();
    await rejected;
  });
});

describe('ready conditions', () => {
  const withStatus = (status: unknown, generation?: number) => ({
    ...widget('a', 1),
    metadata: { name: 'a', generation },
    status,
  });
  const ready = (more = {}) => ({ conditions: [{ type: 'Ready', status: 'True', ...more }] });

  test('ask for the status of a condition, True by default', () => {
    assert.equal(conditionIs('Ready')(withStatus(ready())), true);
    assert.equal(conditionIs('Ready', 'False')(withStatus(ready())), false);
    assert.equal(conditionIs('Ready', 'False')(withStatus(ready({ status: 'False' }))), true);
    assert.equal(conditionIs('Other')(withStatus(ready())), false);
    for (const status of [undefined, null, {}]) {
      assert.equal(conditionIs('Ready')(withStatus(status)), false);
    }
    assert.equal(conditionIs('Ready')(undefined), false);
  });

  test('do not take the verdict on an older spec', () => {
    assert.equal(conditionIs('Ready')(withStatus(ready({ observedGeneration: 1 }), 2)), false);
    assert.equal(conditionIs('Ready')(withStatus(ready({ observedGeneration: 2 }), 2)), true);
    assert.equal(conditionIs('Ready')(withStatus({ ...ready(), observedGeneration: 1 }, 2)), false);
    assert.equal(conditionIs('Ready')(withStatus(ready(), 2)), true);
  });

  test('know a definition that is served', () => {
    const conditions = [
      { type: 'NamesAccepted', status: 'True' },
      { type: 'Established', status: 'True' },
    ];
    assert.equal(crdEstablished(withStatus({ conditions })), true);
    assert.equal(crdEstablished(withStatus({ conditions: conditions.slice(1) })), false);
    assert.equal(crdEstablished(undefined), false);
  });
});
