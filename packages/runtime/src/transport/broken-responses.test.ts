import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, test, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { TransportTimeoutError } from '../errors/transport-timeout-error.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { createHttpTransport } from './http-transport.js';
import { startServer } from './local-server.test.helper.js';
import type { TransportResponse } from './transport.js';

const GET = { method: 'GET', path: '/apis/x/v1/things' } as const;
const TEXT = '{"kind":"Thing"}';

type Answer = (response: ServerResponse) => void;

/** Reads the response as a text and by its chunks, and returns both errors. */
async function failures(t: TestContext, answer: Answer): Promise<unknown[]> {
  const server = await startServer(t, (_request, response) => answer(response));
  await using transport = createHttpTransport({ server: server.url });
  const found: unknown[] = [];
  for (const read of [asText, byChunk]) {
    const response = await transport.request(GET);
    await read(response).then(
      (text) => found.push(text),
      (error: unknown) => found.push(hideServer(error, server.url)),
    );
  }
  return found;
}

function hideServer(error: unknown, url: string): unknown {
  assert.ok(error instanceof VmgenError, String(error));
  return `${error.code}: ${error.message.replace(url, 'SERVER')}`;
}

function asText(response: TransportResponse): Promise<string> {
  return response.text();
}

async function byChunk({ body }: TransportResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** Sends the head and a part of a response, and then closes the connection. */
function breakOff(response: ServerResponse, head: Record<string, string>, part: Uint8Array): void {
  response.writeHead(200, head);
  response.write(part, () => setTimeout(() => response.socket?.destroy(), 20));
}

describe('an incomplete response', () => {
  const error =
    'ERR_VMGEN_CONNECTION: the response of the API server SERVER ended before it was complete';

  test('is an error that contains the server', async (t) => {
    const length = { 'content-length': '1000' };
    const found = await failures(t, (response) => breakOff(response, length, Buffer.from(TEXT)));
    assert.deepEqual(found, [error, error]);
  });

  test('is an error if it is compressed', async (t) => {
    const head = { 'content-encoding': 'gzip' };
    const part = gzipSync(TEXT).subarray(0, -9);
    assert.deepEqual(await failures(t, (response) => breakOff(response, head, part)), [
      error,
      error,
    ]);
  });
});

test('a response that cannot be decompressed is an error', async (t) => {
  const found = await failures(t, (response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(TEXT),
  );
  const error =
    'ERR_VMGEN_ANSWER: cannot read the response of the API server SERVER: incorrect header check';
  assert.deepEqual(found, [error, error]);
});

test('the name of a content encoding is not case-sensitive', async (t) => {
  for (const encoding of ['GZIP', 'x-gzip']) {
    const found = await failures(t, (response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(gzipSync(TEXT)),
    );
    assert.deepEqual(found, [TEXT, TEXT]);
  }
});

test('an incomplete error response is subject to the timeout, also for a watch and an upgrade', async (t) => {
  const server = await startServer(t, (_request, response) => {
    response.writeHead(503, { 'content-length': '1000' }).write('{');
  });
  await using transport = createHttpTransport({ server: server.url }, { requestTimeoutMs: 200 });
  const watch = { method: 'GET', path: '/apis/x/v1/things?watch=true' } as const;
  const log = { method: 'GET', path: '/api/v1/namespaces/d/pods/p/log?follow=true' } as const;
  for (const response of [
    await transport.request(watch),
    await transport.request(log),
    await transport.upgrade(GET),
  ]) {
    assert.equal(response.status, 503);
    await assert.rejects(response.text(), TransportTimeoutError);
  }
});
