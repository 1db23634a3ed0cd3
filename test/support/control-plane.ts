import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startChild, type Child } from './child.js';
import { waitFor } from './wait-for.js';

const READY_WITHIN_MS = 60_000;

/** A user whom the API server knows by a token. */
interface TokenUser {
  readonly name: string;
  readonly groups: readonly string[];
}

/** A real kube-apiserver over a real etcd, on loopback. */
export interface ControlPlane {
  readonly url: string;
  /** Where etcd answers, its gRPC gateway included. */
  readonly etcdUrl: string;
  /** The binaries' folder. */
  readonly assets: string;
  /** A kubeconfig of a cluster administrator. */
  readonly kubeconfig: string;
  /** The files of the API server's own certificate and of its key. */
  readonly serving: { readonly certificate: string; readonly key: string };
  /** A kubeconfig of one of the users that the control plane was started with. */
  kubeconfigOf(user: string): string;
  /** Ends the API server; etcd keeps the data. */
  stopApiServer(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again at the same address. */
  startApiServer(): Promise<void>;
  /** Sends the API server a signal that does not end it: SIGSTOP, SIGCONT. */
  signalApiServer(signal: NodeJS.Signals): void;
  /** The processes of the API server and of etcd that run at the moment. */
  processIds(): number[];
  /** Keeps a copy of etcd's data; etcd is away for a moment. */
  backUpEtcd(): Promise<void>;
  /** Restores etcd from the copy, and restarts both: versions start again at the copy. */
  restoreEtcd(): Promise<void>;
  /** Ends both and removes what they wrote. */
  stop(): Promise<void>;
}

/**
 * Starts etcd and kube-apiserver from KUBEBUILDER_ASSETS (hack/setup-envtest.sh) with RBAC and
 * without a controller manager, as envtest does.
 */
export async function startControlPlane(users: readonly TokenUser[] = []): Promise<ControlPlane> {
  const assets = process.env['KUBEBUILDER_ASSETS'];
  if (assets === undefined) {
    throw new Error('KUBEBUILDER_ASSETS is not set; run the suite with npm run test:cluster');
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'vmgen-cluster-'));
  const [etcdPort, peerPort, apiPort] = [await freePort(), await freePort(), await freePort()];
  const url = `https://127.0.0.1:${apiPort}`;
  const admin = { name: 'admin', groups: ['system:masters'] };
  const tokens = new Map(
    [admin, ...users].map(({ name }) => [name, randomBytes(16).toString('hex')]),
  );
  await writeTokens(path.join(folder, 'tokens.csv'), [admin, ...users], tokens);
  await writeServiceAccountKey(path.join(folder, 'sa.key'));

  const dataFolder = path.join(folder, 'etcd');
  const etcdUrl = `http://127.0.0.1:${etcdPort}`;
  const startEtcd = (): Child =>
    startChild(path.join(assets, 'etcd'), [
      `--data-dir=${dataFolder}`,
      `--listen-client-urls=http://127.0.0.1:${etcdPort}`,
      `--advertise-client-urls=http://127.0.0.1:${etcdPort}`,
      `--listen-peer-urls=http://127.0.0.1:${peerPort}`,
      `--initial-advertise-peer-urls=http://127.0.0.1:${peerPort}`,
      `--initial-cluster=default=http://127.0.0.1:${peerPort}`,
      '--unsafe-no-fsync',
      '--log-level=error',
    ]);
  let etcd = startEtcd();
  let apiServer: Child | undefined;

  const startApiServer = async (): Promise<void> => {
    const child = startChild(path.join(assets, 'kube-apiserver'), [
      `--etcd-servers=http://127.0.0.1:${etcdPort}`,
      `--cert-dir=${path.join(folder, 'certs')}`,
      `--secure-port=${apiPort}`,
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
    ]);
    apiServer = child;
    const ended = child.exited.then((code) => {
      throw new Error(`kube-apiserver ended with ${code}\n${child.stderr().slice(-4_000)}`);
    });
    const token = tokens.get(admin.name) ?? '';
    await Promise.race([
      ended,
      waitFor('kube-apiserver is ready', READY_WITHIN_MS, () => isReady(url, token)),
    ]);
    // From here on its end is the test's own doing.
    ended.catch(() => {});
  };
  const stopApiServer = async (signal: NodeJS.Signals = 'SIGKILL'): Promise<void> => {
    await apiServer?.end(signal);
  };
  const backUpEtcd = async (): Promise<void> => {
    await etcd.end('SIGTERM');
    await cp(dataFolder, `${dataFolder}.copy`, { recursive: true });
    etcd = startEtcd();
  };
  const restoreEtcd = async (): Promise<void> => {
    await stopApiServer();
    await etcd.end('SIGKILL');
    await rm(dataFolder, { recursive: true });
    await cp(`${dataFolder}.copy`, dataFolder, { recursive: true });
    etcd = startEtcd();
    await startApiServer();
  };
  const stop = async (): Promise<void> => {
    await stopApiServer();
    await etcd.end('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  };

  try {
    await mkdir(path.join(folder, 'certs'));
    await startApiServer();
    const ca = await readFile(path.join(folder, 'certs', 'apiserver.crt'), 'base64');
    for (const [name, token] of tokens) {
      await writeFile(kubeconfigPath(folder, name), kubeconfigText(url, ca, token), {
        mode: 0o600,
      });
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    etcdUrl,
    assets,
    kubeconfig: kubeconfigPath(folder, admin.name),
    serving: {
      certificate: path.join(folder, 'certs', 'apiserver.crt'),
      key: path.join(folder, 'certs', 'apiserver.key'),
    },
    kubeconfigOf: (user) => kubeconfigPath(folder, user),
    stopApiServer,
    startApiServer,
    signalApiServer: (signal) => void apiServer?.process.kill(signal),
    processIds: () =>
      [apiServer, etcd].flatMap((child) => (child?.process.pid ? [child.process.pid] : [])),
    backUpEtcd,
    restoreEtcd,
    stop,
  };
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
  users: readonly TokenUser[],
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

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** True when the server says that it is ready, and that the start-up roles are there. */
async function isReady(url: string, token: string): Promise<true | undefined> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}` };
    // The certificate is made at the first start and not known before: only readiness is asked.
    const options = { headers, rejectUnauthorized: false, signal: AbortSignal.timeout(5_000) };
    const asked = request(`${url}/readyz`, options, (response) => {
      response.resume();
      resolve(response.statusCode === 200 ? true : undefined);
    });
    asked.on('error', () => resolve(undefined));
    asked.end();
  });
}
