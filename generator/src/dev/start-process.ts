import { spawn, type ChildProcess as Spawned } from 'node:child_process';
import { errorMessage } from '@vmgen/base/text';
import type { StartProcess } from './supervised-child.js';

/**
 * Ends process groups when its input ends, which the system closes also if this process is killed. The last line of
 * the input has the groups. The children do nothing for it: they may be stopped, or busy. The id of a group that has
 * ended may be used again, and gets no signal.
 */
const GUARD = `while read -r line; do groups=$line; done
test -n "$groups" || exit 0
kill -s TERM -- $groups
for attempt in 1 2 3 4 5 6 7 8 9 10; do
  left=
  for group in $groups; do kill -s 0 -- $group && left="$left $group"; done
  groups=$left
  test -n "$groups" || exit 0
  sleep 1
done
kill -s KILL -- $groups`;

/** Lines that are still in the pipes after the end arrive within this time. */
const LAST_OUTPUT_MS = 200;
/** Longer lines are cut, so that a child cannot fill the memory. */
const LONGEST_LINE = 10_000;

/**
 * Starts programs of Node, each in a process group of its own. Keys of the terminal, such as Ctrl-C, send no signals
 * to them. If this process is killed, they get SIGTERM, and SIGKILL after 10 s, together with what they have started
 * in their groups. Windows has no process groups: there, they continue.
 */
export class NodeProcesses {
  readonly #folder: string;
  readonly #running = new Set<number>();
  readonly #guard: Spawned | undefined;
  readonly #guardEnded: Promise<void>;

  constructor(folder: string) {
    this.#folder = folder;
    if (process.platform === 'win32') {
      this.#guardEnded = Promise.resolve();
      return;
    }
    const guard = spawn('/bin/sh', ['-c', GUARD], {
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    // Without it, all else works.
    guard.stdin.on('error', () => undefined);
    this.#guardEnded = new Promise((resolve) => {
      guard.once('error', () => resolve()).once('exit', () => resolve());
    });
    this.#guard = guard;
  }

  readonly start: StartProcess = ({ args, env }, { onLine, onExit }) => {
    const child = spawn(process.execPath, args, {
      cwd: this.#folder,
      env: { ...process.env, ...env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#note(child, true);
    let hasEnded = false;
    for (const stream of [child.stdout, child.stderr]) {
      // A process of another group, which it has started, may still write into its pipes.
      const read = lineReader((line) => {
        if (!hasEnded) onLine(line);
      });
      stream
        .setEncoding('utf8')
        .on('data', read)
        .once('end', () => read('\n'));
    }
    const end = (code: number | null, reason: string | null): void => {
      if (hasEnded) return;
      hasEnded = true;
      onExit({ code, reason });
    };
    child.once('error', (error) => end(null, errorMessage(error)));
    child.once('close', end);
    child.once('exit', (code, signal) => {
      // What the process has started, and left behind.
      killGroup(child, 'SIGKILL');
      this.#note(child, false);
      setTimeout(() => end(code, signal), LAST_OUTPUT_MS);
    });
    return { pid: child.pid, kill: (signal) => killGroup(child, signal) };
  };

  /** Resolves when nothing runs any more. */
  close(): Promise<void> {
    this.#guard?.stdin?.end();
    return this.#guardEnded;
  }

  #note({ pid }: Spawned, isRunning: boolean): void {
    if (pid === undefined) return;
    if (isRunning) this.#running.add(pid);
    else this.#running.delete(pid);
    this.#guard?.stdin?.write(`${[...this.#running].map((each) => `-${each}`).join(' ')}\n`);
  }
}

/** Returns a function that receives text, and passes on each line that is not empty. */
function lineReader(onLine: (line: string) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    const [first = '', ...lines] = text.split('\n');
    lines.unshift(rest + first);
    rest = (lines.pop() ?? '').slice(0, LONGEST_LINE);
    for (const line of lines) if (line !== '') onLine(line.slice(0, LONGEST_LINE));
  };
}

function killGroup(child: Spawned, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // The group has ended.
  }
}
