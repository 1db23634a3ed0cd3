import type { Readable, Writable } from 'node:stream';
import { withResolvers } from '../async/with-resolvers.js';
import { wellFormed, type ApiStatus } from '../client/api-status.js';
import { ApiError } from '../client/errors.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { Channels } from './channels.js';
import type { WebSocketConnection } from './web-socket.js';

/** The subprotocols of exec and attach. Servers before 1.30 support only the second one. */
export const EXEC_PROTOCOLS = ['v5.channel.k8s.io', 'v4.channel.k8s.io'];

const STDIN = 0;
const STDOUT = 1;
const STDERR = 2;
/** The channel of the result, a Status. */
const STATUS = 3;
const RESIZE = 4;

/** The result of a command. */
export interface ExecResult {
  /** The exit code of the process, or 128 plus the signal that ended it. */
  readonly exitCode: number;
}

/** The size of a terminal, in characters. */
export interface TerminalSize {
  /** The width in characters. */
  readonly columns: number;
  /** The height in lines. */
  readonly rows: number;
}

/**
 * A process in a container with its streams. The streams share one connection with backpressure in
 * both directions: output that is not read blocks the other streams, so call `resume()` on output
 * that is not needed.
 */
export interface ExecSession extends AsyncDisposable {
  /**
   * The standard input, if it was requested. Ending it closes the input of the process. Servers
   * before 1.30 do not support this, so the process continues to wait.
   */
  readonly stdin: Writable | undefined;
  /** The standard output of the command. */
  readonly stdout: Readable;
  /** Empty with a terminal, which has only one output. */
  readonly stderr: Readable;
  /**
   * Resolves with the result for any exit code. Rejects with an `ApiError` if the command could not
   * be run, with `ERR_VMGEN_CONNECTION` if the connection failed before the end, and with the
   * signal's reason. The streams end with the same error. It need not be awaited.
   */
  readonly exit: Promise<ExecResult>;
  /** Sets the size of the terminal. */
  resize(size: TerminalSize): void;
  /** Closes the connection. The process may continue to run. Idempotent. */
  close(): Promise<void>;
}

/** Creates the session of a connection for exec or attach. */
export function createExecSession(
  connection: WebSocketConnection,
  asked: { readonly stdin: boolean; readonly stderr: boolean },
): ExecSession {
  const channels = new Channels(connection);
  const stdin = asked.stdin ? channels.writable(STDIN) : undefined;
  const { Readable: NodeReadable } = process.getBuiltinModule('node:stream');
  const stdout = channels.readable(STDOUT);
  const stderr = asked.stderr ? channels.readable(STDERR) : NodeReadable.from([]);
  const { promise: ended, resolve: end } = withResolvers<void>();
  const exit = new Promise<ExecResult>((resolve, reject) => {
    channels.listen({
      onMessage(channel, payload) {
        if (channel !== STATUS || payload.length === 0) return;
        try {
          resolve(resultOf(payload.toString('utf8')));
        } catch (error) {
          reject(error);
        }
      },
      onEnd(error) {
        reject(error ?? endedEarly());
        end();
      },
    });
  });
  exit.catch(() => undefined);
  const close = async (): Promise<void> => {
    channels.close();
    await ended;
  };
  return {
    stdin,
    stdout,
    stderr,
    exit,
    resize({ columns, rows }) {
      channels.send(RESIZE, Buffer.from(JSON.stringify({ Width: columns, Height: rows })));
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Throws if the command could not be run. */
function resultOf(text: string): ExecResult {
  const status = parseStatus(text);
  if (status.status === 'Success') return { exitCode: 0 };
  const cause = status.details?.causes?.find(({ reason }) => reason === 'ExitCode');
  const exitCode = Number(cause?.message);
  if (status.reason === 'NonZeroExitCode' && Number.isInteger(exitCode)) return { exitCode };
  throw new ApiError(status);
}

function parseStatus(text: string): ApiStatus {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return wellFormed(value);
  } catch {
    // Some container runtimes send plain text instead of a Status.
  }
  return { status: 'Failure', reason: 'InternalError', message: text, code: 500 };
}

function endedEarly(): VmgenError {
  return new VmgenError(
    'ERR_VMGEN_CONNECTION',
    'connection closed before an exit status was received',
  );
}
