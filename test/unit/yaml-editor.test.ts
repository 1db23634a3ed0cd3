import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inRepository } from '../support/repository.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const require = createRequire(import.meta.url);

interface Diagnostic {
  readonly message: string;
  readonly range: { readonly start: { readonly line: number } };
}

/** A client of the language server that VS Code and other editors use for YAML. */
class Editor {
  readonly #child: ChildProcess;
  readonly #answers = new Map<number, (result: unknown) => void>();
  readonly #published = new Map<string, (diagnostics: readonly Diagnostic[]) => void>();
  #received = Buffer.alloc(0);
  #id = 0;

  readonly #settings: object;

  /** @param settings the section `yaml` of the settings */
  constructor(child: ChildProcess, settings: object) {
    this.#child = child;
    this.#settings = settings;
    child.stdout?.on('data', (bytes: Buffer) => this.#receive(bytes));
  }

  /** Opens a file, and resolves with its diagnostics as soon as there are so many. */
  open(uri: string, text: string, count: number): Promise<readonly Diagnostic[]> {
    const document = { uri, languageId: 'yaml', version: 1, text };
    return new Promise((resolve) => {
      this.#published.set(uri, (all) => {
        if (all.length >= count) resolve(all);
      });
      this.notify('textDocument/didOpen', { textDocument: document });
    });
  }

  request(method: string, params: object): Promise<unknown> {
    const id = ++this.#id;
    return new Promise((resolve) => {
      this.#answers.set(id, resolve);
      this.#send({ id, method, params });
    });
  }

  notify(method: string, params: object): void {
    this.#send({ method, params });
  }

  #send(message: object): void {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.#child.stdin?.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  #receive(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes]);
    for (;;) {
      const start = this.#received.indexOf('\r\n\r\n');
      const length = /Content-Length: (\d+)/i.exec(this.#received.toString('latin1'))?.[1];
      const end = start + 4 + Number(length);
      if (start < 0 || length === undefined || this.#received.length < end) return;
      const body = this.#received.subarray(start + 4, end).toString();
      this.#received = this.#received.subarray(end);
      this.#take(JSON.parse(body) as Message);
    }
  }

  #take({ id, method, params, result }: Message): void {
    if (method === 'textDocument/publishDiagnostics') {
      this.#published.get(params?.uri ?? '')?.(params?.diagnostics ?? []);
    } else if (method !== undefined && id !== undefined) {
      // The first of the sections of the settings for which the server asks.
      this.#send({ id, result: method === 'workspace/configuration' ? [this.#settings] : null });
    } else if (id !== undefined) this.#answers.get(id)?.(result);
  }
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly uri?: string; readonly diagnostics?: readonly Diagnostic[] };
  readonly result?: unknown;
}

/**
 * Starts the language server on a folder with schemas and samples.
 *
 * @param schemas schemas of the folder, with patterns of the files for which they are configured
 */
async function openFolder(t: TestContext, schemas: Readonly<Record<string, string>> = {}) {
  const temporary = await temporaryFolder('yaml-editor');
  t.after(() => temporary[Symbol.asyncDispose]());
  const folder = temporary.path;
  const copy = path.join(folder, 'generated/schemas');
  cpSync(inRepository('examples/backup/generated/schemas'), copy, { recursive: true });
  const manifest = require.resolve('yaml-language-server/package.json');
  const server = path.join(path.dirname(manifest), 'bin/yaml-language-server');
  const child = spawn(process.execPath, [server, '--stdio'], { stdio: ['pipe', 'pipe', 'ignore'] });
  t.after(() => child.kill());
  const configured = Object.fromEntries(
    Object.entries(schemas).map(([file, files]) => [
      pathToFileURL(path.join(folder, file)).href,
      files,
    ]),
  );
  const settings = { schemas: configured, validate: true, hover: true, completion: true };
  const editor = new Editor(child, { ...settings, schemaStore: { enable: false } });
  const capabilities = { workspace: { configuration: true } };
  const rootUri = pathToFileURL(folder).href;
  await editor.request('initialize', { processId: process.pid, rootUri, capabilities });
  editor.notify('initialized', {});
  editor.notify('workspace/didChangeConfiguration', {});
  return {
    editor,
    uriOf: (name: string) => pathToFileURL(path.join(folder, 'samples', name)).href,
  };
}

const LIMITED = { timeout: 60_000 };

const MODELINE =
  '# yaml-language-server: $schema=../generated/schemas/backup.example.com/backupschedule_v1.json';
const SOUND = `${MODELINE}
apiVersion: backup.example.com/v1
kind: BackupSchedule
metadata:
  name: shop
spec:
  schedule: 0 3 * * *
  sources: [data]
  secretName: s3
`;

test(
  'an editor of YAML completes, describes and checks objects by the schema of their kind',
  LIMITED,
  async (t) => {
    const { editor, uriOf } = await openFolder(t);
    const uri = uriOf('wrong.yaml');
    const wrong = await editor.open(
      uri,
      SOUND.replace('[data]', 'data').replace('  secretName: s3', '  secretNames: s3\n  '),
      3,
    );
    const found = wrong.map(({ range, message }) => `${range.start.line + 1}: ${message}`);
    assert.deepEqual(found.sort(), [
      '6: Missing property "secretName".',
      '8: Incorrect type. Expected "array".',
      '9: Property secretNames is not allowed.',
    ]);

    assert.deepEqual(await editor.open(uriOf('sound.yaml'), SOUND, 0), []);

    const completed = await editor.request('textDocument/completion', {
      textDocument: { uri },
      position: { line: 9, character: 2 },
    });
    const { items } = completed as { readonly items: readonly { readonly label: string }[] };
    const labels = items.map(({ label }) => label);
    assert.ok(labels.includes('secretName') && labels.includes('retention'), labels.join());

    const hovered = await editor.request('textDocument/hover', {
      textDocument: { uri },
      position: { line: 6, character: 4 },
    });
    assert.match(JSON.stringify(hovered), /The schedule in cron format/);
  },
);

test('one schema serves all documents of the files of a folder', LIMITED, async (t) => {
  const { editor, uriOf } = await openFolder(t, { 'generated/schemas/all.json': 'samples/*.yaml' });
  const document = SOUND.replace(MODELINE, '---');
  const text = document + document.replace('[data]', '1') + document.replace('Schedule', 'Plan');
  const found = await editor.open(uriOf('all.yaml'), text, 2);
  assert.deepEqual(
    found.map(({ range, message }) => `${range.start.line + 1}: ${message}`),
    [
      '17: Incorrect type. Expected "array".',
      '21: Value is not accepted. Valid values: "BackupSchedule".',
    ],
  );
});
