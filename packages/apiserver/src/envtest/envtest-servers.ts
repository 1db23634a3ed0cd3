import { spawn, type ChildProcess } from 'node:child_process';
import { cp, rm } from 'node:fs/promises';
import { request } from 'node:https';
import path from 'node:path';
import { VmgenError } from '@vmgen/runtime';
import { poll } from '@vmgen/runtime/async';
import { errorMessage } from '@vmgen/base/text';

const READY_WITHIN_MS = 60_000;
const POLL_MS = 50;
/** Messages that are still in the pipe after the end of a server arrive within this time. */
const LAST_MESSAGES_MS = 200;

export interface EnvtestServersOptions {
  /** The folder of the binaries. */
  readonly assets: string;
  /** Has the key and the users of the API server. */
  readonly folder: string;
  readonly ports: { readonly etcd: number; readonly peer: number; readonly api: number };
  /** The token of an administrator. */
  readonly token: string;
  readonly apiServerFlags: readonly string[];
}

/** etcd, which is started at once, and kube-apiserver. */
export class EnvtestServers {
  readonly url: string;
  readonly etcdUrl: string;
  readonly #options: EnvtestServersOptions;
  readonly #data: string;
  #etcd: ServerProcess;
  #apiServer: ServerProcess | undefined;

  constructor(options: EnvtestServersOptions) {
    this.#options = options;
    this.url = `https://127.0.0.1:${options.ports.api}`;
    this.etcdUrl = `http://127.0.0.1:${options.ports.etcd}`;
    this.#data = path.join(options.folder, 'etcd');
    this.#etcd = this.#startEtcd();
  }

  #startEtcd(): ServerProcess {
    const peerUrl = `http://127.0.0.1:${this.#options.ports.peer}`;
    return startServer(path.join(this.#options.assets, 'etcd'), [
      `--data-dir=${this.#data}`,
      `--listen-client-urls=${this.etcdUrl}`,
      `--advertise-client-urls=${this.etcdUrl}`,
      `--listen-peer-urls=${peerUrl}`,
      `--initial-advertise-peer-urls=${peerUrl}`,
      `--initial-cluster=default=${peerUrl}`,
      '--unsafe-no-fsync',
      '--log-level=error',
    ]);
  }

  /** Resolves when the API server is ready. */
  async startApiServer(): Promise<void> {
    const { assets, folder, ports, token, apiServerFlags } = this.#options;
    const child = startServer(path.join(assets, 'kube-apiserver'), [
      `--etcd-servers=${this.etcdUrl}`,
      `--cert-dir=${path.join(folder, 'certs')}`,
      `--secure-port=${ports.api}`,
      '--bind-address=127.0.0.1',
      '--advertise-address=127.0.0.1',
      '--endpoint-reconciler-type=none',
      '--service-account-issuer=https://kubernetes.default.svc',
      `--service-account-key-file=${path.join(folder, 'sa.key')}`,
      `--service-account-signing-key-file=${path.join(folder, 'sa.key')}`,
      '--service-cluster-ip-range=10.0.0.0/24',
      `--token-auth-file=${path.join(folder, 'tokens.csv')}`,
      '--authorization-mode=RBAC',
      '--disable-admission-plugins=ServiceAccount',
      // Without it one open watch makes the server take a minute to end.
      '--shutdown-watch-termination-grace-period=1s',
      ...apiServerFlags,
    ]);
    this.#apiServer = child;
    await poll(
      async () => {
        if (this.#etcd.hasEnded()) throw await endOf('etcd', this.#etcd);
        if (child.hasEnded()) throw await endOf('kube-apiserver', child);
        return isReady(this.url, token);
      },
      { intervalMs: POLL_MS, timeoutMs: READY_WITHIN_MS },
    );
  }

  async stopApiServer(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    await this.#apiServer?.end(signal);
  }

  signalApiServer(signal: NodeJS.Signals): void {
    this.#apiServer?.process.kill(signal);
  }

  processIds(): number[] {
    return [this.#apiServer, this.#etcd].flatMap((child) =>
      child === undefined || child.hasEnded() ? [] : (child.process.pid ?? []),
    );
  }

  async backUpEtcd(): Promise<void> {
    await this.#etcd.end('SIGTERM');
    await cp(this.#data, `${this.#data}.copy`, { recursive: true });
    this.#etcd = this.#startEtcd();
  }

  async restoreEtcd(): Promise<void> {
    await this.end();
    await rm(this.#data, { recursive: true });
    await cp(`${this.#data}.copy`, this.#data, { recursive: true });
    this.#etcd = this.#startEtcd();
    await this.startApiServer();
  }

  async end(): Promise<void> {
    await this.stopApiServer();
    await this.#etcd.end('SIGKILL');
  }
}

/** A process of a server. */
interface ServerProcess {
  readonly process: ChildProcess;
  hasEnded(): boolean;
  /** Resolves with the exit code or the signal. */
  readonly ended: Promise<number | string>;
  stderr(): string;
  end(signal: NodeJS.Signals): Promise<void>;
}

async function endOf(what: string, server: ServerProcess): Promise<VmgenError> {
  return new VmgenError(
    'ERR_VMGEN_STATE',
    `${what} ended with ${await server.ended}: ${server.stderr().slice(-4_000)}`,
  );
}

/** Starts a server, which also ends with this process. */
function startServer(command: string, args: readonly string[]): ServerProcess {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-100_000);
  });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = new Promise<number | string>((resolve) => {
    const end = (code: number | null, signal: NodeJS.Signals | null): void => {
      // What a script has started, and left behind, may keep it open.
      child.stderr.destroy();
      resolve(code ?? signal ?? 'unknown');
    };
    child.once('error', (error) => resolve(errorMessage(error)));
    // All of its messages have been read then.
    child.once('close', end);
    child.once('exit', (code, signal) => setTimeout(end, LAST_MESSAGES_MS, code, signal));
  });
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
    process.off('exit', kill);
  });
  return {
    process: child,
    hasEnded: () => hasEnded,
    ended,
    stderr: () => stderr,
    async end(signal) {
      child.kill(signal);
      await ended;
    },
  };
}

/** Whether the server is ready and has created the default roles. */
function isReady(url: string, token: string): Promise<boolean> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}` };
    // The server creates its certificate at the first start.
    const options = { headers, rejectUnauthorized: false, signal: AbortSignal.timeout(5_000) };
    const sent = request(`${url}/readyz`, options, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    sent.on('error', () => resolve(false));
    sent.end();
  });
}
