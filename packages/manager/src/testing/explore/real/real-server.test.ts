import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { realServer } from './real-server.js';

test('the first request says what is wrong with etcd', async () => {
  const transport = { request: () => assert.fail('not sent') };
  const etcd = createServer((_request, response) => void response.end('{}')).listen(0, '127.0.0.1');
  await once(etcd, 'listening');
  // Of a TCP server.
  const { port } = etcd.address() as AddressInfo;
  const etcdUrl = `http://127.0.0.1:${port}`;
  const ask = async () =>
    realServer({ transport, etcdUrl }).request({ method: 'GET', path: '/version' });

  await assert.rejects(ask(), {
    message: `${etcdUrl} has no objects at /registry/; use the etcd of the server, without --etcd-prefix`,
  });
  etcd.close();
  etcd.closeAllConnections();
  await assert.rejects(ask(), {
    message: `etcd does not answer at ${etcdUrl}/v3/kv/range: connect ECONNREFUSED 127.0.0.1:${port}`,
  });
});
