import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { checkNumber } from '../errors/check-number.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { systemClock, type Clock } from '../async/clock.js';
import type { ClusterConfig } from './cluster-config.js';
import { EXEC_TIMEOUT_MS, type ExecOptions } from './exec-credentials.js';
import { type Mapping, isMapping } from '../meta/is-mapping.js';
import { KubeconfigSection } from './kubeconfig-section.js';
import { checkTrust } from './target.js';
import { type TextSource, fileTextSource } from './text-source.js';
import { readImpersonation, userCredentials } from './user-credentials.js';
import { isIPv6 } from 'node:net';
import { bearerTokenCredentials } from './credentials.js';
import { errorText } from '../logging/error-text.js';

/** Options of {@link loadKubeConfig}. */
export interface LoadKubeConfigOptions {
  /** The kubeconfig file. Defaults to the search order of {@link loadKubeConfig}. */
  readonly kubeconfig?: string;
  /** The context. Defaults to the current context of the file. */
  readonly context?: string;
  /**
   * Determines when token and certificate files are checked again. Defaults to {@link systemClock}.
   */
  readonly clock?: Clock;
  /**
   * The time limit of an exec plugin, in milliseconds. After that, it is killed with its child
   * processes, and the waiting requests fail. Defaults to 60,000.
   */
  readonly execTimeoutMs?: number;
  /** The environment variables, such as KUBECONFIG and HOME. Defaults to those of the process. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/**
 * Loads the configuration of a cluster from the first of these sources that exists: the given file,
 * the files of `KUBECONFIG`, the service account of the pod, or `~/.kube/config`. The service
 * account is not used if a context is given. Throws a `VmgenError` (`ERR_VMGEN_CONFIG`) if there is
 * no configuration or it is invalid.
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
    'no API server is configured; pass a kubeconfig file, set KUBECONFIG, ' +
      `run in a pod with a service account, or create ${home}`,
  );
}

/** As in kubectl, the list may contain missing files, but at least one file must exist. */
function filesOfEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): string[] | undefined {
  const list = environment['KUBECONFIG'];
  if (!list) return undefined;
  const files = list.split(delimiter).filter((file) => file !== '');
  const existing = files.filter((file) => existsSync(file));
  if (existing.length > 0) return existing;
  throw new VmgenError('ERR_VMGEN_CONFIG', `no file of KUBECONFIG exists: ${files.join(', ')}`);
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
        ? `${source}: no current-context and no contexts; check that it is a kubeconfig`
        : `${source}: no current-context; select one of ${namesOf(contexts)}`,
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

/** Returns the cluster information for exec plugins (clientauthentication/v1). */
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
    `${kubeconfig.source}: no ${list.slice(0, -1)} ${JSON.stringify(name)}; ` +
      `existing ${list}: ${namesOf(kubeconfig[list])}`,
  );
}

function namesOf(sections: ReadonlyMap<string, KubeconfigSection>): string {
  const names = [...sections.keys()].map((name) => JSON.stringify(name));
  return names.length === 0 ? 'none' : names.join(', ');
}

type Environment = Readonly<Record<string, string | undefined>>;

const SERVICE_ACCOUNT_FOLDER = '/var/run/secrets/kubernetes.io/serviceaccount';

/**
 * Returns the configuration of a pod with a service account (rest.InClusterConfig), or undefined
 * outside of a pod. Token and CA are read again when kubelet rotates them.
 */
export function inClusterConfig(
  environment: Environment,
  clock: Clock,
  folder = SERVICE_ACCOUNT_FOLDER,
): ClusterConfig | undefined {
  const host = environment['KUBERNETES_SERVICE_HOST'];
  const port = environment['KUBERNETES_SERVICE_PORT'];
  const tokenPath = join(folder, 'token');
  if (!host || !port || !existsSync(tokenPath)) return undefined;
  const caPath = join(folder, 'ca.crt');
  const namespace = readNamespace(join(folder, 'namespace'));
  return {
    server: `https://${isIPv6(host) ? `[${host}]` : host}:${port}`,
    source: 'in-cluster',
    credentials: bearerTokenCredentials(
      fileTextSource(tokenPath, 'service account token', clock),
      clock,
    ),
    ...(existsSync(caPath) && {
      certificateAuthority: fileTextSource(caPath, 'certificate authority', clock),
    }),
    ...(namespace !== undefined && { namespace }),
  };
}

function readNamespace(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8').trim() || undefined : undefined;
}

/** The contents of one or several kubeconfig files. */
interface Kubeconfig {
  /** The names of the files, for messages. */
  readonly source: string;
  readonly currentContext: string | undefined;
  readonly clusters: ReadonlyMap<string, KubeconfigSection>;
  readonly users: ReadonlyMap<string, KubeconfigSection>;
  readonly contexts: ReadonlyMap<string, KubeconfigSection>;
}

/** Reads files and merges them as kubectl does: the first occurrence takes precedence. */
async function readKubeconfigFiles(files: readonly string[]): Promise<Kubeconfig> {
  const documents = await Promise.all(files.map(readDocument));
  const merge = (list: string, entry: string): Map<string, KubeconfigSection> => {
    const sections = new Map<string, KubeconfigSection>();
    for (const { file, fields } of documents) addEntries(sections, file, fields[list], entry);
    return sections;
  };
  const current = documents
    .map(({ fields }) => fields['current-context'])
    .find((name) => typeof name === 'string' && name !== '');
  return {
    source: files.join(', '),
    currentContext: typeof current === 'string' ? current : undefined,
    clusters: merge('clusters', 'cluster'),
    users: merge('users', 'user'),
    contexts: merge('contexts', 'context'),
  };
}

async function readDocument(file: string): Promise<{ file: string; fields: Mapping }> {
  const text = readText(file);
  const fields = parseJson(text) ?? (await parseYaml(file, text)) ?? {};
  if (isMapping(fields)) return { file, fields };
  throw new VmgenError(
    'ERR_VMGEN_CONFIG',
    `${file}: not a kubeconfig: must be a mapping with clusters, users and contexts`,
  );
}

/** Parses a kubeconfig that a tool has written as JSON; undefined if it is another YAML document. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function parseYaml(file: string, text: string): Promise<unknown> {
  // Loaded lazily, because programs in a cluster have no kubeconfig file.
  const { load, CORE_SCHEMA } = await import('js-yaml');
  try {
    return load(text, { schema: CORE_SCHEMA, filename: file });
  } catch (error) {
    // Without the cause, which contains the lines around the error and possibly a token.
    throw new VmgenError(
      'ERR_VMGEN_CONFIG',
      `${file}: not a kubeconfig: invalid YAML: ${firstLine(error)}`,
    );
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const reason = firstLine(cause);
    throw new VmgenError(
      'ERR_VMGEN_CONFIG',
      `cannot read the kubeconfig: ${reason}; check --kubeconfig or KUBECONFIG`,
      {
        cause,
      },
    );
  }
}

function addEntries(
  sections: Map<string, KubeconfigSection>,
  file: string,
  list: unknown,
  kind: string,
): void {
  if (list === undefined || list === null) return;
  if (!Array.isArray(list))
    throw new VmgenError('ERR_VMGEN_CONFIG', `${file}: ${kind}s must be a list`);
  list.forEach((item: unknown, index) => {
    const name = isMapping(item) ? item['name'] : undefined;
    if (!isMapping(item) || typeof name !== 'string') {
      throw new VmgenError('ERR_VMGEN_CONFIG', `${file}: ${kind}s[${index}]: name is missing`);
    }
    if (sections.has(name)) return;
    const fields = item[kind] ?? {};
    if (!isMapping(fields))
      throw new VmgenError('ERR_VMGEN_CONFIG', `${file}: ${kind} "${name}": must be a mapping`);
    sections.set(name, new KubeconfigSection(file, `${kind} "${name}"`, fields));
  });
}

function firstLine(error: unknown): string {
  const [line = ''] = errorText(error).split('\n');
  return line;
}
