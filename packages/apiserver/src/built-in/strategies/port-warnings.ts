import type { JsonObject } from '@vmgen/base/json';
import { getString } from './fields.js';

/** A list of containers' ports, with its path. */
interface PortList {
  readonly path: string;
  readonly ports: readonly JsonObject[];
}

/**
 * The number of earlier ports with which a port is compared, and of warnings. A response cannot hold
 * as many warnings, and without a limit, the work would grow with the square of the ports.
 */
const LIMIT = 100;

interface Port {
  readonly path: string;
  readonly ip: string;
  readonly hostPort: number;
}

/** Returns the warnings for the ports of all containers of a pod. */
export function portWarnings(lists: readonly PortList[]): string[] {
  const warnings: string[] = [];
  const seen = new Map<string, Port[]>();
  for (const { path, ports } of lists) {
    for (const [i, port] of ports.entries()) {
      if (warnings.length >= LIMIT) break;
      const own = {
        path: `${path}[${i}]`,
        ip: getString(port, 'hostIP'),
        hostPort: hostPortOf(port),
      };
      if (own.ip !== '' && own.hostPort === 0) {
        warnings.push(`${own.path}: hostIP set without hostPort: ${goPort(port)}`);
      }
      const key = `${numberOf(port, 'containerPort')}/${getString(port, 'protocol')}`;
      const others = seen.get(key) ?? [];
      seen.set(key, others);
      for (const other of others) {
        const problem = conflict(own, other);
        if (problem !== undefined) {
          warnings.push(`${own.path}: ${problem} port definition with ${other.path}`);
        }
      }
      if (others.length < LIMIT) others.push(own);
    }
  }
  return [...warnings, ...sameNames(lists)];
}

function conflict(own: Port, other: Port): string | undefined {
  const isSamePort = own.hostPort === other.hostPort;
  if (isSamePort && own.ip === other.ip) return 'duplicate';
  if (own.hostPort === 0 || other.hostPort === 0) return 'overlapping';
  const hasOneIp = (own.ip === '') !== (other.ip === '');
  return isSamePort && hasOneIp ? 'dangerously ambiguous' : undefined;
}

function sameNames(lists: readonly PortList[]): string[] {
  const seen = new Map<string, string>();
  return lists.flatMap(({ path, ports }) =>
    ports.flatMap((port, i) => {
      const name = getString(port, 'name');
      const first = seen.get(name);
      if (name === '' || first === undefined) {
        seen.set(name, `${path}[${i}]`);
        return [];
      }
      const use = `services and probes that select ports by name will use ${first}`;
      return [`${path}[${i}]: duplicate port name ${JSON.stringify(name)} with ${first}, ${use}`];
    }),
  );
}

/** A port as Go prints the struct. */
const goPort = (port: JsonObject): string =>
  `{Name:${getString(port, 'name')} HostPort:${hostPortOf(port)} ContainerPort:${numberOf(port, 'containerPort')} Protocol:${getString(port, 'protocol')} HostIP:${getString(port, 'hostIP')}}`;

const hostPortOf = (port: JsonObject): number => numberOf(port, 'hostPort');

function numberOf(port: JsonObject, name: string): number {
  const value = port[name];
  return typeof value === 'number' ? value : 0;
}
