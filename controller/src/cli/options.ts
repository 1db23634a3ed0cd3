import { homedir, hostname } from 'node:os';
import path from 'node:path';
import yargs from 'yargs';
import { parseStrictly, requireInteger, UsageError, type Answer } from './usage.js';

const VM_DRIVERS = ['docker', 'qemu', 'pod', 'fake'] as const;
type VmDriverName = (typeof VM_DRIVERS)[number];

/** The options of the command line. */
export interface ControllerOptions {
  readonly kubeconfig: string | undefined;
  readonly workers: number;
  readonly holderIdentity: string;
  readonly leaderElect: boolean;
  readonly leaseLockName: string;
  readonly leaseLockNamespace: string;
  readonly vmDriver: VmDriverName;
  /** The folder of the machines of qemu. */
  readonly vmStateDir: string;
  /** The folder of the images of qemu; undefined for other drivers. */
  readonly vmImageDir: string | undefined;
  /** The program of qemu. */
  readonly qemuBinary: string;
  /** The port of the health probes; undefined for none. */
  readonly healthPort: number | undefined;
  /** Whether the health port serves a status page. */
  readonly statusPage: boolean;
  /** Whether the pages of the health port, except the probes, require a token. */
  readonly pageAuthorization: boolean;
  readonly verbosity: number;
}

/** Parses the command line. Throws a {@link UsageError} if it is invalid. */
export async function parseOptions(
  args: readonly string[],
  version: string,
  environment: Readonly<NodeJS.ProcessEnv>,
): Promise<ControllerOptions | Answer> {
  const result = await parseStrictly(optionsParser(version, environment), args);
  if ('answer' in result) return result;
  const { parsed } = result;
  const { workers, v: verbosity, 'health-port': healthPort, 'vm-driver': vmDriver } = parsed;
  requireInteger('--workers', workers, 1);
  requireInteger('-v', verbosity, 0);
  if (healthPort !== undefined) requireInteger('--health-port', healthPort, 0, 65_535);
  if (vmDriver === 'qemu' && parsed['vm-image-dir'] === undefined) {
    throw new UsageError('--vm-driver qemu needs --vm-image-dir');
  }
  for (const flag of ['status-page', 'page-authorization'] as const) {
    if (parsed[flag] && healthPort === undefined) {
      throw new UsageError(`--${flag} needs --health-port`);
    }
  }
  return {
    kubeconfig: parsed.kubeconfig,
    workers,
    holderIdentity: parsed['holder-identity'],
    leaderElect: parseBoolean('--leader-elect', parsed['leader-elect']),
    leaseLockName: parsed['lease-lock-name'],
    leaseLockNamespace: parsed['lease-lock-namespace'],
    vmDriver,
    vmStateDir: parsed['vm-state-dir'],
    vmImageDir: parsed['vm-image-dir'],
    qemuBinary: parsed['qemu-binary'],
    healthPort,
    statusPage: parsed['status-page'],
    pageAuthorization: parsed['page-authorization'],
    verbosity,
  };
}

/** The options, except the defaults that depend on the environment. */
const OPTIONS = {
  kubeconfig: {
    type: 'string',
    describe:
      'Path of the kubeconfig; defaults to $KUBECONFIG, the service account, ~/.kube/config',
  },
  workers: {
    type: 'number',
    default: 2,
    describe: 'Number of VirtualMachines that are reconciled concurrently',
  },
  'holder-identity': {
    type: 'string',
    describe: 'Identity of this process in the lease',
  },
  'leader-elect': {
    // Not boolean, because that would parse --leader-elect=yes as false.
    type: 'string',
    default: 'true',
    describe:
      'Reconcile only while holding the lease, so that several replicas can run: true or false',
  },
  'lease-lock-name': { type: 'string', default: 'vm-controller', describe: 'Lease name' },
  'lease-lock-namespace': {
    type: 'string',
    describe: 'Lease namespace',
  },
  'vm-driver': {
    choices: VM_DRIVERS,
    default: 'docker' as const,
    describe:
      'How machines run: as containers of a Docker Engine, virtual machines of qemu, pods of the cluster, or in memory',
  },
  'vm-state-dir': {
    type: 'string',
    describe: 'Folder of the machines of qemu: disks, sockets and identities. Must persist',
  },
  'vm-image-dir': {
    type: 'string',
    describe: 'Folder of the images of qemu; required by that driver',
  },
  'qemu-binary': {
    type: 'string',
    default: 'qemu-system-x86_64',
    describe: 'Program of qemu',
  },
  'health-port': {
    type: 'number',
    describe: 'Port of the health probes /livez and /readyz; defaults to none',
  },
  'status-page': {
    type: 'boolean',
    default: false,
    describe: 'Serve a web page of the running controller at /status of the health port',
  },
  'page-authorization': {
    type: 'boolean',
    default: false,
    describe:
      'Require a token of a user who may get the path, for /metrics, /debug/state and /status of the health port',
  },
  v: {
    type: 'number',
    default: 0,
    describe: 'Log verbosity: 2 for state changes, 4 for debugging',
  },
} as const;

function optionsParser(version: string, environment: Readonly<NodeJS.ProcessEnv>) {
  return yargs()
    .scriptName('vm-controller')
    .usage('$0 [options]\n\nReconciles the VirtualMachines of a cluster through a VM driver.')
    .options(OPTIONS)
    .default(
      'holder-identity',
      environment['POD_NAME'] ?? `${hostname()}_${process.pid}`,
      '$POD_NAME, or host and process',
    )
    .default(
      'lease-lock-namespace',
      environment['POD_NAMESPACE'] ?? 'default',
      '$POD_NAMESPACE, or default',
    )
    .default(
      'vm-state-dir',
      defaultStateDir(environment),
      '$XDG_STATE_HOME/vm-controller, or ~/.local/state/vm-controller',
    )
    .example('$0 --kubeconfig ~/.kube/config --leader-elect=false', 'one controller on a laptop')
    .example('POD_NAME=two $0 --lease-lock-namespace kube-system', 'one of several')
    .version(version);
}

function defaultStateDir({ XDG_STATE_HOME: folder }: Readonly<NodeJS.ProcessEnv>): string {
  return path.join(folder || path.join(homedir(), '.local', 'state'), 'vm-controller');
}

/** The bare flag is an empty text, its negation is false. */
function parseBoolean(flag: string, value: string | boolean): boolean {
  const text = String(value);
  if (text === '' || text === 'true') return true;
  if (text === 'false') return false;
  throw new UsageError(`${flag} must be true or false`);
}
