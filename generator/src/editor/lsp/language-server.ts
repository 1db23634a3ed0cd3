import { errorMessage } from '@vmgen/base/text';
import {
  type CancellationToken,
  ErrorCodes,
  type MessageConnection,
  ResponseError,
} from 'vscode-jsonrpc/node';
import type { InitializeResult, MessageType } from 'vscode-languageserver-protocol';
import { FIX_ALL } from './answers.js';
import { pathsOf, settingsFrom } from './client-settings.js';
import { Params } from './params.js';
import type { OpenEditor } from './projects.js';
import { type Client, Workspace } from './workspace.js';

/** Codes of the protocol beside those of JSON-RPC. */
const REQUEST_CANCELLED = -32800;
const SERVER_NOT_INITIALIZED = -32002;

const SEVERITIES = { error: 1, warning: 2, info: 3 } as const satisfies Readonly<
  Record<string, MessageType>
>;

/** The files whose changes on the disk matter; folders can only be seen to be deleted. */
const WATCHERS = [
  { globPattern: '**/*.{ts,mts,cts,tsx,js,mjs,cjs,json}' },
  { globPattern: '**/*', kind: 4 },
];

type RequestHandler = (params: Params, workspace: Workspace) => unknown;
type NotificationHandler = (params: Params, workspace: Workspace) => void | Promise<void>;

/** What the server needs besides its connection. */
interface ServerOptions {
  readonly version: string;
  readonly openEditor: OpenEditor;
  /** Called with the process of the client, whose end ends the server. */
  readonly watchParent: (processId: number) => void;
}

/** The language server: a state of the protocol, and handlers of its messages. */
export class LanguageServer {
  readonly #connection: MessageConnection;
  readonly #options: ServerOptions;
  #state: 'new' | 'running' | 'shut down' = 'new';
  #workspace: Workspace | undefined;
  #canWatchFiles = false;
  readonly #requests: Readonly<Record<string, RequestHandler>> = {
    'textDocument/completion': (params, workspace) =>
      workspace.completions(uriIn(params), params.position('position')),
    'completionItem/resolve': (params, workspace) => ({
      ...params.fields,
      documentation: workspace.documentationOf(params.text('label')),
    }),
    'textDocument/hover': (params, workspace) =>
      workspace.hover(uriIn(params), params.position('position')),
    'textDocument/codeAction': (params, workspace) =>
      workspace.codeActions(
        uriIn(params),
        params.range('range'),
        params.optional('context')?.optionalTexts('only'),
      ),
    shutdown: (_, workspace) => {
      this.#state = 'shut down';
      workspace.dispose();
      return null;
    },
  };
  readonly #notifications: Readonly<Record<string, NotificationHandler>> = {
    initialized: () => this.#watchFiles(),
    'textDocument/didOpen': (params, workspace) => {
      const document = params.object('textDocument');
      workspace.open(document.text('uri'), document.integer('version'), document.text('text'));
    },
    'textDocument/didChange': (params, workspace) => {
      const version = params.object('textDocument').integer('version');
      workspace.change(uriIn(params), version, params.changes('contentChanges'));
    },
    'textDocument/didClose': (params, workspace) => workspace.close(uriIn(params)),
    'textDocument/didSave': (params, workspace) => {
      // Otherwise the client reports it as a changed file.
      if (!this.#canWatchFiles) return workspace.filesChanged([uriIn(params)]);
    },
    'workspace/didChangeWatchedFiles': (params, workspace) =>
      workspace.filesChanged(params.objects('changes').map((change) => change.text('uri'))),
    'workspace/didChangeWorkspaceFolders': (params, workspace) => {
      const event = params.object('event');
      const [added = [], removed = []] = ['added', 'removed'].map((key) =>
        event.objects(key).flatMap((folder) => pathsOf(folder.text('uri'))),
      );
      workspace.setFolders(added, removed);
    },
  };

  constructor(connection: MessageConnection, options: ServerOptions) {
    this.#connection = connection;
    this.#options = options;
    connection.onRequest((method, params, token) => this.#request(method, params, token));
    connection.onNotification((method, params) => this.#notify(method, params));
  }

  /** Whether the client has asked for the end: only then is the end of the connection no failure. */
  get isShutDown(): boolean {
    return this.#state === 'shut down';
  }

  async #request(method: string, params: unknown, token: CancellationToken): Promise<unknown> {
    if (method === 'initialize' && this.#state === 'new') return this.#initialize(params);
    if (this.#workspace === undefined) {
      const message = `${method} is not allowed before initialize`;
      throw new ResponseError(SERVER_NOT_INITIALIZED, message);
    }
    if (this.#state !== 'running') {
      throw new ResponseError(ErrorCodes.InvalidRequest, `${method} is not allowed after shutdown`);
    }
    if (method === 'initialize') {
      throw new ResponseError(ErrorCodes.InvalidRequest, 'initialize is allowed only once');
    }
    const handler = handlerOf(this.#requests, method);
    if (handler === undefined) {
      throw new ResponseError(ErrorCodes.MethodNotFound, `${method} is not a method of vmgen`);
    }
    if (token.isCancellationRequested) throw cancelled(method);
    return handler(new Params(params ?? {}), this.#workspace);
  }

  async #notify(method: string, params: unknown): Promise<void> {
    const handler = handlerOf(this.#notifications, method);
    if (handler === undefined || this.#workspace === undefined || this.#state !== 'running') return;
    try {
      await handler(new Params(params ?? {}), this.#workspace);
    } catch (error) {
      this.#log('error', `${method}: ${errorMessage(error)}`);
    }
  }

  #initialize(value: unknown): InitializeResult {
    const params = new Params(value ?? {});
    const settings = settingsFrom(params);
    this.#state = 'running';
    this.#canWatchFiles = settings.canWatchFiles;
    const client: Client = {
      publish: (diagnostics) =>
        this.#connection.sendNotification('textDocument/publishDiagnostics', diagnostics),
      log: (severity, message) => this.#log(severity, message),
    };
    this.#workspace = new Workspace(client, settings, this.#options.openEditor);
    const processId = params.raw('processId');
    if (typeof processId === 'number' && processId > 0) this.#options.watchParent(processId);
    return resultOf(this.#options.version);
  }

  async #watchFiles(): Promise<void> {
    if (!this.#canWatchFiles) return;
    const method = 'workspace/didChangeWatchedFiles';
    const registrations = [{ id: method, method, registerOptions: { watchers: WATCHERS } }];
    await this.#connection.sendRequest('client/registerCapability', { registrations });
  }

  #log(severity: keyof typeof SEVERITIES, message: string): void {
    const params = { type: SEVERITIES[severity], message };
    // Throws at once if the connection has ended.
    const send = async () => this.#connection.sendNotification('window/logMessage', params);
    void send().catch(() => undefined);
  }
}

const uriIn = (params: Params): string => params.object('textDocument').text('uri');

const handlerOf = <H>(handlers: Readonly<Record<string, H>>, method: string): H | undefined =>
  Object.hasOwn(handlers, method) ? handlers[method] : undefined;

const cancelled = (method: string): ResponseError =>
  new ResponseError(REQUEST_CANCELLED, `${method} was cancelled`);

function resultOf(version: string): InitializeResult {
  return {
    serverInfo: { name: 'vmgen', version },
    capabilities: {
      positionEncoding: 'utf-16',
      textDocumentSync: { openClose: true, change: 2, save: true },
      completionProvider: { triggerCharacters: ['+', ':', '=', ',', ';'], resolveProvider: true },
      hoverProvider: true,
      codeActionProvider: { codeActionKinds: ['quickfix', FIX_ALL] },
      workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
    },
  };
}
