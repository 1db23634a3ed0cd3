import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { nextMessage } from '../support/processes/worker.js';

/** A server in a process of its own, which ends with the disposal, or with this process. */
export interface BenchChild extends Disposable {
  readonly port: number;
  readonly token: string;
  readonly pids: readonly number[];
}

/** Starts a server of this folder, which reports over IPC where it listens. */
export async function startBenchChild(script: string, ...args: string[]): Promise<BenchChild> {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), args);
  const { port, token } = await nextMessage<{ port: number; token: string }>(child);
  return { port, token, pids: [child.pid ?? 0], [Symbol.dispose]: () => child.disconnect() };
}
