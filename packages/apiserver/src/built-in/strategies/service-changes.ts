import type { JsonObject } from '@vmgen/base/json';
import { getNumber, getObject, getObjects, getString, getStrings, sameJson } from './fields.js';

/**
 * Removes fields that only the previous type of a service used, if a replacement did not change
 * them.
 *
 * Upstream: dropTypeDependentFields in kubernetes/pkg/registry/core/service/strategy.go
 */
export function dropTypeDependentFields(next: JsonObject, live: JsonObject): void {
  const [spec, before] = [getObject(next, 'spec'), getObject(live, 'spec')];
  for (const [isNeeded, names] of NEEDS) {
    if (!isNeeded(before) || isNeeded(spec)) continue;
    for (const name of names) {
      if (sameJson(spec[name], before[name])) Reflect.deleteProperty(spec, name);
    }
  }
  if (hasNodePorts(before) && !hasNodePorts(spec) && nodePorts(spec) === nodePorts(before)) {
    for (const port of getObjects(spec, 'ports')) Reflect.deleteProperty(port, 'nodePort');
  }
  if (spec['type'] !== 'LoadBalancer' && before['type'] === 'LoadBalancer') {
    next['status'] = { ...getObject(next, 'status'), loadBalancer: {} };
  }
}

const hasNodePorts = ({ type }: JsonObject): boolean =>
  type === 'NodePort' || type === 'LoadBalancer';
const isBalanced = ({ type }: JsonObject): boolean => type === 'LoadBalancer';
const isExternal = (spec: JsonObject): boolean =>
  hasNodePorts(spec) ||
  (spec['type'] === 'ClusterIP' && getStrings(spec, 'externalIPs').length > 0);

/** Fields with a condition on the spec that uses them. */
const NEEDS: readonly (readonly [(spec: JsonObject) => boolean, readonly string[]])[] = [
  [needsHealthPort, ['healthCheckNodePort']],
  [isBalanced, ['allocateLoadBalancerNodePorts', 'loadBalancerClass']],
  [isExternal, ['externalTrafficPolicy']],
];

/** Whether load balancers check each node for local pods of the service. */
export function needsHealthPort({ type, externalTrafficPolicy }: JsonObject): boolean {
  return type === 'LoadBalancer' && externalTrafficPolicy === 'Local';
}

const nodePorts = (spec: JsonObject): string =>
  getObjects(spec, 'ports')
    .map((port) => getNumber(port, 'nodePort') ?? 0)
    .filter((port) => port !== 0)
    .sort()
    .join(',');

/** Retains addresses and ports that a replacement omits. */
export function keepAllocated(spec: JsonObject, before: JsonObject): void {
  if (spec['type'] === 'ExternalName') {
    if (before['type'] === 'ExternalName') return;
    const old = before['clusterIP'];
    if (spec['clusterIP'] === undefined || spec['clusterIP'] === old) {
      for (const name of [
        'clusterIP',
        'clusterIPs',
        'ipFamilies',
        'ipFamilyPolicy',
        'internalTrafficPolicy',
      ]) {
        Reflect.deleteProperty(spec, name);
      }
    }
    return;
  }
  if (before['type'] === 'ExternalName') return;
  if (getString(spec, 'clusterIP') === '') {
    const { clusterIP, clusterIPs } = before;
    if (clusterIP !== undefined) spec['clusterIP'] = clusterIP;
    if (getStrings(spec, 'clusterIPs').length === 0 && clusterIPs !== undefined) {
      spec['clusterIPs'] = clusterIPs;
    }
  } else if (spec['clusterIP'] !== before['clusterIP'] && sameList(spec, before)) {
    // The client knows only the older field.
    spec['clusterIPs'] = [getString(spec, 'clusterIP')];
  }
  for (const name of ['ipFamilies', 'ipFamilyPolicy']) spec[name] ??= before[name] ?? null;
  const isSamePort = needsHealthPort(spec) && needsHealthPort(before);
  if (isSamePort && (getNumber(spec, 'healthCheckNodePort') ?? 0) === 0) {
    spec['healthCheckNodePort'] = before['healthCheckNodePort'] ?? 0;
  }
  keepPorts(spec, before);
}

const sameList = (spec: JsonObject, before: JsonObject): boolean =>
  String(getStrings(spec, 'clusterIPs')) === String(getStrings(before, 'clusterIPs'));

function keepPorts(spec: JsonObject, before: JsonObject): void {
  const needsPorts = spec['type'] === 'NodePort' || spec['type'] === 'LoadBalancer';
  if (!needsPorts) return;
  const keyOf = (port: JsonObject): string =>
    `${getNumber(port, 'port')}/${getString(port, 'protocol')}`;
  // The first of equal ports counts.
  const old = getObjects(before, 'ports').toReversed();
  const numbers = new Map(old.map((port) => [keyOf(port), getNumber(port, 'nodePort') ?? 0]));
  for (const port of getObjects(spec, 'ports')) {
    if ((getNumber(port, 'nodePort') ?? 0) !== 0) continue;
    const number = numbers.get(keyOf(port)) ?? 0;
    if (number !== 0) port['nodePort'] = number;
  }
}
