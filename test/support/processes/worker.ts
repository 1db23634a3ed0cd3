import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/**
 * Starts a compiled script in a process of its own, which exchanges messages with this one and reads its options by
 * {@link workerConfig}. It ends when this process ends.
 * Its standard error is a pipe if `hidesErrors` is true, and otherwise shown.
 */
export function forkWorker(
  script: URL,
  config: object,
  options: {
    readonly execArgv?: readonly string[];
    readonly hidesErrors?: boolean;
  } = {},
): ChildProcess {
  const { execArgv = [], hidesErrors = false } = options;
  return fork(script, [JSON.stringify(config)], {
    stdio: ['ignore', 'ignore', hidesErrors ? 'pipe' : 'inherit', 'ipc'],
    execArgv: [...execArgv],
  });
}

/** Resolves with the next message of a process. Rejects if it ends before. */
export async function nextMessage<T>(child: ChildProcess): Promise<T> {
  const ending = new AbortController();
  const ended = once(child, 'exit', { signal: ending.signal }).then(([code, signal]) => {
    throw new Error(`the process ended with ${String(code ?? signal)}`);
  });
  try {
    const [message] = (await Promise.race([once(child, 'message'), ended])) as [T];
    return message;
  } finally {
    ending.abort();
    ended.catch(() => undefined);
  }
}

/** Kills a process, and resolves when it has ended. */
export async function killProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** A message to a process: it blocks its event loop. */
export interface BlockOrder {
  readonly blockMs: number;
}

/** In the process: returns its options, and ends it when its parent ends. */
export function workerConfig<T>(): T {
  process.once('disconnect', () => process.exit(0));
  return JSON.parse(process.argv[2] ?? '{}') as T;
}

/** In the process: occupies the event loop. */
export function block({ blockMs }: BlockOrder): void {
  const endMs = performance.now() + blockMs;
  while (performance.now() < endMs);
}
