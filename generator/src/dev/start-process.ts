import { spawn, type ChildProcess as Spawned } from 'node:child_process';
import { errorMessage } from '@vmgen/base/text';
import type { StartProcess } from './supervised-child.js';

/**
 * Runs before the program. The channel to this process closes when this process ends, also when it is killed: then
 * the child ends too.
 */
const END_WITH_PARENT = `
process.once('disconnect', () => {
  setTimeout(() => process.exit(1), 10_000).unref();
  process.kill(process.pid, 'SIGTERM');
});
process.channel?.unref();`;

/** Lines that are still in the pipes after the end arrive within this time. */
const LAST_OUTPUT_MS = 200;
/** Longer lines are cut, so that a child cannot fill the memory. */
const LONGEST_LINE = 10_000;

/**
 * Starts a program of Node in a process group of its own. Keys of the terminal, such as Ctrl-C, send no signals to it.
 */
export function nodeProcesses(folder: string): StartProcess {
  return ({ args, env }, { onLine, onExit }) => {
    const preload = `data:text/javascript,${encodeURIComponent(END_WITH_PARENT)}`;
    const child = spawn(process.execPath, ['--import', preload, ...args], {
      cwd: folder,
      env: { ...process.env, ...env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      const read = lineReader(onLine);
      stream
        ?.setEncoding('utf8')
        .on('data', read)
        .once('end', () => read('\n'));
    }
    let hasEnded = false;
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
      setTimeout(() => end(code, signal), LAST_OUTPUT_MS);
    });
    return { pid: child.pid, kill: (signal) => killGroup(child, signal) };
  };
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
