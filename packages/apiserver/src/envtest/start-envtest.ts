import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CustomResourceDefinition } from '@vmgen/crd';
import {
  createHttpTransport,
  loadKubeConfig,
  type HttpTransport,
  type Transport,
} from '@vmgen/runtime';
import { poll } from '@vmgen/runtime/async';
import { ApiError, type ApiStatus } from '@vmgen/runtime/client';
import { createDiscoveryClient } from '@vmgen/runtime/discovery';
import { errorMessage } from '@vmgen/base/text';
import { findEnvtestBinaries } from './envtest-binaries.js';
import { EnvtestServers, type EnvtestServersOptions } from './envtest-servers.js';

/** A user whom the API server authenticates by a token. RBAC decides what the user may do. */
export interface EnvtestUser {
  /** The name, such as `system:serviceaccount:default:operator`. */
  readonly name: string;
  /** The groups, usually with `system:authenticated`. */
  readonly groups: readonly string[];
}

/** Options of {@link startEnvtest}. */
export interface EnvtestOptions {
  /** Definitions to install. Defaults to none. */
  readonly crds?: readonly CustomResourceDefinition[];
  /** Users beside the administrator. Defaults to none. */
  readonly users?: readonly EnvtestUser[];
  /** The folder of the binaries. Defaults to that of `findEnvtestBinaries`. */
  readonly assets?: string;
  /**
   * Further flags of kube-apiserver, such as `--feature-gates=ShardedListAndWatch=true`. Defaults to
   * none.
   */
  readonly apiServerFlags?: readonly string[];
}

/** A running kube-apiserver with its etcd, on loopback. */
export interface Envtest extends AsyncDisposable {
  /** The address of the API server. */
  readonly url: string;
  /** The address of etcd, including its gRPC gateway. */
  readonly etcdUrl: string;
  /** The folder of the binaries. */
  readonly assets: string;
  /** The path of a kubeconfig of a cluster administrator. */
  readonly kubeconfig: string;
  /** A transport of a cluster administrator. */
  readonly transport: Transport;
  /** The paths of the API server's certificate and key. */
  readonly serving: { readonly certificate: string; readonly key: string };
  /** The path of a kubeconfig of a user of {@link EnvtestOptions.users}. */
  kubeconfigOf(user: string): string;
  /** Ends the API server, by default with SIGKILL. etcd keeps the data. */
  stopApiServer(signal?: NodeJS.Signals): Promise<void>;
  /** Starts the API server again, at the same address. */
  startApiServer(): Promise<void>;
  /** Sends the API server a signal that does not end it: SIGSTOP, SIGCONT. */
  signalApiServer(signal: NodeJS.Signals): void;
  /** The ids of the running processes of the API server and etcd. */
  processIds(): number[];
  /** Copies the data of etcd, which is stopped for a moment. */
  backUpEtcd(): Promise<void>;
  /** Restores the data of etcd from the copy, and restarts both: versions continue from the copy. */
  restoreEtcd(): Promise<void>;
  /** Ends both processes and deletes their files. Idempotent. */
  close(): Promise<void>;
  /** The same as {@link close}. */
  stop(): Promise<void>;
}

const SERVED_WITHIN_MS = 30_000;
const POLL_MS = 50;
const PORT_ATTEMPTS = 3;

/**
 * Starts kube-apiserver and etcd with RBAC and without controllers, as envtest of controller-runtime
 * does: nothing runs Pods, collects garbage or deletes the content of namespaces. Takes about 5 s.
 * Rejects with a `VmgenError` (`ERR_VMGEN_CONFIG`) without the binaries, which
 * `npx vmgen-envtest` builds.
 *
 * @example
 * import { startEnvtest } from '@vmgen/apiserver/envtest';
 *
 * await using cluster = await startEnvtest();
 * console.log(cluster.url, cluster.kubeconfig);
 */
export async function startEnvtest(options: EnvtestOptions = {}): Promise<Envtest> {
  const { crds = [], users = [], apiServerFlags = [] } = options;
  const assets = options.assets ?? (await findEnvtestBinaries());
  const folder = await mkdtemp(path.join(tmpdir(), 'vmgen-envtest-'));
  const admin = { name: 'admin', groups: ['system:masters'] };
  const tokens = new Map(
    [admin, ...users].map(({ name }) => [name, randomBytes(16).toString('hex')]),
  );
  await writeTokens(path.join(folder, 'tokens.csv'), [admin, ...users], tokens);
  await writeServiceAccountKey(path.join(folder, 'sa.key'));
  await mkdir(path.join(folder, 'certs'));
  const token = tokens.get(admin.name) ?? '';
  const started = startServers({ assets, folder, token, apiServerFlags });
  const servers = await started.catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true });
    throw error;
  });

  let transport: HttpTransport | undefined;
  const close = async (): Promise<void> => {
    await transport?.close();
    await servers.end();
    await rm(folder, { recursive: true, force: true });
  };
  const kubeconfig = kubeconfigPath(folder, admin.name);
  const certificate = path.join(folder, 'certs', 'apiserver.crt');
  try {
    const ca = await readFile(certificate, 'base64');
    for (const [name, token] of tokens) {
      const text = kubeconfigText(servers.url, ca, token);
      await writeFile(kubeconfigPath(folder, name), text, { mode: 0o600 });
    }
    transport = createHttpTransport(await loadKubeConfig({ kubeconfig }));
    await install(transport, crds);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    url: servers.url,
    etcdUrl: servers.etcdUrl,
    assets,
    kubeconfig,
    transport,
    serving: { certificate, key: path.join(folder, 'certs', 'apiserver.key') },
    kubeconfigOf: (user) => kubeconfigPath(folder, user),
    stopApiServer: (signal) => servers.stopApiServer(signal),
    startApiServer: () => servers.startApiServer(),
    signalApiServer: (signal) => servers.signalApiServer(signal),
    processIds: () => servers.processIds(),
    backUpEtcd: () => servers.backUpEtcd(),
    restoreEtcd: () => servers.restoreEtcd(),
    close,
    stop: close,
    [Symbol.asyncDispose]: close,
  };
}

/** Creates the definitions, and waits until the server serves them. */
async function install(
  transport: Transport,
  crds: readonly CustomResourceDefinition[],
): Promise<void> {
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  for (const crd of crds) {
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const call = { method: 'POST', path, headers, body: JSON.stringify(crd) } as const;
    const answer = await transport.request(call);
    const text = await answer.text();
    if (answer.status >= 300) throw new ApiError(JSON.parse(text) as ApiStatus);
  }
  const served = crds.flatMap(servedBy);
  if (served.length === 0) return;
  const limits = { intervalMs: POLL_MS, timeoutMs: SERVED_WITHIN_MS };
  // The server does both a moment after it has established a definition.
  await poll(() => areDiscovered(transport, served), limits);
  for (const each of served) await poll(() => isListed(transport, each), limits);
}

interface ServedKind {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
}

const servedBy = ({ spec: { group, names, versions } }: CustomResourceDefinition): ServedKind[] =>
  versions
    .filter(({ served }) => served)
    .map(({ name }) => ({ group, version: name, plural: names.plural }));

async function areDiscovered(transport: Transport, kinds: readonly ServedKind[]): Promise<boolean> {
  const { groups } = await createDiscoveryClient(transport).discover();
  return kinds.every(({ group, version, plural }) => {
    const found = groups.find(({ name }) => name === group)?.versions ?? [];
    const resources = found.find((each) => each.version === version)?.resources ?? [];
    return resources.some((each) => each.plural === plural);
  });
}

async function isListed(
  transport: Transport,
  { group, version, plural }: ServedKind,
): Promise<boolean> {
  const path = `/apis/${group}/${version}/${plural}?limit=1`;
  const answer = await transport.request({ method: 'GET', path, headers: {} });
  await answer.text();
  return answer.status === 200;
}

function kubeconfigPath(folder: string, user: string): string {
  return path.join(folder, `${user.replaceAll(/[^a-z0-9-]/g, '_')}.kubeconfig`);
}

/** The server's self-signed certificate names 127.0.0.1 and is its own authority. */
function kubeconfigText(url: string, ca: string, token: string): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'test', cluster: { server: url, 'certificate-authority-data': ca } }],
    users: [{ name: 'test', user: { token } }],
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'test', namespace: 'default' } }],
    'current-context': 'test',
  });
}

async function writeTokens(
  file: string,
  users: readonly EnvtestUser[],
  tokens: ReadonlyMap<string, string>,
): Promise<void> {
  const lines = users.map(
    ({ name, groups }) => `${tokens.get(name) ?? ''},${name},${name},"${groups.join(',')}"`,
  );
  await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o600 });
}

async function writeServiceAccountKey(file: string): Promise<void> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
}

/** Starts both servers at free ports, and at others if another process has taken one of them in between. */
async function startServers(
  options: Omit<EnvtestServersOptions, 'ports'>,
): Promise<EnvtestServers> {
  for (let attempt = 1; ; attempt++) {
    const ports = { etcd: await freePort(), peer: await freePort(), api: await freePort() };
    const servers = new EnvtestServers({ ...options, ports });
    try {
      await servers.startApiServer();
      return servers;
    } catch (error) {
      await servers.end();
      const isTaken = errorMessage(error).includes('address already in use');
      if (!isTaken || attempt === PORT_ATTEMPTS) throw error;
      // It has the address of the former port.
      await rm(path.join(options.folder, 'etcd'), { recursive: true, force: true });
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
