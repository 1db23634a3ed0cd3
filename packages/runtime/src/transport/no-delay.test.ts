import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { TLSSocket } from 'node:tls';
import { createHttpTransport } from './http-transport.js';
import { makeCertificate, startServer } from './local-server.test.helper.js';
import { staticTextSource } from './text-source.js';

test('connections over TLS send the end of a request without waiting for an acknowledgement', async (t) => {
  const { cert, private: key } = await makeCertificate('127.0.0.1');
  const { port } = await startServer(t, (_request, response) => response.end('ok'), { key, cert });
  const setNoDelay = t.mock.method(Socket.prototype, 'setNoDelay');
  const transport = createHttpTransport({
    server: `https://127.0.0.1:${port}`,
    certificateAuthority: staticTextSource(cert),
  });
  const response = await transport.request({ method: 'GET', path: '/x' });
  assert.equal(await response.text(), 'ok');
  await transport.close();
  const { calls } = setNoDelay.mock;
  assert.ok(calls.some((call) => call.this instanceof TLSSocket && call.arguments[0] === true));
});
