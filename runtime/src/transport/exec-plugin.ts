import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { VmgenError } from '../errors/vmgen-error.js';
import { errorText } from '../logging/error-text.js';
import { printable } from '../logging/printable.js';
import { onProcessEnd } from './on-process-end.js';

/** A program that prints credentials. */
export interface ExecPlugin {
  /** Where the kubeconfig names it. */
  readonly place: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly installHint: string | undefined;
  /** After so long it is ended, with all that it has started. */
  readonly timeoutMs: number;
}

/** One run of a plugin. */
export interface PluginRun {
  /** What it printed, once it has ended well. */
  readonly output: Promise<string>;
  /** Somebody waits for it: this process does not end by itself before. */
  ref(): void;
  /**
   * Nobody does. It may still come to its end, for the next caller, but does not outlive this process,
   * unless that is ended by SIGKILL.
   */
  unref(): void;
}

/** More than any credential. */
const MAX_OUTPUT_BYTES = 1024 * 1024;

/**
 * Starts a plugin. It leads a process group of its own, so that what it started ends with it: a script
 * that is killed would leave the program behind that it hangs in.
 */
export function runPlugin(plugin: ExecPlugin): PluginRun {
  const { command, timeoutMs } = plugin;
  let child: ChildProcess | undefined;
  const output = new Promise<string>((resolve, reject) => {
    const kill = (): void => killGroup(child);
    // Before the start: a signal may come while the child starts.
    const stopListening = onProcessEnd(kill);
    let started: ChildProcess;
    try {
      started = child = start(plugin);
    } catch (error) {
      stopListening();
      throw error;
    }
    const settle = (): void => {
      clearTimeout(timer);
      stopListening();
    };
    const fail = (reason: string, cause?: unknown): void => {
      settle();
      kill();
      const { place } = plugin;
      const message = `${place}: getting credentials: ${printable(reason)}`;
      reject(new VmgenError('ERR_VMGEN_CREDENTIALS', message, { cause }));
    };
    // What holds this process until then is the child itself, while somebody waits for it.
    const timer = setTimeout(
      () => fail(`${command} took more than ${timeoutMs} ms and was ended`),
      timeoutMs,
    ).unref();
    const tooMuch = (): void => fail(`${command} printed more than ${MAX_OUTPUT_BYTES} bytes`);
    const stdout = collect(started.stdout, tooMuch);
    const stderr = collect(started.stderr, tooMuch);
    started.once('error', (error) => fail(startFailure(plugin, error), error));
    started.once('close', (code, signal) => {
      settle();
      if (code === 0) resolve(stdout());
      else fail(stderr().trim() || `${command} ended with ${signal ?? `exit code ${code}`}`);
    });
  });
  return {
    output,
    ref: () => forHandles(child, (handle) => handle.ref()),
    unref: () => forHandles(child, (handle) => handle.unref()),
  };
}

/** Throws where a process cannot be given what it is to be: Node's error may hold a secret of it. */
function start({ place, command, args, environment }: ExecPlugin): ChildProcess {
  const { spawn } = process.getBuiltinModule('node:child_process');
  try {
    return spawn(command, args, {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new VmgenError(
      'ERR_VMGEN_CREDENTIALS',
      `${place}: getting credentials: ${printable(command)} cannot be started with the arguments ` +
        `and the environment that it is to have${code}`,
    );
  }
}

function startFailure({ command, installHint }: ExecPlugin, error: Error): string {
  if (!('code' in error && error.code === 'ENOENT')) return errorText(error);
  const hint = installHint === undefined ? '' : `\n${installHint}`;
  return `executable ${command} not found${hint}`;
}

/** Gives what a stream has said so far. */
function collect(stream: Readable | null, tooMuch: () => void): () => string {
  const chunks: Buffer[] = [];
  let length = 0;
  stream?.on('error', () => {});
  stream?.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > MAX_OUTPUT_BYTES) tooMuch();
    else chunks.push(chunk);
  });
  return () => Buffer.concat(chunks).toString('utf8');
}

function killGroup(child: ChildProcess | undefined): void {
  child?.stdout?.destroy();
  child?.stderr?.destroy();
  if (child?.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // All of the group has ended.
  }
}

interface Handle {
  ref(): unknown;
  unref(): unknown;
}

function forHandles(child: ChildProcess | undefined, change: (handle: Handle) => unknown): void {
  if (child === undefined) return;
  const { Socket } = process.getBuiltinModule('node:net');
  change(child);
  for (const stream of [child.stdout, child.stderr]) if (stream instanceof Socket) change(stream);
}
