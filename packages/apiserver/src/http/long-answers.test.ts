import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { test, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type { JsonObject } from '@vmgen/base/json';
import { jsonPieces } from '../json/json-pieces.js';
import { piecesResponse } from '../response/pieces-response.js';
import { startHttpsServer, type RunningServer } from './start-https-server.js';
import { textResponse } from '../response/text-response.js';

/** A list of 60 MB: 1100 references to one object. */
const item: JsonObject = {
  words: Array.from({ length: 5000 }, (_, i) => `item-${i}`),
  by: { name: 'ä' },
};
const list: JsonObject = { kind: 'List', items: Array.from({ length: 1100 }, () => item) };
const things = '/apis/load.tw/v1/things';

interface Answer {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

function get(
  { port, caPem, token }: RunningServer,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const authorization = `Bearer ${token}`;
    const options = { port, path, method, host: '127.0.0.1', ca: caPem, agent: false } as const;
    const request = httpsRequest({ ...options, headers: { ...headers, authorization } });
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }));
    });
    request.end();
  });
}

/** A server that answers {@link things} with the list. `made` counts its pieces. */
async function serverOfMuch(
  t: TestContext,
): Promise<{ running: RunningServer; made: { count: number } }> {
  const made = { count: 0 };
  const counted = function* (): Generator<string> {
    for (const piece of jsonPieces(list)) {
      made.count++;
      yield piece;
    }
  };
  const running = await startHttpsServer({
    handle: async ({ path }) =>
      path === things ? piecesResponse(200, {}, counted()) : textResponse(200, {}, 'ok'),
  });
  t.after(() => running.close());
  return { running, made };
}

/** Returns the maximum number of pieces that were created in one turn of the event loop. */
async function mostInATurn(made: { readonly count: number }, run: () => Promise<void>) {
  let most = 0;
  let last = made.count;
  let isOver = false;
  const turn = (): void => {
    most = Math.max(most, made.count - last);
    last = made.count;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await run();
  isOver = true;
  return most;
}

test('answers other requests while a list of 60 MB is sent', async (t) => {
  const { running, made } = await serverOfMuch(t);
  await get(running, '/readyz');
  const whole = Buffer.from(JSON.stringify(list));
  assert.ok(whole.length > 60_000_000, `${whole.length}`);
  let answer: Answer | undefined;
  let answeredMeanwhile = 0;
  const most = await mostInATurn(made, async () => {
    const sent = get(running, things).then((got) => void (answer = got));
    while (answer === undefined) {
      await get(running, '/readyz');
      if (answer === undefined) answeredMeanwhile++;
    }
    await sent;
  });
  assert.equal(answer?.headers['content-length'], undefined);
  assert.ok(answer?.body.equals(whole), 'the body is the text of the list');
  assert.ok(answeredMeanwhile > 1, `${answeredMeanwhile} requests were answered meanwhile`);
  assert.ok(most < made.count / 10, `${most} of ${made.count} pieces were made in one turn`);
});

test('compresses a long list while it is created', async (t) => {
  const { running } = await serverOfMuch(t);
  const { headers, body } = await get(running, things, {
    headers: { 'accept-encoding': 'gzip' },
  });
  assert.equal(headers['content-encoding'], 'gzip');
  assert.ok(gunzipSync(body).equals(Buffer.from(JSON.stringify(list))));
});

test('does not create pieces of a response that the client does not read', async (t) => {
  const { running, made } = await serverOfMuch(t);
  assert.equal((await get(running, things, { method: 'HEAD' })).body.length, 0);
  assert.ok(made.count < 10, `${made.count} pieces were made for HEAD`);
  const { port, caPem, token } = running;
  const headers = { authorization: `Bearer ${token}` };
  const request = httpsRequest({ port, path: things, host: '127.0.0.1', ca: caPem, headers });
  request.on('error', () => undefined);
  const response = await new Promise<NodeJS.ReadableStream>((resolve) => {
    request.on('response', resolve);
    request.end();
  });
  response.pause();
  let before = -1;
  while (before !== made.count) {
    before = made.count;
    await setTimeout(200);
  }
  assert.ok(made.count < 500, `${made.count} pieces were made for one who does not read`);
  request.destroy();
});
