import type { Random } from '@vmgen/runtime/async';
import type { JsonObject, JsonValue } from '@vmgen/base/json';
import { ipBytes } from '@vmgen/base/text';
import type { Field } from '@vmgen/crd/internal';
import { internalError } from '../../errors/status-error.js';
import { getNumber, getObject, getObjects, getString, getStrings } from './fields.js';
import { bitsOf } from './ip-rules.js';

/** The default range of service addresses of kube-apiserver. */
const RANGE = '10.0.0.0/24';
const BASE = bitsOf([10, 0, 0, 0]);
const SIZE = 256;
const FIRST_PORT = 30_000;
const LAST_PORT = 32_767;
/**
 * The number of low addresses that are allocated only if no other is free, so that clients can
 * request them.
 */
const CHOSEN_ADDRESSES = 16;
const CHOSEN_PORTS = 86;

/** The addresses and ports of existing services. */
interface UsedAddresses {
  readonly addresses: ReadonlySet<string>;
  readonly ports: ReadonlySet<string>;
}

/** @param except the service itself, whose addresses are not counted */
export function usedAddresses(services: Iterable<JsonObject>, except: string): UsedAddresses {
  const addresses = new Set<string>();
  const ports = new Set<string>();
  for (const service of services) {
    if (getString(getObject(service, 'metadata'), 'uid') === except) continue;
    const spec = getObject(service, 'spec');
    for (const address of getStrings(spec, 'clusterIPs')) addresses.add(address);
    for (const port of nodePortsOf(spec)) ports.add(port);
  }
  return { addresses, ports };
}

const portKey = (port: JsonObject): string =>
  `${getString(port, 'protocol') || 'TCP'}/${getNumber(port, 'nodePort') ?? 0}`;

const nodePortsOf = (spec: JsonObject): readonly string[] => [
  ...getObjects(spec, 'ports').map(portKey),
  `TCP/${getNumber(spec, 'healthCheckNodePort') ?? 0}`,
];

/** Allocates the addresses and ports that a service needs and does not specify. */
export function allocate(spec: JsonObject, used: UsedAddresses, random: Random): void {
  const type = getString(spec, 'type');
  if (type === 'ExternalName') return;
  if (getStrings(spec, 'clusterIPs').length === 0) {
    const address = freeAddress(used, random);
    if (address !== undefined) Object.assign(spec, { clusterIP: address, clusterIPs: [address] });
  }
  const own = getObjects(spec, 'ports');
  const ports = new FreePorts(new Set([...used.ports, ...nodePortsOf(spec)]), random);
  if (type === 'NodePort' || wantsBalancerPorts(spec)) allocatePorts(own, ports);
  if (type === 'LoadBalancer' && spec['externalTrafficPolicy'] === 'Local') {
    spec['healthCheckNodePort'] ??= ports.take();
  }
}

function allocatePorts(own: readonly JsonObject[], ports: FreePorts): void {
  const chosen = new Map<JsonValue | undefined, number>();
  const choose = (port: JsonObject, number: number): void => {
    if (!chosen.has(port['port'])) chosen.set(port['port'], number);
  };
  for (const port of own) {
    const number = getNumber(port, 'nodePort') ?? 0;
    if (number !== 0) choose(port, number);
  }
  for (const port of own) {
    if ((getNumber(port, 'nodePort') ?? 0) !== 0) continue;
    // TCP and UDP of one port share a node port.
    const number = chosen.get(port['port']) ?? ports.take();
    port['nodePort'] = number;
    choose(port, number);
  }
}

const wantsBalancerPorts = (spec: JsonObject): boolean =>
  spec['type'] === 'LoadBalancer' && spec['allocateLoadBalancerNodePorts'] !== false;

function freeAddress({ addresses }: UsedAddresses, random: Random): string | undefined {
  // The last address is the broadcast address, and 10.0.0.1 is the Service kubernetes.
  const free = (last: number): boolean => last < SIZE - 1 && !addresses.has(`10.0.0.${last}`);
  const last =
    firstFree(CHOSEN_ADDRESSES + 1, SIZE, free, random) ?? firstFree(2, SIZE, free, random);
  return last === undefined ? undefined : `10.0.0.${last}`;
}

/** The node ports that are not in use. */
class FreePorts {
  readonly #used: Set<string>;
  readonly #random: Random;

  constructor(used: Set<string>, random: Random) {
    this.#random = random;
    this.#used = used;
  }

  /** @throws ApiError 500 if all ports are in use */
  take(): number {
    const free = (port: number): boolean =>
      !this.#used.has(`TCP/${port}`) && !this.#used.has(`UDP/${port}`);
    const end = LAST_PORT + 1;
    const port =
      firstFree(FIRST_PORT + CHOSEN_PORTS, end, free, this.#random) ??
      firstFree(FIRST_PORT, end, free, this.#random);
    if (port === undefined) throw internalError('failed to allocate a nodePort: range is full');
    this.#used.add(`TCP/${port}`);
    return port;
  }
}

/** Returns a free number in a range, starting at a random position. */
function firstFree(
  start: number,
  end: number,
  isFree: (number: number) => boolean,
  random: Random,
): number | undefined {
  const count = end - start;
  const offset = Math.floor(random() * count);
  for (let i = 0; i < count; i++) {
    const number = start + ((offset + i) % count);
    if (isFree(number)) return number;
  }
  return undefined;
}

/** Validates the address that a client requests. */
export function checkRequestedAddress(spec: Field, used: UsedAddresses): void {
  const addresses = spec.at('clusterIPs');
  const [address] = addresses.texts;
  if (address === undefined || address === 'None' || spec.at('type').text === 'ExternalName')
    return;
  const problem = addressProblem(address, used);
  if (problem !== undefined) addresses.invalid(`failed to allocate IP ${address}: ${problem}`);
}

/** Validates the node ports that a client requests. */
export function checkRequestedPorts(spec: Field, used: UsedAddresses): void {
  const ports = new Set(used.ports);
  for (const port of spec.at('ports').items) {
    const [nodePort, key] = [port.at('nodePort'), portKey(port.object)];
    if ((nodePort.number ?? 0) === 0) continue;
    if (ports.has(key)) nodePort.invalid('provided port is already allocated');
    ports.add(key);
  }
}

function addressProblem(address: string, { addresses }: UsedAddresses): string | undefined {
  const bytes = ipBytes(address) ?? [];
  const offset = bytes.length === 4 ? bitsOf(bytes) - BASE : 0n;
  if (offset < 1n || offset >= BigInt(SIZE - 1)) {
    return `the provided IP (${address}) is not in the valid range. The range of valid IPs is ${RANGE}`;
  }
  return addresses.has(address) ? 'provided IP is already allocated' : undefined;
}
