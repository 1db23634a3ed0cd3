import { hostname } from 'node:os';
import yargs from 'yargs';

/** What the command line says. */
export interface ControllerOptions {
  readonly kubeconfig: string | undefined;
  readonly workers: number;
  readonly holderIdentity: string;
  readonly leaderElect: boolean;
  readonly leaseLockName: string;
  readonly leaseLockNamespace: string;
  readonly vmDriver: 'docker' | 'fake';
  /** Where probes are answered; nowhere when undefined. */
  readonly healthPort: number | undefined;
  readonly verbosity: number;
}

/** A command line that makes no sense; the message says what would. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A command line that only asks for a text. */
interface Answer {
  readonly answer: string;
}

/** Reads the command line. Throws a {@link UsageError}. */
export async function parseOptions(
  args: readonly string[],
  version: string,
  environment: Readonly<NodeJS.ProcessEnv>,
): Promise<ControllerOptions | Answer> {
  let answer: string | undefined;
  const parser = optionsParser(version, environment);
  const parsed = await parser.parseAsync([...args], {}, (_error, _parsed, output) => {
    if (output !== '') answer = output;
  });
  if (answer !== undefined) return { answer };
  const { workers, v: verbosity, 'health-port': healthPort } = parsed;
  requireInteger('--workers', workers, 1);
  requireInteger('-v', verbosity, 0);
  if (healthPort !== undefined) requireInteger('--health-port', healthPort, 0, 65_535);
  return {
    kubeconfig: parsed.kubeconfig,
    workers,
    holderIdentity: parsed['holder-identity'],
    leaderElect: truth('--leader-elect', parsed['leader-elect']),
    leaseLockName: parsed['lease-lock-name'],
    leaseLockNamespace: parsed['lease-lock-namespace'],
    vmDriver: parsed['vm-driver'],
    healthPort,
    verbosity,
  };
}

function optionsParser(version: string, environment: Readonly<NodeJS.ProcessEnv>) {
  return yargs()
    .scriptName('vm-controller')
    .usage('$0 [options]\n\nReconciles the VirtualMachines of a cluster through a VM driver.')
    .option('kubeconfig', {
      type: 'string',
      describe: 'Path of the kubeconfig; else $KUBECONFIG, the pod, ~/.kube/config',
    })
    .option('workers', {
      type: 'number',
      default: 2,
      describe: 'Number of VirtualMachines that are reconciled at the same time',
    })
    .option('holder-identity', {
      type: 'string',
      default: environment['POD_NAME'] ?? `${hostname()}_${process.pid}`,
      defaultDescription: '$POD_NAME, else host and process',
      describe: 'Who holds the lease',
    })
    .option('leader-elect', {
      // Not boolean: that would take --leader-elect=yes for false.
      type: 'string',
      default: 'true',
      describe: 'Work only while holding the lease, so that several can run: true or false',
    })
    .option('lease-lock-name', { type: 'string', default: 'vm-controller', describe: 'Lease name' })
    .option('lease-lock-namespace', {
      type: 'string',
      default: environment['POD_NAMESPACE'] ?? 'default',
      defaultDescription: '$POD_NAMESPACE, else default',
      describe: 'Lease namespace',
    })
    .option('vm-driver', {
      choices: ['docker', 'fake'] as const,
      default: 'docker' as const,
      describe: 'Runs the machines: as containers of a Docker Engine, or in memory only',
    })
    .option('health-port', {
      type: 'number',
      describe: 'Port that answers the probes /livez and /readyz; none when left out',
    })
    .option('v', { type: 'number', default: 0, describe: 'Log verbosity: 2 changes, 4 debugging' })
    .example('$0 --kubeconfig ~/.kube/config --leader-elect=false', 'one controller on a laptop')
    .example('POD_NAME=two $0 --lease-lock-namespace kube-system', 'one of several')
    .version(version)
    .check((parsed) => {
      // yargs makes a list of an option that stands twice, whatever its type says.
      for (const [option, value] of Object.entries(parsed)) {
        if (option === '_' || !Array.isArray(value)) continue;
        throw new Error(`${option === 'v' ? '-' : '--'}${option} may stand once only`);
      }
      return true;
    })
    .strict()
    .locale('en')
    .exitProcess(false)
    .fail((message, error) => {
      throw new UsageError(message || error.message);
    });
}

/** The bare flag comes as an empty text, its negation as false. */
function truth(flag: string, value: string | boolean): boolean {
  const text = String(value);
  if (text === '' || text === 'true') return true;
  if (text === 'false') return false;
  throw new UsageError(`${flag} takes true or false`);
}

function requireInteger(
  flag: string,
  value: number,
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): void {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return;
  const upTo = most === Number.MAX_SAFE_INTEGER ? '' : ` and at most ${most}`;
  throw new UsageError(`${flag} takes a whole number of at least ${least}${upTo}`);
}
