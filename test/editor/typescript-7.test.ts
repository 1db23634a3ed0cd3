import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { editorProject, SITE_TYPES } from '../support/editor-project.js';
import { inRepository } from '../support/repository.js';

const TSC = inRepository('test/typescripts/node_modules/typescript-7/bin/tsc');
const TYPES = 'apis/web/v1/types.ts';
/** An error for TypeScript, and one for vmgen. */
const WRONG = SITE_TYPES.replace('replicas: Int32', 'replicas: Int32 | Missing; other: bigint');

test('the compiler of TypeScript 7 accepts a config with the plugin, and does not load it', async () => {
  await using project = await editorProject({ [TYPES]: WRONG });
  const { stdout, status } = spawnSync(process.execPath, [TSC, '--noEmit', '-p', project.folder], {
    encoding: 'utf8',
  });
  assert.match(
    stdout,
    /^[^\n]*types\.ts\(\d+,\d+\): error TS2304: Cannot find name 'Missing'\.\n$/,
  );
  assert.equal(status, 1);
});

test('the language server of TypeScript 7 does not load the plugin', async () => {
  await using project = await editorProject({ [TYPES]: WRONG });
  const server = spawn(process.execPath, [TSC, '--lsp', '--stdio'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const send = (message: object): void => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  let received = Buffer.alloc(0);
  const messages: { readonly id?: number | string; readonly method?: string }[] = [];
  server.stdout.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (let body = takeBody(); body !== undefined; body = takeBody()) {
      const message = JSON.parse(body) as (typeof messages)[number];
      messages.push(message);
      // It waits for the answers to its own requests.
      if (message.method !== undefined && message.id !== undefined) {
        send({ id: message.id, result: null });
      }
    }
  });
  /** Removes the next message from what was received, once it is whole. */
  const takeBody = (): string | undefined => {
    const end = received.indexOf('\r\n\r\n');
    const length = Number(/Content-Length: (\d+)/.exec(received.toString('latin1', 0, end))?.[1]);
    if (end < 0 || received.length < end + 4 + length) return undefined;
    const body = received.toString('utf8', end + 4, end + 4 + length);
    received = received.subarray(end + 4 + length);
    return body;
  };
  /** All messages so far, once a request is answered. */
  const answered = async (id: number): Promise<string> => {
    while (!messages.some((each) => each.id === id && each.method === undefined)) {
      await once(server.stdout, 'data');
    }
    return JSON.stringify(messages);
  };
  try {
    const uri = pathToFileURL(project.at(TYPES)).href;
    const rootUri = pathToFileURL(project.folder).href;
    const capabilities = { textDocument: { diagnostic: {} } };
    send({ id: 101, method: 'initialize', params: { processId: null, rootUri, capabilities } });
    await answered(101);
    send({ method: 'initialized', params: {} });
    const textDocument = { uri, languageId: 'typescript', version: 1, text: WRONG };
    send({ method: 'textDocument/didOpen', params: { textDocument } });
    send({ id: 102, method: 'textDocument/diagnostic', params: { textDocument: { uri } } });
    const text = await answered(102);
    assert.match(text, /Cannot find name 'Missing'/);
    // Messages of the server may contain the folder.
    assert.doesNotMatch(text, /"source":"vmgen"|VMGEN|"code":4001/);
  } finally {
    server.kill();
    await once(server, 'exit');
  }
});
