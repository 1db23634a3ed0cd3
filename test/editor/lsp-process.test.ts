import assert from 'node:assert/strict';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import { temporaryFolder } from '../support/temporary-folder.js';
import { waitFor } from '../support/wait-for.js';
import { startServer, TestEditor, uriOf } from './language-client.js';
import { MISSPELT, TYPES, writeSites } from './sites.js';

interface Answer {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: { readonly message?: string };
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A client that sends bytes, valid or not. */
class RawClient implements AsyncDisposable {
  readonly child: ChildProcessWithoutNullStreams;
  readonly exited: Promise<number | null>;
  stderr = '';
  #output = Buffer.alloc(0);

  constructor(args: readonly string[] = []) {
    this.child = startServer(args);
    this.exited = once(this.child, 'close').then(([code]: (number | null)[]) => code ?? null);
    this.child.stdout.on('data', (chunk: Buffer) => {
      this.#output = Buffer.concat([this.#output, chunk]);
    });
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.child.stdin.on('error', () => undefined);
  }

  write(text: string | Buffer): void {
    this.child.stdin.write(text);
  }

  send(...messages: readonly unknown[]): void {
    this.write(messages.map((message) => frameOf(JSON.stringify(message))).join(''));
  }

  /** Sends a request, and resolves with its answer. */
  async ask(id: number, method: string, params?: object | null): Promise<Answer> {
    this.send({ jsonrpc: '2.0', id, method, params });
    return this.answer(id);
  }

  answer(id: number | null): Promise<Answer> {
    return waitFor(`answer ${id}`, 30_000, () => this.answers().find((each) => each.id === id));
  }

  initialize(folder?: string): Promise<Answer> {
    const rootUri = folder === undefined ? null : uriOf(folder);
    return this.ask(1, 'initialize', { processId: null, rootUri, capabilities: {} });
  }

  /** All messages of the server; fails if standard output has anything else. */
  answers(): Answer[] {
    const answers: Answer[] = [];
    let rest = this.#output;
    for (;;) {
      const end = rest.indexOf('\r\n\r\n');
      if (end < 0) break;
      const [, length] = /^Content-Length: ([0-9]+)$/.exec(rest.toString('utf8', 0, end)) ?? [];
      assert.ok(length !== undefined, rest.toString());
      const body = rest.subarray(end + 4, end + 4 + Number(length));
      if (body.length < Number(length)) break;
      answers.push(JSON.parse(body.toString()) as Answer);
      rest = rest.subarray(end + 4 + Number(length));
    }
    return answers;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exited;
  }
}

const frameOf = (body: string): string =>
  `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

describe('input that is not valid', () => {
  const headers: readonly (readonly [title: string, input: string, problem: RegExp])[] = [
    ['a length that is no number', 'Content-Length: many\r\n\r\n{}', /no valid Content-Length/],
    ['a negative length', 'Content-Length: -2\r\n\r\n{}', /no valid Content-Length/],
    ['no length', 'Content-Type: text\r\n\r\n{}', /no valid Content-Length/],
    ['a length beyond the maximum', 'Content-Length: 99999999999\r\n\r\n', /has 99999999999 bytes/],
    ['a header without an end', 'x'.repeat(10_000), /a header is longer than 4096 bytes/],
    ['text of a person', 'hello\r\n\r\n', /no valid Content-Length/],
  ];
  for (const [title, input, problem] of headers) {
    test(`ends the server with a message: ${title}`, async () => {
      await using client = new RawClient();
      client.write(input);
      assert.equal(await client.exited, 1);
      assert.match(client.stderr, problem);
      assert.match(client.stderr, /^vmgen lsp: .*\n$/);
      assert.deepEqual(client.answers(), []);
    });
  }

  test('is refused where the next message can be found', async () => {
    await using client = new RawClient();
    const bodies = ['{', '[]', '1', 'null', '{"id":1}', '{"jsonrpc":"1.0","id":1,"method":"x"}'];
    const others = [
      { jsonrpc: '2.0', id: null, method: 'initialize' },
      { jsonrpc: '2.0', id: 1, method: 'initialize', params: 'text' },
      { jsonrpc: '2.0', method: '$/cancelRequest' },
    ].map((message) => JSON.stringify(message));
    client.write([...bodies, ...others].map(frameOf).join(''));
    client.write(frameOf(JSON.stringify({ jsonrpc: '2.0', id: 7, result: null })));
    assert.ok((await client.initialize()).result);
    const codes = client.answers().flatMap(({ error }) => error?.code ?? []);
    assert.deepEqual(codes, [-32700, ...Array<number>(8).fill(-32600)]);
  });

  test('may arrive in single bytes, and many messages in one piece', async () => {
    await using client = new RawClient();
    const params = { processId: null, capabilities: {} };
    const first = frameOf(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }));
    for (const byte of Buffer.from(first)) client.write(Buffer.from([byte]));
    await client.answer(1);
    const many = Array.from({ length: 500 }, (_, index) => ({
      jsonrpc: '2.0',
      id: index + 2,
      method: 'ä',
    }));
    client.send(...many);
    const last = await client.answer(501);
    assert.deepEqual(last.error, { code: -32601, message: 'ä is not a method of vmgen' });
    assert.equal(client.answers().length, 501);
  });

  test('is refused with the name of the parameter', async () => {
    await using client = new RawClient();
    await client.initialize();
    const place = { textDocument: { uri: 'file:///a.ts' } };
    const cases: readonly (readonly [method: string, params: object, problem: string])[] = [
      ['textDocument/hover', {}, 'params.textDocument must be an object'],
      ['textDocument/hover', [1], 'params must be an object'],
      ['textDocument/hover', place, 'params.position must be an object'],
      [
        'textDocument/hover',
        { ...place, position: { line: -1, character: 0 } },
        'params.position.line must be an integer from 0 on',
      ],
      [
        'textDocument/completion',
        { ...place, position: { line: 0, character: '1' } },
        'params.position.character must be an integer from 0 on',
      ],
      ['completionItem/resolve', {}, 'params.label must be a string'],
    ];
    for (const [index, [method, params, message]] of cases.entries()) {
      const { error } = await client.ask(index + 2, method, params);
      assert.deepEqual(error, { code: -32602, message });
    }
    const text = { uri: 'file:///a.ts', languageId: 'typescript', version: 1, text: 5 };
    client.send({ jsonrpc: '2.0', method: 'textDocument/didOpen', params: { textDocument: text } });
    const logged = await waitFor('a message', 30_000, () =>
      client.answers().find(({ method }) => method === 'window/logMessage'),
    );
    assert.equal(
      logged.params?.message,
      'textDocument/didOpen: params.textDocument.text must be a string',
    );
  });

  test('has no effect if a change has a range of another type, rather than replace the whole text', async () => {
    await using folder = await temporaryFolder('lsp');
    const types = await writeSites(folder.path);
    await using editor = await TestEditor.start({ folders: [folder.path] });
    await editor.open(types, TYPES);
    await editor.notify('textDocument/didChange', {
      textDocument: { uri: uriOf(types), version: 9 },
      contentChanges: [{ range: 'none', text: MISSPELT }],
    });
    const message = 'textDocument/didChange: params.contentChanges[0].range must be an object';
    await editor.until('a message', () => editor.messages.find((each) => each === message));
  });

  test('has no effect if it is of files that vmgen does not know', async () => {
    await using folder = await temporaryFolder('lsp');
    const types = await writeSites(folder.path);
    await using editor = await TestEditor.start({ folders: [folder.path] });
    const uris = [
      'untitled:Untitled-1',
      'https://example.com/types.ts',
      'file://host/types.ts',
      'file:///a%00b.ts',
      'file:///a%2Fb.ts',
      'no uri',
      '',
      uriOf('/'),
      uriOf('/etc/types.ts'),
      uriOf(`/${'x'.repeat(300)}/types.ts`),
      uriOf(path.join(folder.path, '..', 'types.ts')),
    ];
    for (const uri of uris) {
      const textDocument = { uri, languageId: 'typescript', version: 1, text: MISSPELT };
      await editor.notify('textDocument/didOpen', { textDocument });
      const position = { line: 0, character: 0 };
      const hover: unknown = await editor.connection.sendRequest('textDocument/hover', {
        textDocument: { uri },
        position,
      });
      assert.equal(hover, null, uri);
      await editor.notify('textDocument/didClose', { textDocument: { uri } });
      await editor.notify('workspace/didChangeWatchedFiles', { changes: [{ uri, type: 1 }] });
    }
    await editor.notify('textDocument/didChange', {
      textDocument: { uri: uriOf(types), version: 2 },
      contentChanges: [{ text: MISSPELT }],
    });
    await editor.until('a message', () =>
      editor.messages.find((message) => message === `${uriOf(types)} was changed, but is not open`),
    );
    assert.deepEqual((await editor.open(types, TYPES)).diagnostics, []);
    const beyond = { line: 9_999, character: 9_999 };
    assert.equal(await editor.hover(types, beyond.line, beyond.character), null);
    assert.equal(editor.published.size, 1);
  });
});

describe('the life of a server', () => {
  test('begins with initialize, and ends after shutdown', async () => {
    await using client = new RawClient(['--stdio']);
    const early = await client.ask(2, 'textDocument/hover', {});
    assert.equal(early.error?.code, -32002);
    const { result } = await client.initialize();
    const { serverInfo } = result as { readonly serverInfo: unknown };
    assert.deepEqual(serverInfo, { name: 'vmgen', version: '0.1.0' });
    assert.equal((await client.ask(3, 'initialize', {})).error?.code, -32600);
    // Emacs sends null where there are no parameters.
    assert.equal((await client.ask(4, 'shutdown', null)).result, null);
    assert.equal((await client.ask(5, 'textDocument/hover', {})).error?.code, -32600);
    client.send({ jsonrpc: '2.0', method: 'exit', params: null });
    assert.equal(await client.exited, 0);
    assert.equal(client.stderr, '');
  });

  test('ends with 1 if the client exits or closes the input without shutdown', async () => {
    await using exiting = new RawClient();
    await exiting.initialize();
    exiting.send({ jsonrpc: '2.0', method: 'exit' });
    assert.equal(await exiting.exited, 1);
    await using closing = new RawClient();
    await closing.initialize();
    closing.child.stdin.end();
    assert.equal(await closing.exited, 1);
    await using polite = new RawClient();
    await polite.initialize();
    await polite.ask(2, 'shutdown');
    polite.child.stdin.end();
    assert.equal(await polite.exited, 0);
  });

  test('ends when the process of the client is gone', async () => {
    const parent = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const gone = once(parent, 'exit');
    await using named = new RawClient([`--clientProcessId=${parent.pid}`]);
    await using initialized = new RawClient();
    await named.initialize();
    await initialized.ask(1, 'initialize', { processId: parent.pid, capabilities: {} });
    parent.kill('SIGKILL');
    await gone;
    assert.deepEqual(await Promise.all([named.exited, initialized.exited]), [1, 1]);
  });

  test('answers a request that was cancelled before its turn with the code for it', async () => {
    await using folder = await temporaryFolder('lsp');
    const types = await writeSites(folder.path);
    await using client = new RawClient();
    await client.initialize(folder.path);
    const textDocument = { uri: uriOf(types), languageId: 'typescript', version: 1, text: TYPES };
    const params = { textDocument: { uri: uriOf(types) }, position: { line: 3, character: 5 } };
    const hover = (id: number) => ({ jsonrpc: '2.0', id, method: 'textDocument/hover', params });
    client.send(
      { jsonrpc: '2.0', method: 'textDocument/didOpen', params: { textDocument } },
      hover(2),
      hover(3),
      { jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 3 } },
      { jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 'unknown' } },
      hover(4),
    );
    assert.deepEqual((await client.answer(3)).error, {
      code: -32800,
      message: 'textDocument/hover was cancelled',
    });
    assert.ok((await client.answer(2)).result);
    assert.ok((await client.answer(4)).result);
  });

  test('writes nothing but the protocol to standard output, whatever a config prints', async () => {
    await using folder = await temporaryFolder('lsp');
    const types = await writeSites(folder.path);
    await rm(path.join(folder.path, 'vmgen.config.json'));
    const config =
      "console.log('noise');\nexport default { groups: 'web:v1', out: 'generated' };\n";
    await writeFile(path.join(folder.path, 'vmgen.config.mjs'), config);
    await using client = new RawClient();
    await client.initialize(folder.path);
    const textDocument = {
      uri: uriOf(types),
      languageId: 'typescript',
      version: 1,
      text: MISSPELT,
    };
    client.send({ jsonrpc: '2.0', method: 'textDocument/didOpen', params: { textDocument } });
    await waitFor('diagnostics', 30_000, () =>
      client.answers().find((each) => JSON.stringify(each).includes('VMGEN1101')),
    );
    assert.equal(client.stderr, '');
  });

  test('keeps little memory after large messages', async () => {
    await using folder = await temporaryFolder('lsp');
    const types = await writeSites(folder.path);
    await using editor = await TestEditor.start({ folders: [folder.path] });
    await editor.open(types, TYPES);
    const large = `${TYPES}// ${'x'.repeat(2_000_000)}\n`;
    for (let index = 0; index < 40; index++)
      await editor.change(types, { text: `${large}// ${index}\n` });
    const status = await readFile(`/proc/${editor.child.pid}/status`, 'utf8');
    const [, kiB = ''] = /^VmRSS:\s+([0-9]+) kB$/m.exec(status) ?? [];
    assert.ok(Number(kiB) < 500_000, `${kiB} KiB`);
  });
});
