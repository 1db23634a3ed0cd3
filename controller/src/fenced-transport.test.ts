import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { createHttpTransport, type HttpTransport, type Transport } from '@vmgen/runtime';
import { createFakeClock, type FakeClock } from '@vmgen/runtime/testing';
import { fencedTransport } from './fenced-transport.js';

let isLeader: boolean;

/** A fenced transport to a server that responds with Retry-After of one second. */
async function connect(
  t: TestContext,
): Promise<{ transport: Transport; clock: FakeClock; sent: string[] }> {
  const sent: string[] = [];
  const server: Server = createServer((request, response) => {
    sent.push(request.method ?? '');
    response.writeHead(429, { 'retry-after': '1' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const clock = createFakeClock();
  const http: HttpTransport = createHttpTransport(
    { server: `http://127.0.0.1:${port}` },
    { clock, maxRetries: 1 },
  );
  t.after(async () => {
    await http.close();
    server.close();
  });
  isLeader = true;
  const transport = fencedTransport(http, () => {
    if (!isLeader) throw new Error('not the leader');
  });
  return { transport, clock, sent };
}

async function untilWaiting(clock: FakeClock): Promise<void> {
  while (clock.pendingTimers === 0) await new Promise((resolve) => setImmediate(resolve));
}

test('a process that no longer leads can read but not write', async (t) => {
  const { transport, clock, sent } = await connect(t);
  isLeader = false;
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    await assert.rejects(transport.request({ method, path: '/' }), { message: 'not the leader' });
  }
  const read = transport.request({ method: 'GET', path: '/' });
  await untilWaiting(clock);
  await clock.advance(1000);
  await (await read).text();
  assert.deepEqual(sent, ['GET', 'GET']);
});

test('a write is not retried after the lease was lost', async (t) => {
  const { transport, clock, sent } = await connect(t);
  const write = transport.request({ method: 'PATCH', path: '/' });
  write.catch(() => {});
  await untilWaiting(clock);
  isLeader = false;
  await clock.advance(1000);
  await assert.rejects(write, { message: 'not the leader' });
  assert.deepEqual(sent, ['PATCH']);
});
