import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import {
  type CodeAction,
  type CompletionList,
  createProtocolConnection,
  type Hover,
  type InitializeResult,
  NullLogger,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import { inRepository } from '../support/repository.js';

/** What the tests ask the server as an editor does. */
interface ClientOptions {
  /** The open folders; undefined for none. */
  readonly folders?: readonly string[] | undefined;
  readonly capabilities?: object;
  readonly initializationOptions?: object;
  readonly processId?: number;
  /** Further arguments of `vmgen lsp`. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** The capabilities of an editor that can do everything. */
export const ALL = {
  general: { positionEncodings: ['utf-16'] },
  workspace: {
    workspaceEdit: { documentChanges: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
  },
  textDocument: {
    publishDiagnostics: { versionSupport: true, relatedInformation: true },
    hover: { contentFormat: ['markdown', 'plaintext'] },
  },
};

/** Starts `vmgen lsp`. */
export function startServer(
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): ChildProcessWithoutNullStreams {
  const command = inRepository('generator/bin/vmgen.cjs');
  return spawn(process.execPath, [command, 'lsp', ...args], { env: { ...process.env, ...env } });
}

/** An editor that speaks with `vmgen lsp` by the library of VS Code. */
export class TestEditor implements AsyncDisposable {
  readonly child: ChildProcessWithoutNullStreams;
  readonly connection: ProtocolConnection;
  readonly exited: Promise<number | null>;
  /** Its standard error. */
  stderr = '';
  /** The published diagnostics, by URI; the last is the newest. */
  readonly published = new Map<string, PublishDiagnosticsParams[]>();
  /** The messages of `window/logMessage`. */
  readonly messages: string[] = [];
  /** What the server has registered. */
  readonly registered: unknown[] = [];
  initialized: InitializeResult = { capabilities: {} };
  readonly #waiting = new Set<() => void>();
  #version = 0;

  private constructor(child: ChildProcessWithoutNullStreams) {
    this.child = child;
    this.exited = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null);
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    child.stdin.on('error', () => undefined);
    this.connection = createProtocolConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
      NullLogger,
    );
    this.connection.onNotification(
      'textDocument/publishDiagnostics',
      (params: PublishDiagnosticsParams) => {
        this.published.set(params.uri, [...(this.published.get(params.uri) ?? []), params]);
        this.#wake();
      },
    );
    this.connection.onNotification('window/logMessage', ({ message }: { message: string }) => {
      this.messages.push(message);
      this.#wake();
    });
    this.connection.onRequest(
      'client/registerCapability',
      ({ registrations }: { registrations: unknown[] }) => {
        this.registered.push(...registrations);
        this.#wake();
        return null;
      },
    );
    this.connection.listen();
  }

  static async start(options: ClientOptions = {}): Promise<TestEditor> {
    const editor = new TestEditor(startServer(options.args, options.env));
    const { folders, capabilities = ALL, initializationOptions, processId = null } = options;
    editor.initialized = await editor.connection.sendRequest('initialize', {
      processId,
      rootUri: null,
      capabilities,
      initializationOptions,
      workspaceFolders: folders?.map((folder) => ({ uri: uriOf(folder), name: folder })) ?? null,
    });
    await editor.notify('initialized', {});
    return editor;
  }

  notify(method: string, params: object): Promise<void> {
    return this.connection.sendNotification(method, params);
  }

  /** Opens a file with a text, and resolves with the diagnostics of it. */
  async open(path: string, text: string): Promise<PublishDiagnosticsParams> {
    await this.sendOpen(path, text);
    return this.diagnosticsOf(path, this.#version);
  }

  /** Opens a file with a text. */
  sendOpen(path: string, text: string): Promise<void> {
    const version = ++this.#version;
    const textDocument = { uri: uriOf(path), languageId: 'typescript', version, text };
    return this.notify('textDocument/didOpen', { textDocument });
  }

  /** Replaces the text of a file, or parts of it, and resolves with the diagnostics of it. */
  async change(
    path: string,
    ...contentChanges: readonly object[]
  ): Promise<PublishDiagnosticsParams> {
    const version = ++this.#version;
    await this.notify('textDocument/didChange', {
      textDocument: { uri: uriOf(path), version },
      contentChanges,
    });
    return this.diagnosticsOf(path, version);
  }

  close(path: string): Promise<void> {
    return this.notify('textDocument/didClose', { textDocument: { uri: uriOf(path) } });
  }

  /** Reports changes on the disk: 1 created, 2 changed, 3 deleted. */
  filesChanged(...changes: readonly (readonly [path: string, type: 1 | 2 | 3])[]): Promise<void> {
    return this.notify('workspace/didChangeWatchedFiles', {
      changes: changes.map(([path, type]) => ({ uri: uriOf(path), type })),
    });
  }

  /** Resolves with the diagnostics of a version of a file. */
  diagnosticsOf(path: string, version: number): Promise<PublishDiagnosticsParams> {
    return this.until(`diagnostics of version ${version}`, () => {
      const last = this.lastOf(path);
      return (last?.version ?? 0) >= version ? last : undefined;
    });
  }

  /** Resolves with the next diagnostics of a file that have these codes. */
  codesAre(path: string, ...codes: readonly string[]): Promise<PublishDiagnosticsParams> {
    return this.until(`diagnostics ${codes.join(' ')}`, () => {
      const last = this.lastOf(path);
      return last && codesIn(last).join() === codes.join() ? last : undefined;
    });
  }

  lastOf(path: string): PublishDiagnosticsParams | undefined {
    return this.published.get(uriOf(path))?.at(-1);
  }

  completion(path: string, line: number, character: number): Promise<CompletionList | null> {
    return this.ask('textDocument/completion', path, { position: { line, character } });
  }

  hover(path: string, line: number, character: number): Promise<Hover | null> {
    return this.ask('textDocument/hover', path, { position: { line, character } });
  }

  codeActions(path: string, range: object, only?: readonly string[]): Promise<CodeAction[] | null> {
    const context = { diagnostics: [], only };
    return this.ask('textDocument/codeAction', path, { range, context });
  }

  ask<T>(method: string, path: string, params: object): Promise<T> {
    return this.connection.sendRequest(method, { textDocument: { uri: uriOf(path) }, ...params });
  }

  /** Resolves with the first value of `probe`, which is asked after each message of the server. */
  async until<T>(what: string, probe: () => T | undefined): Promise<T> {
    let end: string | undefined;
    const fail = (why: string): void => {
      end ??= why;
      this.#wake();
    };
    void this.exited.then((code) => fail(`the server ended with ${code}`));
    const timer = setTimeout(() => fail('not within 20 s'), 20_000);
    try {
      for (;;) {
        const value = probe();
        if (value !== undefined) return value;
        if (end !== undefined)
          throw new Error(`${what}: ${end}\n${this.messages.join('\n')}${this.stderr}`);
        await new Promise<void>((resolve) => this.#waiting.add(resolve));
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the server as an editor does; resolves with its exit code. */
  async quit(): Promise<number | null> {
    await this.connection.sendRequest('shutdown');
    await this.notify('exit', {});
    return this.exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.connection.dispose();
    this.child.kill('SIGKILL');
    await this.exited;
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }
}

/** The codes of diagnostics, in their order. */
export const codesIn = ({ diagnostics }: PublishDiagnosticsParams): unknown[] =>
  diagnostics.map(({ code }) => code);

export const uriOf = (path: string): string => pathToFileURL(path).href;
