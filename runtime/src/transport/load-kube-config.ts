import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { checkNumber } from '../errors/check-number.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { systemClock, type Clock } from '../async/clock.js';
import type { ClusterConfig } from './cluster-config.js';
import { EXEC_TIMEOUT_MS, type ExecOptions } from './exec-credentials.js';
import { inClusterConfig } from './in-cluster-config.js';
import { readKubeconfigFiles, type Kubeconfig } from './kubeconfig-file.js';
import type { Mapping } from '../meta/is-mapping.js';
import type { KubeconfigSection } from './kubeconfig-section.js';
import { checkTrust } from './target.js';
import type { TextSource } from './text-source.js';
import { readImpersonation, userCredentials } from './user-credentials.js';

/** Where the configuration of a cluster is looked for. */
export interface LoadKubeConfigOptions {
  /** A kubeconfig file; nothing else is looked at then. */
  readonly kubeconfig?: string;
  /** The context to use in place of the file's current one. */
  readonly context?: string;
  /** Decides how often token and certificate files are looked at again. */
  readonly clock?: Clock;
  /**
   * How long an exec plugin may take to print credentials; then it is ended with all that it has started,
   * and the requests that wait for it fail. Milliseconds; 60,000 when left out.
   */
  readonly execTimeoutMs?: number;
  /** Where KUBECONFIG, HOME and the in-cluster variables are looked up. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/**
 * How to reach the API server that the caller means: by the file given, the files of `KUBECONFIG`,
 * the service account of the pod that this runs in, or `~/.kube/config`, the first of these that
 * there is. A context can only be of a file. Throws where there is none, or where it is not whole.
 */
export async function loadKubeConfig(options: LoadKubeConfigOptions = {}): Promise<ClusterConfig> {
  const { kubeconfig, context, clock = systemClock, environment = process.env } = options;
  const { execTimeoutMs = EXEC_TIMEOUT_MS } = options;
  const exec: ExecOptions = {
    clock,
    timeoutMs: checkNumber('execTimeoutMs', execTimeoutMs, { above: 0, max: 2 ** 31 - 1 }),
  };
  const files = kubeconfig ? [kubeconfig] : filesOfEnvironment(environment);
  if (files !== undefined) {
    return selectContext(await readKubeconfigFiles(files), context, exec);
  }
  const inCluster = context === undefined ? inClusterConfig(environment, clock) : undefined;
  if (inCluster !== undefined) return inCluster;
  const home = join(environment['HOME'] || homedir(), '.kube', 'config');
  if (existsSync(home)) return selectContext(await readKubeconfigFiles([home]), context, exec);
  throw new VmgenError(
    'ERR_VMGEN_CONFIG',
    'no API server is configured: name a kubeconfig file, set KUBECONFIG, ' +
      `run in a pod with a service account, or put a file at ${home}`,
  );
}

/** As kubectl, a list may name files that do not exist, but not only such. */
function filesOfEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): string[] | undefined {
  const list = environment['KUBECONFIG'];
  if (!list) return undefined;
  const files = list.split(delimiter).filter((file) => file !== '');
  const existing = files.filter((file) => existsSync(file));
  if (existing.length > 0) return existing;
  throw new VmgenError(
    'ERR_VMGEN_CONFIG',
    `KUBECONFIG names no file that exists: ${files.join(', ')}`,
  );
}

function selectContext(
  kubeconfig: Kubeconfig,
  wanted: string | undefined,
  exec: ExecOptions,
): ClusterConfig {
  const name = wanted ?? kubeconfig.currentContext;
  if (name === undefined) {
    const { source, contexts } = kubeconfig;
    throw new VmgenError(
      'ERR_VMGEN_CONFIG',
      contexts.size === 0
        ? `${source}: no current-context, and no contexts: is it a kubeconfig?`
        : `${source}: no current-context: choose one of ${namesOf(contexts)}`,
    );
  }
  const context = find(kubeconfig, 'contexts', name);
  const cluster = find(kubeconfig, 'clusters', context.required('cluster'));
  const userName = context.text('user');
  const user = userName === undefined ? undefined : find(kubeconfig, 'users', userName);
  return describeCluster(kubeconfig.source, { context, cluster, user }, exec);
}

interface Selection {
  readonly context: KubeconfigSection;
  readonly cluster: KubeconfigSection;
  readonly user: KubeconfigSection | undefined;
}

function describeCluster(
  source: string,
  { context, cluster, user }: Selection,
  exec: ExecOptions,
): ClusterConfig {
  const server = cluster.required('server').replace(/\/+$/, '');
  const namespace = context.text('namespace');
  const proxyUrl = cluster.text('proxy-url');
  const tlsServerName = cluster.text('tls-server-name');
  const certificateAuthority = cluster.pem('certificate-authority', exec.clock);
  const impersonate = user && readImpersonation(user);
  const config: ClusterConfig = {
    server,
    source,
    ...(namespace !== undefined && { namespace }),
    ...(proxyUrl !== undefined && { proxyUrl }),
    ...(tlsServerName !== undefined && { tlsServerName }),
    ...(cluster.flag('insecure-skip-tls-verify') && { insecureSkipTlsVerify: true }),
    ...(certificateAuthority !== undefined && { certificateAuthority }),
    ...(impersonate !== undefined && { impersonate }),
    ...(user !== undefined && {
      credentials: userCredentials(
        user,
        () => execClusterInfo(cluster, certificateAuthority),
        exec,
      ),
    }),
  };
  checkTrust(config);
  return config;
}

/** What an exec plugin that asks for it is told of the cluster (clientauthentication/v1). */
function execClusterInfo(cluster: KubeconfigSection, ca: TextSource | undefined): Mapping {
  const extension = cluster
    .list('extensions')
    .find((entry) => isNamed(entry, 'client.authentication.k8s.io/exec'));
  return {
    server: cluster.required('server'),
    'tls-server-name': cluster.text('tls-server-name'),
    'insecure-skip-tls-verify': cluster.flag('insecure-skip-tls-verify') || undefined,
    'proxy-url': cluster.text('proxy-url'),
    'certificate-authority-data': ca && Buffer.from(ca.read()).toString('base64'),
    config: extension?.['extension'],
  };
}

function isNamed(entry: unknown, name: string): entry is Mapping {
  return typeof entry === 'object' && entry !== null && 'name' in entry && entry.name === name;
}

function find(
  kubeconfig: Kubeconfig,
  list: 'clusters' | 'users' | 'contexts',
  name: string,
): KubeconfigSection {
  const section = kubeconfig[list].get(name);
  if (section !== undefined) return section;
  throw new VmgenError(
    'ERR_VMGEN_CONFIG',
    `${kubeconfig.source}: no ${list.slice(0, -1)} ${JSON.stringify(name)}: ` +
      `there is ${namesOf(kubeconfig[list])}`,
  );
}

function namesOf(sections: ReadonlyMap<string, KubeconfigSection>): string {
  const names = [...sections.keys()].map((name) => JSON.stringify(name));
  return names.length === 0 ? 'none' : names.join(', ');
}
