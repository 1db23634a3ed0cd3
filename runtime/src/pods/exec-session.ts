import type { Readable, Writable } from 'node:stream';
import { withResolvers } from '../async/with-resolvers.js';
import { wellFormed, type ApiStatus } from '../client/api-status.js';
import { ApiError } from '../client/errors.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { Channels } from './channels.js';
import type { WebSocketConnection } from './web-socket.js';

/** The subprotocols of exec and attach: of servers before 1.30 the second. */
export const EXEC_PROTOCOLS = ['v5.channel.k8s.io', 'v4.channel.k8s.io'];

const STDIN = 0;
const STDOUT = 1;
const STDERR = 2;
/** Says how it ended, as a Status. */
const STATUS = 3;
const RESIZE = 4;

/** How a command ended. */
export interface ExecResult {
  /** As the process gave it; 128 and the signal where one ended it. */
  readonly exitCode: number;
}

/** The size of a terminal, in characters. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/**
 * What runs in a container, and its streams. They have backpressure both ways, over one connection:
 * output that nobody reads holds up the rest, so `resume()` what does not matter.
 */
export interface ExecSession extends AsyncDisposable {
  /**
   * Where it was asked for. Its end is told to the process; a server before 1.30 cannot be told, and
   * the process waits on.
   */
  readonly stdin: Writable | undefined;
  readonly stdout: Readable;
  /** Empty with a terminal, which has one output. */
  readonly stderr: Readable;
  /**
   * How it ended, whatever the exit code. Rejects with an `ApiError` where it could not be run, with
   * `ERR_VMGEN_CONNECTION` where the connection broke before the end, and with the signal's reason;
   * the streams end with the same error. May be left alone.
   */
  readonly exit: Promise<ExecResult>;
  /** Tells a terminal its size. */
  resize(size: TerminalSize): void;
  /** Hangs up; the process may run on. Twice does no harm. */
  close(): Promise<void>;
}

/** Makes the session of a connection that was opened for exec or attach. */
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

/** Throws where it was not the process that failed. */
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
    // Some runtimes say in plain words what went wrong.
  }
  return { status: 'Failure', reason: 'InternalError', message: text, code: 500 };
}

function endedEarly(): VmgenError {
  return new VmgenError('ERR_VMGEN_CONNECTION', 'the server hung up and did not say how it ended');
}
