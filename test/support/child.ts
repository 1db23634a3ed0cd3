import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A process of the tests: ended by its own id, its output kept for the failure's message. */
export interface Child {
  readonly process: ChildProcess;
  /** All that it wrote to standard output so far. */
  stdout(): string;
  /** All that it wrote to standard error so far. */
  stderr(): string;
  /** Resolves with the exit code, or the signal's name, once it has ended and its own output was read. */
  readonly exited: Promise<number | string>;
  /** Resolves once it has ended and all of its output was read, also that of processes that it has started. */
  readonly closed: Promise<unknown>;
  /** Sends `signal` and waits for the end. */
  end(signal?: NodeJS.Signals): Promise<number | string>;
}

/** Starts a program. */
export function startChild(
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  folder?: string,
): Child {
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  const exited = once(child, 'exit').then(
    async ([code, signal]: (number | string | null)[]): Promise<number | string> => {
      // The end may be reported before the last output, which is read until the next turn of the event loop is over.
      await nextTurn();
      await nextTurn();
      return code ?? signal ?? 'unknown';
    },
  );
  return {
    process: child,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    exited,
    closed: new Promise((resolve) => child.once('close', resolve)),
    async end(signal = 'SIGTERM') {
      child.kill(signal);
      return exited;
    },
  };
}

/** Runs a program to its end; rejects with its output unless it ends with 0. */
export async function run(
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const child = startChild(command, args, environment);
  const code = await child.exited;
  await child.closed;
  if (code === 0) return child.stdout();
  throw new Error(
    `${command} ${args.join(' ')} ended with ${code}\n${child.stdout()}${child.stderr()}`,
  );
}
