import { errorMessage } from '@vmgen/base/text';
import type { Readable } from 'node:stream';
import {
  AbstractMessageWriter,
  createMessageConnection,
  type Message,
  type MessageWriter,
  NullLogger,
} from 'vscode-jsonrpc/node';
import { codeOf } from '../../disk/file-error.js';
import { FrameReader } from './frame-reader.js';
import { LanguageServer } from './language-server.js';
import type { OpenEditor } from './projects.js';

/** How often the process of the client is looked for. */
const PARENT_INTERVAL_MS = 2_000;

/** What a language server runs with. */
export interface Session {
  readonly input: Readable;
  readonly write: WriteBytes;
  /** Prints a line for the person who starts the server, outside of the protocol. */
  readonly print: (line: string) => void;
  readonly version: string;
  readonly openEditor: OpenEditor;
  /** The process of the client; undefined if only `initialize` names it. */
  readonly processId: number | undefined;
}

/**
 * Serves one client until it exits, its process is gone or the input ends. Resolves with the exit code: 0 if the client
 * has asked for a shutdown before.
 */
export function serve(session: Session): Promise<0 | 1> {
  return new Promise((resolve) => {
    const writer = new FrameWriter(session.write);
    const reader = new FrameReader(session.input, (code, message) => {
      const refusal = { jsonrpc: '2.0', id: null, error: { code, message } };
      void writer.write(refusal);
    });
    const connection = createMessageConnection(reader, writer, NullLogger);
    let timer: NodeJS.Timeout | undefined;
    const end = (): void => {
      clearInterval(timer);
      connection.dispose();
      session.input.destroy();
      resolve(server.isShutDown ? 0 : 1);
    };
    const watchParent = (processId: number): void => {
      clearInterval(timer);
      timer = setInterval(() => {
        if (!isRunning(processId)) end();
      }, PARENT_INTERVAL_MS);
    };
    const server = new LanguageServer(connection, { ...session, watchParent });
    connection.onNotification('exit', end);
    connection.onClose(end);
    connection.onError(([error]) => {
      session.print(`vmgen lsp: ${errorMessage(error)}`);
    });
    if (session.processId !== undefined) watchParent(session.processId);
    connection.listen();
  });
}

/** Whether a process exists; also one of another user. */
function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** Writes bytes, and resolves when the system has accepted them. */
type WriteBytes = (bytes: Uint8Array) => Promise<void>;

/** Writes messages of JSON-RPC, each after a header with its length. */
class FrameWriter extends AbstractMessageWriter implements MessageWriter {
  readonly #write: WriteBytes;

  constructor(write: WriteBytes) {
    super();
    this.#write = write;
  }

  async write(message: Message): Promise<void> {
    const body = Buffer.from(JSON.stringify(message));
    const header = Buffer.from(`Content-Length: ${body.length}\r\n\r\n`);
    try {
      await this.#write(Buffer.concat([header, body]));
    } catch {
      // The client has closed the pipe; the end of the input follows.
      this.fireClose();
    }
  }

  end(): void {}
}
