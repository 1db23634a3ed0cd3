// Faults of calls and credentials, by the rows of the fault matrix.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { createApiServer, startHttpsServer } from '@vmgen/apiserver';
import { createHttpTransport, createResourceClient, retryOnConflict } from '@vmgen/runtime';
import type { FullResourceClient } from '@vmgen/runtime/client';
import { bearerTokenCredentials, fileTextSource } from '@vmgen/runtime/transport';
import { createFakeClock } from '@vmgen/runtime/testing';
import { statusText } from './model/byte-stream.js';
import { widgetResource, type Widget } from './model/widget.js';
import { newWidget, startFaultyCluster } from './support/faulty-cluster.js';
import { follow, linger } from './support/followed.js';

describe('a client', () => {
  test('row 18: sends a write once if its response is lost, and can read the result', async (t) => {
    const { proxy } = await startFaultyCluster(t);
    const widgets = clientOf(t, proxy.url);
    // A reused connection, which the client might treat as stale.
    await widgets.list();
    proxy.fault = ({ method }) => (method === 'GET' ? 'pass' : 'lose');
    await assert.rejects(widgets.create(newWidget('one')), { code: 'ERR_VMGEN_CONNECTION' });
    const { uid } = (await widgets.find('one'))?.metadata ?? {};
    assert.notEqual(uid, undefined);
    await assert.rejects(widgets.mergePatch('one', { spec: { size: 2 } }));
    await assert.rejects(widgets.delete('one'), { code: 'ERR_VMGEN_CONNECTION' });
    assert.equal(await widgets.find('one'), undefined);
    assert.deepEqual(
      proxy.calls.map(({ method }) => method),
      ['GET', 'POST', 'GET', 'PATCH', 'DELETE', 'GET'],
    );
  });

  test('row 19: reads and merges again after each conflict, at most five times', async (t) => {
    const { proxy, create, widgets: direct } = await startFaultyCluster(t);
    const widgets = clientOf(t, proxy.url);
    await create('one');
    let conflicts = 4;
    proxy.fault = ({ method }) =>
      method === 'PUT' && conflicts-- > 0
        ? { status: 409, body: statusText(409, 'Conflict') }
        : 'pass';
    let tries = 0;
    const paint = (): Promise<unknown> =>
      retryOnConflict(
        async () => {
          tries++;
          const one = await widgets.get('one');
          // Another client writes in between, so each read must return a newer version.
          await direct.mergePatch('one', { metadata: { labels: { try: String(tries) } } });
          if (tries === 5)
            one.metadata.resourceVersion = (await direct.get('one')).metadata.resourceVersion;
          one.spec.color = 'blue';
          one.metadata.labels = { ...one.metadata.labels, try: String(tries) };
          return widgets.update(one);
        },
        { delayMs: 0 },
      );
    await paint();
    assert.equal(tries, 5);
    const { spec, metadata } = await direct.get('one');
    assert.deepEqual([spec.color, spec.size, metadata.labels], ['blue', 1, { try: '5' }]);
    conflicts = 5;
    await assert.rejects(
      retryOnConflict(async () => widgets.update(await widgets.get('one')), { delayMs: 0 }),
      { reason: 'Conflict' },
    );
  });

  test('row 20: an informer that is temporarily forbidden loses nothing and recovers', async (t) => {
    const { proxy, create } = await startFaultyCluster(t);
    await create('one');
    const { clock, state, received, errors, eventually } = follow(t, proxy.url);
    await eventually('the first watch', () => proxy.watches[0]?.isOpen === true);
    proxy.fault = () => ({ status: 403, body: statusText(403, 'Forbidden') });
    proxy.cutAll('rst');
    await create('two');
    for (let failures = 1; failures <= 5; failures++) {
      await eventually('a failure', () => errors.length >= failures);
      await clock.advance(30_000);
    }
    assert.equal(state().length, 1);
    proxy.heal();
    await clock.advance(30_000);
    await eventually('the new one', () => state().length === 2);
    assert.equal(received.length, 2);
  });

  test('rows 21 and 22: fails closed with another authority, and reads new files within 60 s', async (t) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'vmgen-faults-'));
    t.after(() => rm(folder, { recursive: true }));
    const [caFile, tokenFile] = [path.join(folder, 'ca.crt'), path.join(folder, 'token')];
    const server = createApiServer();
    const first = await startHttpsServer(server);
    await writeFile(caFile, first.caPem);
    await writeFile(tokenFile, first.token);
    const clock = createFakeClock();
    const transport = createHttpTransport(
      {
        server: first.url,
        certificateAuthority: fileTextSource(caFile, 'authority', clock),
        credentials: bearerTokenCredentials(fileTextSource(tokenFile, 'token', clock)),
      },
      { clock, environment: {} },
    );
    t.after(() => transport.close());
    const ask = async (): Promise<number> =>
      (await transport.request({ method: 'GET', path: '/api/v1/namespaces' })).status;
    assert.equal(await ask(), 200);

    await first.close();
    const second = await startHttpsServer(server, { port: first.port });
    t.after(() => second.close());
    await assert.rejects(ask(), /certificate|self-signed|unable to verify/);
    await writeFile(caFile, second.caPem);
    await clock.advance(60_000);
    assert.equal(await ask(), 401, 'the old token is rejected');
    await writeFile(tokenFile, second.token);
    await clock.advance(60_000);
    assert.equal(await ask(), 200);
    await linger();
  });
});

function clientOf(t: TestContext, server: string): FullResourceClient<Widget, 'Namespaced'> {
  const transport = createHttpTransport({ server }, { environment: {} });
  t.after(() => transport.close());
  return createResourceClient(transport, widgetResource, { namespace: 'default' });
}
