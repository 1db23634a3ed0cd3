import { VmgenError } from '../errors/vmgen-error.js';
import type { Clock } from '../async/clock.js';
import type { Credentials } from './cluster-config.js';
import { bearer } from './credentials.js';
import { isMapping, type Mapping } from '../meta/is-mapping.js';
import type { KubeconfigSection } from './kubeconfig-section.js';
import { checkKeyPair } from './pem.js';
import { quote } from '../logging/quote.js';
import { refreshingCredentials, type IssuedCredentials } from './refreshing-credentials.js';
import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { errorText } from '../logging/error-text.js';
import { printable } from '../logging/printable.js';

/** Options of exec plugins. */
export interface ExecOptions {
  readonly clock: Clock;
  /** The time limit of one run. */
  readonly timeoutMs: number;
}

/** Shorter than the timeout of a request, so that the request can report the reason. */
export const EXEC_TIMEOUT_MS = 60_000;

/**
 * Credentials that a program prints (client-go's exec plugins, which cloud providers use). The
 * program runs again when they expire or the server rejects them. Concurrent requests share one
 * run. `cluster` returns the cluster information that is passed to the program if the kubeconfig
 * requests it.
 */
export function execCredentials(
  section: KubeconfigSection,
  cluster: () => Mapping,
  { clock, timeoutMs }: ExecOptions,
): Credentials {
  const plugin = readPlugin(section, cluster, timeoutMs);
  let run: PluginRun | undefined;
  let waiting = 0;
  const refreshing = refreshingCredentials(async () => {
    run = runPlugin(plugin);
    return readCredential(plugin, await run.output);
  }, clock);
  return {
    current(options) {
      const credentials = refreshing.current(options);
      if (!(credentials instanceof Promise)) return credentials;
      if (waiting++ === 0) run?.ref();
      return credentials.finally(() => {
        if (--waiting === 0) run?.unref();
      });
    },
    invalidate: (refused) => refreshing.invalidate(refused),
  };
}

function readPlugin(
  section: KubeconfigSection,
  cluster: () => Mapping,
  timeoutMs: number,
): ExecPlugin {
  const command = section.required('command');
  if (section.text('interactiveMode') === 'Always') {
    throw new VmgenError(
      'ERR_VMGEN_CREDENTIALS',
      `${section.place}: ${command} requires an interactive terminal, which is not supported`,
    );
  }
  const info = {
    apiVersion: section.required('apiVersion'),
    kind: 'ExecCredential',
    spec: { interactive: false, ...(section.flag('provideClusterInfo') && { cluster: cluster() }) },
  };
  return {
    place: section.place,
    // As in a shell, a bare name is searched in PATH. A relative path starts at the folder of the
    // file.
    command: command.includes('/') ? section.resolve(command) : command,
    args: section.texts('args'),
    environment: {
      ...process.env,
      ...readEnvironment(section),
      KUBERNETES_EXEC_INFO: JSON.stringify(info),
    },
    installHint: section.text('installHint'),
    timeoutMs,
  };
}

function readEnvironment(section: KubeconfigSection): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const entry of section.list('env')) {
    if (!isMapping(entry) || typeof entry['name'] !== 'string') {
      throw new VmgenError(
        'ERR_VMGEN_CONFIG',
        `${section.place}: env: must be a list of name and value`,
      );
    }
    const { name } = entry;
    const value = entry['value'] ?? '';
    if (typeof value !== 'string') {
      throw new VmgenError(
        'ERR_VMGEN_CONFIG',
        `${section.place}: env: the value of ${name} must be a string; quote it`,
      );
    }
    environment[name] = value;
  }
  return environment;
}

function readCredential({ place, command }: ExecPlugin, stdout: string): IssuedCredentials {
  const status = readStatus(stdout);
  const field = (name: string): string | undefined => {
    const value = status?.[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const token = field('token');
  const cert = field('clientCertificateData');
  const key = field('clientKeyData');
  const hasCertificate = cert !== undefined && key !== undefined;
  if (token === undefined && !hasCertificate) {
    throw new VmgenError(
      'ERR_VMGEN_CREDENTIALS',
      `${place}: getting credentials: ${command} printed no ExecCredential with a token or a ` +
        'client certificate and key',
    );
  }
  const from = `${place}: getting credentials: ${command}`;
  if (hasCertificate) {
    checkKeyPair({ cert, key }, `${from}: clientCertificateData`, 'clientKeyData');
  }
  const expiry = field('expirationTimestamp');
  const expires = expiry === undefined ? undefined : new Date(expiry);
  // An invalid date compares as expired, so the program would run for each request.
  if (expires !== undefined && Number.isNaN(expires.getTime())) {
    throw new VmgenError(
      'ERR_VMGEN_CREDENTIALS',
      `${from}: expirationTimestamp is not a valid time: ${quote(expiry ?? '')}`,
    );
  }
  return {
    credentials: {
      ...(token !== undefined && { authorization: bearer(token, from) }),
      ...(hasCertificate && { certificate: { cert, key } }),
    },
    expires,
  };
}

function readStatus(stdout: string): Mapping | undefined {
  let value: unknown;
  try {
    value = JSON.parse(stdout);
  } catch {
    return undefined;
  }
  return isMapping(value) && isMapping(value['status']) ? value['status'] : undefined;
}

/** A program that prints credentials. */
interface ExecPlugin {
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
interface PluginRun {
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
