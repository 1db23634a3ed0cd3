import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from './child.js';
import { kubectlOf, type Kubectl } from './kubectl.js';
import { inRepository } from './repository.js';
import { waitFor } from './wait-for.js';

/** An image without a command, whose process only waits. */
export const IDLE_IMAGE = 'vmgen.test/pause:1';

/** The cluster of `hack/setup.sh cluster`, as `test/run.mjs e2e` starts it. */
export interface RealCluster {
  readonly kubectl: Kubectl;
  /** Runs a command on the node, as root. */
  readonly onNode: (...command: readonly string[]) => Promise<string>;
  /** Waits until a JSONPath expression of an object has a value. */
  readonly shows: (
    object: readonly string[],
    jsonPath: string,
    wanted: string | RegExp,
  ) => Promise<string>;
  /** Waits until all replicas of a Deployment are updated and ready. Rejects with the logs of its Pods. */
  readonly rollout: (namespace: string, deployment: string) => Promise<void>;
  /** Returns the names of all objects without a namespace that a deployment may contain. */
  readonly clusterObjects: () => Promise<string>;
  /** Returns the requests of a ServiceAccount, `NAMESPACE:NAME`, since the call of {@link realCluster}. */
  readonly requestsOf: (serviceAccount: string) => Promise<AuditedRequest[]>;
}

/** An entry of the API server's audit log. */
export interface AuditedRequest {
  readonly requestReceivedTimestamp: string;
  readonly verb: string;
  readonly requestURI: string;
  readonly userAgent: string;
  readonly objectRef?: {
    readonly resource?: string;
    readonly subresource?: string;
    readonly namespace?: string;
    readonly name?: string;
    readonly apiGroup?: string;
  };
  readonly responseStatus?: { readonly code?: number };
}

const WITHIN_MS = 60_000;
/** The kinds without a namespace that a deployment may contain. */
const CLUSTER_KINDS = [
  'namespaces',
  'crds',
  'clusterroles',
  'clusterrolebindings',
  'validatingwebhookconfigurations',
  'mutatingwebhookconfigurations',
  'validatingadmissionpolicies',
  'validatingadmissionpolicybindings',
  'mutatingadmissionpolicies',
  'mutatingadmissionpolicybindings',
];

/** Connects to the cluster as its administrator. */
export function realCluster(): RealCluster {
  const beganMs = Date.now();
  const kubeconfig = requiredVariable('KUBECONFIG');
  const kubectl = kubectlOf(requiredVariable('KUBEBUILDER_ASSETS'), kubeconfig);
  return {
    kubectl,
    onNode: (...command) => run(inRepository('hack/setup.sh'), ['cluster', '--node', ...command]),
    async shows(object, jsonPath, wanted) {
      let last = '';
      const probe = async (): Promise<string | undefined> => {
        const { out, err } = await kubectl.attempt(
          'get',
          ...object,
          '-o',
          `jsonpath={${jsonPath}}`,
        );
        last = out + err;
        const matches = typeof wanted === 'string' ? out === wanted : wanted.test(out);
        return matches ? out : undefined;
      };
      return waitFor(
        `${jsonPath} of ${object.join(' ')} is ${String(wanted)}`,
        WITHIN_MS,
        probe,
      ).catch((cause: unknown) => {
        throw new Error(`last: ${last}`, { cause });
      });
    },
    async rollout(namespace, deployment) {
      const name = ['-n', namespace, `deployment/${deployment}`];
      const { code, err } = await kubectl.attempt('rollout', 'status', ...name, '--timeout=120s');
      if (code === 0) return;
      const { out: logs } = await kubectl.attempt('logs', ...name, '--all-pods', '--tail=40');
      const { out: states } = await kubectl.attempt('get', 'pods,events', '-n', namespace);
      throw new Error(`${err}\n${states}\n${logs}`);
    },
    clusterObjects: () => kubectl('get', CLUSTER_KINDS.join(), '-o', 'name'),
    async requestsOf(serviceAccount) {
      const log = path.join(path.dirname(kubeconfig), '../log/audit.log');
      const lines = (await readFile(log, 'utf8')).split('\n').slice(0, -1);
      const username = `system:serviceaccount:${serviceAccount}`;
      return lines
        .filter((line) => line.includes(username))
        .map((line) => JSON.parse(line) as AuditedRequest & { user: { username: string } })
        .filter(
          // A cluster that was started before has the requests of former runs.
          ({ user, requestReceivedTimestamp }) =>
            user.username === username && Date.parse(requestReceivedTimestamp) >= beganMs,
        );
    },
  };
}

/** How {@link loadImage} builds an image. */
interface ImageSource {
  /** The names of the image, such as `vm-controller:0.1.0`. */
  readonly tags: readonly string[];
  /** The packages of this repository to install in `/app`, such as `runtime`. Defaults to none. */
  readonly packages?: readonly string[];
  /** What the container runs, in `/app`. */
  readonly entrypoint: readonly string[];
  /** A folder to copy to `/app`. Defaults to none. */
  readonly app?: string;
}

/**
 * Builds an image as the Dockerfiles of deploy/README.md and examples/backup do, but from the Node of this process and
 * without an engine, and loads it on the node.
 */
export async function loadImage(cluster: RealCluster, source: ImageSource): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vmgen-image-'));
  try {
    const root = path.join(folder, 'root');
    const app = path.join(root, 'app');
    await mkdir(app, { recursive: true });
    await copyNode(root);
    if (source.app === undefined) await writeFile(path.join(app, 'package.json'), '{}');
    else await cp(source.app, app, { recursive: true });
    if (source.packages !== undefined) await install(app, source.packages);
    const config = {
      Entrypoint: source.entrypoint,
      Env: ['PATH=/usr/local/bin:/usr/bin:/bin'],
      User: '1000:1000',
      WorkingDir: '/app',
    };
    const archive = path.join(folder, 'image.tar');
    const names = source.tags.map((tag) => `docker.io/library/${tag}`);
    const arguments_ = [archive, root, JSON.stringify(config), ...names];
    await run(inRepository('hack/cluster/image.sh'), arguments_);
    await cluster.onNode('ctr', '--namespace', 'k8s.io', 'images', 'import', archive);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Copies the program of this process and its libraries to where the image's loader finds them. */
async function copyNode(root: string): Promise<void> {
  await cp(process.execPath, path.join(root, 'usr/local/bin/node'), { dereference: true });
  const libraries = (await run('ldd', [process.execPath])).matchAll(/(\/\S+) \(0x/g);
  for (const [, library = ''] of libraries) {
    await cp(library, path.join(root, library), { dereference: true });
  }
}

async function install(app: string, packages: readonly string[]): Promise<void> {
  const folder = requiredVariable('VMGEN_PACKAGES');
  const archives = (await readdir(folder)).filter((name) =>
    packages.some((each) => name.startsWith(`vmgen-${each}-`)),
  );
  const flags = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  const paths = archives.map((name) => path.join(folder, name));
  await run('npm', ['install', '--prefix', app, ...flags, ...paths]);
}

/** Returns an environment variable that `test/run.mjs e2e` sets. */
export function requiredVariable(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set; run: npm run suite e2e`);
  return value;
}
