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

/** The answer, once as a text and once by its chunks. */
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

/** The head of an answer and a part of it, and then nothing more. */
function breakOff(response: ServerResponse, head: Record<string, string>, part: Uint8Array): void {
  response.writeHead(200, head);
  response.write(part, () => setTimeout(() => response.socket?.destroy(), 20));
}

describe('an answer that breaks off', () => {
  const error =
    'ERR_VMGEN_CONNECTION: the answer of the API server SERVER ended before it was complete';

  test('says so, and whose it was', async (t) => {
    const length = { 'content-length': '1000' };
    const found = await failures(t, (response) => breakOff(response, length, Buffer.from(TEXT)));
    assert.deepEqual(found, [error, error]);
  });

  test('says so too where it was compressed', async (t) => {
    const head = { 'content-encoding': 'gzip' };
    const part = gzipSync(TEXT).subarray(0, -9);
    assert.deepEqual(await failures(t, (response) => breakOff(response, head, part)), [
      error,
      error,
    ]);
  });
});

test('an answer that cannot be unpacked is no answer of an API server', async (t) => {
  const found = await failures(t, (response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(TEXT),
  );
  const error =
    'ERR_VMGEN_ANSWER: cannot read the answer of the API server SERVER: incorrect header check';
  assert.deepEqual(found, [error, error]);
});

test('a compression is known whatever the case of its name', async (t) => {
  for (const encoding of ['GZIP', 'x-gzip']) {
    const found = await failures(t, (response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(gzipSync(TEXT)),
    );
    assert.deepEqual(found, [TEXT, TEXT]);
  }
});

test('a refusal that does not come to its end is bound by the timeout, of a watch and an upgrade as well', async (t) => {
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
