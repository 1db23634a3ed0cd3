import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type { JsonObject } from '@vmgen/base/json';
import { jsonPieces } from '../json/json-pieces.js';
import { piecesResponse } from '../response/pieces-response.js';
import { startHttpsServer, type RunningServer } from './start-https-server.js';
import { textResponse } from '../response/text-response.js';
import { httpsCall, type HttpsAnswer, openCall } from '../testing/https-call.js';

const item: JsonObject = {
  words: Array.from({ length: 5000 }, (_, i) => `item-${i}`),
  by: { name: 'ä' },
};
const listOf = (length: number): JsonObject => ({
  kind: 'List',
  items: Array.from({ length }, () => item),
});
/** 60 MB: references to one object. */
const list = listOf(1100);
const things = '/apis/load.tw/v1/things';

/** A server that answers {@link things} with a list. `made` counts its pieces. */
async function serverOfMuch(
  t: TestContext,
  answer = list,
): Promise<{ running: RunningServer; made: { count: number } }> {
  const made = { count: 0 };
  const counted = function* (): Generator<string> {
    for (const piece of jsonPieces(answer)) {
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
  await httpsCall(running, { path: '/readyz' });
  const whole = Buffer.from(JSON.stringify(list));
  assert.ok(whole.length > 60_000_000, `${whole.length}`);
  let answer: HttpsAnswer | undefined;
  let answeredMeanwhile = 0;
  const most = await mostInATurn(made, async () => {
    const sent = httpsCall(running, { path: things }).then((got) => void (answer = got));
    while (answer === undefined) {
      await httpsCall(running, { path: '/readyz' });
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
  const short = listOf(100);
  const { running } = await serverOfMuch(t, short);
  const { headers, body } = await httpsCall(running, {
    path: things,
    headers: { 'accept-encoding': 'gzip' },
  });
  assert.equal(headers['content-encoding'], 'gzip');
  assert.ok(gunzipSync(body).equals(Buffer.from(JSON.stringify(short))));
});

test('does not create pieces of a response that the client does not read', async (t) => {
  const { running, made } = await serverOfMuch(t);
  assert.equal((await httpsCall(running, { path: things, method: 'HEAD' })).body.length, 0);
  assert.ok(made.count < 10, `${made.count} pieces were made for HEAD`);
  const request = openCall(running, { path: things });
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
