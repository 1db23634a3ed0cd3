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
  const output = server.stdout.setEncoding('utf8');
  let received = '';
  output.on('data', (text: string) => {
    received += text;
    // It waits for the answers to its own requests.
    for (const [, id] of text.matchAll(/"id":"([^"]+)"/g)) send({ id, result: null });
  });
  const answered = async (id: number): Promise<string> => {
    const answer = new RegExp(`"id":${id}[,}]`);
    while (!answer.test(received)) await once(output, 'data');
    return received;
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
