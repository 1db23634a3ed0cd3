import { spawn, type ChildProcess } from 'node:child_process';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

interface Child {
  readonly process: ChildProcess;
  /** Its reports, in order. */
  readonly reports: readonly Readonly<Record<string, unknown>>[];
  readonly errors: () => string;
}

interface ChildOptions {
  readonly execArgv?: readonly string[];
  /** A shell command that runs before the child. Ends with `&&`. */
  readonly before?: string;
  /** The redirection of its output. */
  readonly shell?: string;
}

/** Starts a script of the folder `children`. The process ends with the test. */
export function startLimited(
  t: TestContext,
  name: string,
  url: string,
  options: ChildOptions = {},
): Child {
  const script = fileURLToPath(new URL(`../children/${name}.js`, import.meta.url));
  const { before = '', shell = '', execArgv = [] } = options;
  const command = `${before} exec "$0" "$@" ${shell}`;
  const child = spawn('bash', ['-c', command, process.execPath, ...execArgv, script, url], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const reports: Readonly<Record<string, unknown>>[] = [];
  let errors = '';
  child.on('message', (message) => void reports.push(message as Record<string, unknown>));
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  t.after(() => child.kill('SIGKILL'));
  return { process: child, reports, errors: () => errors };
}
