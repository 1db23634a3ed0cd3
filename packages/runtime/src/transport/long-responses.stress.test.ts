import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGzip } from 'node:zlib';
import { createHttpTransport } from './http-transport.js';
import { startServer } from './local-server.test.helper.js';

test('a response that is too long for a string fails only its reader', async (t) => {
  const block = Buffer.alloc(2 ** 20, 'a');
  const server = await startServer(t, (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    const packed = createGzip({ level: 1 });
    packed.pipe(response);
    let blocks = 0;
    const write = (): void => {
      while (blocks++ < 513) if (!packed.write(block)) return void packed.once('drain', write);
      packed.end();
    };
    write();
  });
  await using transport = createHttpTransport({ server: server.url });
  const response = await transport.request({ method: 'GET', path: '/apis/x/v1/things' });
  await assert.rejects(response.text(), {
    code: 'ERR_VMGEN_ANSWER',
    message: /it has more than 536870888 bytes; use a limit to list in pages$/,
  });
});
