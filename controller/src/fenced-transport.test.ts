import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TransportRequest } from '@vmgen/runtime';
import { fencedTransport } from './fenced-transport.js';

test('a process that does not lead any more can read but not write', async () => {
  const sent: string[] = [];
  const transport = fencedTransport(
    {
      request: async ({ method }: TransportRequest) => {
        sent.push(method);
        throw new Error('no server');
      },
    },
    () => {
      throw new Error('not the leader');
    },
  );
  await assert.rejects(transport.request({ method: 'GET', path: '/' }), /no server/);
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    await assert.rejects(transport.request({ method, path: '/' }), /not the leader/);
  }
  assert.deepEqual(sent, ['GET']);
});
