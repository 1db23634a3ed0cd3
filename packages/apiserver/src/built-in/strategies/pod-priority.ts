import type { JsonObject } from '@vmgen/base/json';
import { forbidden } from '../../errors/status-error.js';
import type { ClusterView } from '../../resource/strategy.js';
import { getNumber, getObject, getString } from './fields.js';

const pods = { group: '', plural: 'pods' };
const runtimes = { group: 'node.k8s.io', version: 'v1', plural: 'runtimeclasses' };
const classes = { group: 'scheduling.k8s.io', version: 'v1', plural: 'priorityclasses' };

/** The priority classes of every cluster. */
const SYSTEM: ReadonlyMap<string, number> = new Map([
  ['system-cluster-critical', 2_000_000_000],
  ['system-node-critical', 2_000_001_000],
]);

/**
 * Sets the priority of a pod from its class or the default class, and its overhead from its
 * RuntimeClass (the Priority and RuntimeClass admission plugins).
 *
 * @throws ApiError 403
 */
export function admitPriority(object: JsonObject, spec: JsonObject, cluster: ClusterView): void {
  const refuse = (reason: string) =>
    forbidden(pods, getString(getObject(object, 'metadata'), 'name'), reason);
  const { value, policy, name } = classOf(getString(spec, 'priorityClassName'), cluster, refuse);
  const given = getNumber(spec, 'priority');
  if (given !== undefined && given !== value) {
    throw refuse(
      `the integer value of priority (${given}) must not be provided in pod spec; priority admission controller computed ${value} from the given PriorityClass name`,
    );
  }
  if (spec['overhead'] !== undefined && getString(spec, 'runtimeClassName') === '') {
    throw refuse(
      'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead',
    );
  }
  const wanted = getString(spec, 'preemptionPolicy');
  if (wanted !== '' && wanted !== policy) {
    throw refuse(
      `the string value of PreemptionPolicy (${wanted}) must not be provided in pod spec; priority admission controller computed ${policy} from the given PriorityClass name`,
    );
  }
  const runtime = getString(spec, 'runtimeClassName');
  if (runtime !== '' && cluster.get(runtimes, undefined, runtime) === undefined) {
    throw refuse(`pod rejected: RuntimeClass ${JSON.stringify(runtime)} not found`);
  }
  Object.assign(spec, { priority: value, preemptionPolicy: policy });
  if (name !== '') spec['priorityClassName'] = name;
}

interface PriorityClass {
  readonly name: string;
  readonly value: number;
  readonly policy: string;
}

function classOf(
  name: string,
  cluster: ClusterView,
  refuse: (reason: string) => Error,
): PriorityClass {
  const policy = 'PreemptLowerPriority';
  const system = SYSTEM.get(name);
  if (system !== undefined) return { name, value: system, policy };
  const found =
    name === ''
      ? [...cluster.list(classes)].find((it) => it['globalDefault'] === true)
      : cluster.get(classes, undefined, name);
  if (found === undefined) {
    if (name !== '') throw refuse(`no PriorityClass with name ${name} was found`);
    return { name, value: 0, policy };
  }
  return {
    name: getString(getObject(found, 'metadata'), 'name'),
    value: getNumber(found, 'value') ?? 0,
    policy: getString(found, 'preemptionPolicy') || policy,
  };
}
