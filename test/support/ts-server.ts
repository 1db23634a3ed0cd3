import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type ts from 'typescript';
import { inRepository } from './repository.js';

/** A request that the client sent, until its response. */
interface Pending {
  readonly command: string;
  readonly resolve: (body: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface Message {
  readonly type: 'response' | 'event';
  readonly event?: string;
  readonly body?: unknown;
  readonly request_seq?: number;
  readonly success?: boolean;
  readonly message?: string;
}

/** How a tsserver is started. */
interface TsServerOptions {
  /** The package of TypeScript, such as `typescript-5.4`. Defaults to that of the workspace. */
  readonly typescript?: string | undefined;
  /** Where plugins are found. Defaults to the packages of the workspace. */
  readonly plugins?: string;
  /** A plugin of all projects, as extensions of VS Code have them. */
  readonly globalPlugin?: string;
  /** Where it writes its log. Defaults to nowhere. */
  readonly log?: string;
}

type Range = Omit<ts.server.protocol.FileRangeRequestArgs, 'file' | 'projectFileName'>;

/** A client of tsserver, over its standard input and output as editors use it. */
export class TsServer implements AsyncDisposable {
  readonly #process: ChildProcess;
  readonly #pending = new Map<number, Pending>();
  readonly #events: Message[] = [];
  readonly #log: string | undefined;
  readonly #exited: Promise<unknown>;
  #onEvent: () => void = () => undefined;
  #received = Buffer.alloc(0);
  #lastId = 0;

  constructor(options: TsServerOptions = {}) {
    const { typescript, plugins = inRepository(), globalPlugin, log } = options;
    const folder =
      typescript === undefined
        ? inRepository('node_modules/typescript')
        : inRepository('test/typescripts/node_modules', typescript);
    this.#log = log;
    this.#process = spawn(
      process.execPath,
      [
        path.join(folder, 'lib/tsserver.js'),
        '--disableAutomaticTypingAcquisition',
        '--pluginProbeLocations',
        plugins,
        ...(globalPlugin === undefined ? [] : ['--globalPlugins', globalPlugin]),
        ...(log === undefined ? [] : ['--logFile', log, '--logVerbosity', 'normal']),
      ],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    this.#process.stdout?.on('data', (chunk: Buffer) => this.#receive(chunk));
    this.#exited = once(this.#process, 'exit').then(() => {
      for (const { command, reject } of this.#pending.values()) {
        reject(new Error(`tsserver ended before it answered ${command}`));
      }
    });
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  /** The text of its log so far. */
  get log(): string {
    return this.#log === undefined ? '' : readFileSync(this.#log, 'utf8');
  }

  /** Sends a request, and resolves with the body of the response. */
  request<Response extends ts.server.protocol.Response>(
    command: string,
    args: object,
  ): Promise<Response['body']> {
    const seq = this.notify(command, args);
    return new Promise((resolve, reject) => {
      this.#pending.set(seq, { command, resolve, reject });
    });
  }

  /** Sends a request that has no response. */
  notify(command: string, args: object): number {
    const seq = ++this.#lastId;
    const message = { seq, type: 'request', command, arguments: args };
    this.#process.stdin?.write(`${JSON.stringify(message)}\n`);
    return seq;
  }

  /** Opens a file, with a text that need not be saved. */
  open(file: string, fileContent: string): void {
    this.notify('open', { file, fileContent });
  }

  /** Replaces the text of an open file. */
  async type(file: string, before: string, after: string): Promise<void> {
    const end = placeOf(before, before.length);
    const edit = { start: { line: 1, offset: 1 }, end, newText: after };
    await this.request('updateOpen', { changedFiles: [{ fileName: file, textChanges: [edit] }] });
  }

  /** The diagnostics of an open file that vmgen reports. */
  async diagnostics(file: string): Promise<ts.server.protocol.Diagnostic[]> {
    const found = await this.allDiagnostics(file);
    return found.filter(({ source }) => source === 'vmgen');
  }

  async allDiagnostics(file: string): Promise<ts.server.protocol.Diagnostic[]> {
    type Response = ts.server.protocol.SemanticDiagnosticsSyncResponse;
    const body = await this.request<Response>('semanticDiagnosticsSync', { file });
    return (body ?? []) as ts.server.protocol.Diagnostic[];
  }

  completions(file: string, text: string, offset: number) {
    type Response = ts.server.protocol.CompletionInfoResponse;
    return this.request<Response>('completionInfo', { file, ...placeOf(text, offset) });
  }

  quickInfo(file: string, text: string, offset: number) {
    type Response = ts.server.protocol.QuickInfoResponse;
    return this.request<Response>('quickinfo', { file, ...placeOf(text, offset) });
  }

  async fixes(file: string, range: Range, errorCodes: readonly number[]) {
    type Response = ts.server.protocol.CodeFixResponse;
    const body = await this.request<Response>('getCodeFixes', { file, ...range, errorCodes });
    return body ?? [];
  }

  /** Resolves with the next event of a name whose body is accepted. */
  async event(name: string, accepts: (body: unknown) => boolean = () => true): Promise<unknown> {
    for (;;) {
      const index = this.#events.findIndex(({ event, body }) => event === name && accepts(body));
      const [found] = index < 0 ? [] : this.#events.splice(0, index + 1).slice(-1);
      if (found) return found.body;
      await new Promise<void>((resolve) => (this.#onEvent = resolve));
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#process.stdin?.end();
    await this.#exited;
  }

  #receive(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk]);
    for (;;) {
      const end = this.#received.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(
        /Content-Length: (\d+)/.exec(this.#received.toString('latin1', 0, end))?.[1],
      );
      if (this.#received.length < end + 4 + length) return;
      const text = this.#received.toString('utf8', end + 4, end + 4 + length);
      this.#received = this.#received.subarray(end + 4 + length);
      this.#handle(JSON.parse(text) as Message);
    }
  }

  #handle(message: Message): void {
    if (message.type === 'event') {
      this.#events.push(message);
      this.#onEvent();
      return;
    }
    const id = message.request_seq ?? 0;
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    // A request without a result is not a failure for an editor.
    if (message.success === false && message.message !== 'No content available.') {
      pending?.reject(new Error(`${pending.command}: ${message.message}`));
    } else pending?.resolve(message.body);
  }
}

/** A place as tsserver counts: lines and offsets begin at 1. */
export function placeOf(text: string, offset: number): { line: number; offset: number } {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, offset: (lines.at(-1) ?? '').length + 1 };
}

/** The part of a text that a diagnostic or an edit is about. */
export function textIn(
  text: string,
  { start, end }: Pick<ts.server.protocol.TextSpan, 'start' | 'end'>,
): string {
  return text.slice(offsetOf(text, start), offsetOf(text, end));
}

/** A text after edits that do not overlap. */
export function edited(text: string, edits: readonly ts.server.protocol.CodeEdit[]): string {
  return edits
    .toSorted((a, b) => offsetOf(text, b.start) - offsetOf(text, a.start))
    .reduce(
      (result, { start, end, newText }) =>
        result.slice(0, offsetOf(text, start)) + newText + result.slice(offsetOf(text, end)),
      text,
    );
}

function offsetOf(text: string, { line, offset }: ts.server.protocol.Location): number {
  const lines = text.split('\n').slice(0, line - 1);
  return lines.reduce((sum, each) => sum + each.length + 1, 0) + offset - 1;
}
