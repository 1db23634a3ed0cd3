import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { VmgenError } from '../errors/vmgen-error.js';
import { errorText } from '../logging/error-text.js';
import { printable } from '../logging/printable.js';

/** A program that prints credentials. */
export interface ExecPlugin {
  /** The place of the plugin in the kubeconfig. */
  readonly place: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly installHint: string | undefined;
  /** The time after which it and its child processes are ended. */
  readonly timeoutMs: number;
}

/** One run of a plugin. */
export interface PluginRun {
  /** Resolves with its output after a successful end. */
  readonly output: Promise<string>;
  /** Keeps this process alive until the plugin ends, because a request waits for it. */
  ref(): void;
  /**
   * Reverses `ref`. The plugin may still finish for the next caller, but does not outlive this
   * process, unless that is ended by SIGKILL.
   */
  unref(): void;
}

/** More than any credentials need. */
const MAX_OUTPUT_BYTES = 1024 * 1024;

/**
 * Starts a plugin in its own process group, so that its child processes end with it. Otherwise, the
 * program that a killed script waits for would continue.
 */
export function runPlugin(plugin: ExecPlugin): PluginRun {
  const { command, timeoutMs } = plugin;
  let child: ChildProcess | undefined;
  const output = new Promise<string>((resolve, reject) => {
    const kill = (): void => killGroup(child);
    // Registered before the start, because a signal may arrive while the child starts.
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
    // The timer does not keep this process alive. The child does while a request waits for it.
    const timer = setTimeout(
      () => fail(`${command} took more than ${timeoutMs} ms and was killed`),
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

/**
 * Spawns the process. Node's error for invalid arguments is replaced, because it may contain
 * secrets.
 */
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
      `${place}: getting credentials: ${printable(command)} cannot be started with its arguments ` +
        `and environment${code}`,
    );
  }
}

function startFailure({ command, installHint }: ExecPlugin, error: Error): string {
  if (!('code' in error && error.code === 'ENOENT')) return errorText(error);
  const hint = installHint === undefined ? '' : `\n${installHint}`;
  return `executable ${command} not found${hint}`;
}

/** Returns a function that returns the output so far. */
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
    // All processes of the group have ended.
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

/** The signals that end a process by default and that Node does not report as an exit. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Marks the listeners of this module, including those of other copies of the package. */
const MARK = Symbol.for('@vmgen/runtime process end');

/**
 * Calls `end` when this process ends: at its exit, and at a signal that ends it. Node emits no
 * `exit` for the latter. Returns a function that stops listening.
 *
 * A listener disables the default action of a signal, so this one sends the signal again when no
 * listener is left. If the program itself listens to the signal, it determines the effect of the
 * signal, and `end` is called at the exit.
 */
function onProcessEnd(end: () => void): () => void {
  const stop = (): void => {
    process.off('exit', end);
    for (const name of SIGNALS) process.off(name, onSignal);
  };
  const onSignal = (name: NodeJS.Signals): void => {
    if (process.listeners(name).some((listener) => !(MARK in listener))) return;
    stop();
    end();
    if (process.listenerCount(name) === 0) process.kill(process.pid, name);
  };
  Object.defineProperty(onSignal, MARK, { value: true });
  process.once('exit', end);
  // Before the others: a listener that the program added by `once` is gone after its call.
  for (const name of SIGNALS) process.prependListener(name, onSignal);
  return stop;
}
