import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';
import { httpLimits } from './http/http-limits.js';
import { startLimitedServer, type RunningServer } from './http/start-https-server.js';
import { createApiServer } from './node/create-api-server.js';

const path = '/api/v1/namespaces/default/configmaps';
const OBJECTS = 1000;
const DATA = { text: 'x'.repeat(4000) };
/** Less than a quarter of the objects' size. */
const ANSWER_BYTES = 1_000_000;

async function serve(t: TestContext) {
  const server = createApiServer();
  const metadata = (i: number) => ({ name: `c${i}`, namespace: 'default' });
  server.seed(
    Array.from({ length: OBJECTS }, (_, i) => {
      return { apiVersion: 'v1', kind: 'ConfigMap', metadata: metadata(i), data: DATA };
    }),
  );
  const limits = { ...httpLimits(), answerBytes: ANSWER_BYTES };
  const running = await startLimitedServer(server, {}, limits);
  t.after(() => running.close());
  const replaceAll = async (): Promise<void> => {
    for (let i = 0; i < OBJECTS; i++) {
      const body = JSON.stringify({ metadata: metadata(i), data: { ...DATA, again: 'y' } });
      await server.handle({ method: 'PUT', path: `${path}/c${i}`, body });
    }
  };
  return { running, replaceAll };
}

/** Requests a list and reads only the head of the response. */
async function beginList(t: TestContext, server: RunningServer, query = '', accept = '*/*') {
  const { port, caPem, token } = server;
  const socket = connect({ port, host: '127.0.0.1', ca: caPem });
  socket.on('error', () => undefined);
  t.after(() => socket.destroy());
  socket.write(
    `GET ${path}${query} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\naccept: ${accept}\r\n\r\n`,
  );
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  return { socket, status: chunk.toString('latin1', 9, 12) };
}

async function readToEnd(socket: TLSSocket): Promise<string> {
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
    if (text.endsWith('\r\n0\r\n\r\n')) socket.end();
  });
  socket.resume();
  if (!socket.closed) await once(socket, 'close');
  return text;
}

test('counts objects in several unread lists once', async (t) => {
  const { running } = await serve(t);
  const table = 'application/json;as=Table;v=v1;g=meta.k8s.io';
  const metadata = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io';
  const lists = [
    await beginList(t, running),
    await beginList(t, running),
    await beginList(t, running, '', table),
    await beginList(t, running, '', metadata),
    await beginList(t, running, '', 'application/yaml'),
    await beginList(
      t,
      running,
      '?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan',
    ),
    await beginList(t, running),
  ];
  assert.deepEqual(
    lists.map(({ status }) => status),
    lists.map(() => '200'),
  );
  assert.match(await readToEnd(lists[0]?.socket ?? assert.fail()), /\r\n0\r\n\r\n$/);
});

test('closes the connection of an unread list whose objects are replaced', async (t) => {
  const { running, replaceAll } = await serve(t);
  const { socket, status } = await beginList(t, running);
  assert.equal(status, '200');
  await replaceAll();
  for (let i = 0; i < 10; i++) await setImmediate();
  assert.doesNotMatch(await readToEnd(socket), /\r\n0\r\n\r\n$/);
  assert.equal((await beginList(t, running)).status, '200');
});
