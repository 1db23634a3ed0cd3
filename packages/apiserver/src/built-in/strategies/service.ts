import type { JsonObject } from '@vmgen/base/json';
import { checkLabels, Field } from '@vmgen/crd/internal';
import {
  isFilled,
  ensureObject,
  getObject,
  getObjects,
  setDefaults,
  setPointerDefaults,
  getString,
  getStrings,
  getNumber,
} from './fields.js';
import { checkCidr, checkIp, checkPublicIp } from './ip-rules.js';
import type { ClusterView } from '../../resource/strategy.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import {
  allocate,
  checkRequestedAddress,
  checkRequestedPorts,
  usedAddresses,
} from './service-addresses.js';
import { dropTypeDependentFields, keepAllocated, needsHealthPort } from './service-changes.js';
import { isDns1123Label, isDns1123Subdomain, isQualifiedName } from '@vmgen/base/text';
import { checkPort } from './port-rules.js';

const STICKY_SECONDS = 10_800;

const services = { group: '', version: 'v1', plural: 'services' };

/** core/v1 Service, with the allocation of addresses and node ports. */
export const serviceStrategy: BuiltInStrategy = {
  nameForm: 'dns1123-label',
  returnsDeleted: true,
  defaults: defaultService,
  initialStatus: () => ({ loadBalancer: {} }),
  prepareForCreate: (object, cluster) => complete(object, cluster),
  prepareForUpdate(next, live, _subresource, cluster) {
    const spec = ensureObject(next, 'spec');
    dropTypeDependentFields(next, live);
    keepAllocated(spec, getObject(live, 'spec'));
    complete(next, cluster);
  },
  validate(object, live, cluster) {
    const spec = object.at('spec');
    const used = usedAddresses(cluster.list(services), uidOf(object.object));
    checkAddresses(spec);
    if (object.errors.length === 0 && live === undefined) checkRequestedAddress(spec, used);
    if (object.errors.length > 0) return;
    checkService(spec);
    if (live !== undefined) checkServiceChange(spec, getObject(live, 'spec'));
    if (object.errors.length > 0) return;
    checkRequestedAddress(spec, used);
    checkRequestedPorts(spec, used);
  },
  validateStatus(object) {
    for (const ingress of object.at('status', 'loadBalancer', 'ingress').items) {
      if (ingress.at('ip').text !== '') checkIp(ingress.at('ip'));
    }
  },
  warningsOf: serviceWarnings,
};

const OLD_HINTS = 'service.kubernetes.io/topology-aware-hints';

/** Upstream: GetWarningsForService in kubernetes/pkg/api/service/warnings.go. */
function serviceWarnings(object: JsonObject): string[] {
  const spec = getObject(object, 'spec');
  const isHeadless = spec['clusterIP'] === 'None';
  const hasExternalIps = getStrings(spec, 'externalIPs').length > 0;
  const warnings: readonly (readonly [isGiven: boolean, text: string])[] = [
    [
      Object.hasOwn(getObject(object, 'metadata', 'annotations'), OLD_HINTS),
      `annotation ${OLD_HINTS} is deprecated, please use service.kubernetes.io/topology-mode instead`,
    ],
    [isHeadless && hasExternalIps, 'spec.externalIPs is ignored for headless services'],
    [
      isHeadless && spec['sessionAffinity'] !== 'None',
      'spec.SessionAffinity is ignored for headless services',
    ],
    [
      !isHeadless && hasExternalIps,
      'spec.externalIPs is deprecated and may no longer be implemented in some clusters',
    ],
    [
      spec['trafficDistribution'] === 'PreferClose',
      'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"',
    ],
  ];
  return warnings.flatMap(([isGiven, text]) => (isGiven ? [text] : []));
}

/** Allocates addresses and ports if the service is valid. */
function complete(object: JsonObject, cluster: ClusterView): void {
  const spec = ensureObject(object, 'spec');
  alignAddresses(spec);
  defaultFamilies(spec);
  const field = new Field(spec, 'spec');
  checkAddresses(field);
  checkService(field);
  if (field.errors.length === 0) {
    allocate(spec, usedAddresses(cluster.list(services), uidOf(object)), cluster.random);
  }
}

const uidOf = (object: JsonObject): string => getString(getObject(object, 'metadata'), 'uid');

function defaultService(object: JsonObject): void {
  const spec = ensureObject(object, 'spec');
  setDefaults(spec, { sessionAffinity: 'None', type: 'ClusterIP' });
  const type = getString(spec, 'type');
  if (spec['sessionAffinity'] === 'ClientIP') {
    setDefaults(ensureObject(spec, 'sessionAffinityConfig', 'clientIP'), {
      timeoutSeconds: STICKY_SECONDS,
    });
  } else {
    Reflect.deleteProperty(spec, 'sessionAffinityConfig');
  }
  for (const port of getObjects(spec, 'ports')) {
    setDefaults(port, { protocol: 'TCP' });
    const { targetPort = 0 } = port;
    if (targetPort === 0 || targetPort === '') port['targetPort'] = port['port'] ?? 0;
  }
  const isExternal =
    type === 'NodePort' || type === 'LoadBalancer' || getStrings(spec, 'externalIPs').length > 0;
  if (isExternal && type !== 'ExternalName')
    setDefaults(spec, { externalTrafficPolicy: 'Cluster' });
  if (type !== 'ExternalName') setPointerDefaults(spec, { internalTrafficPolicy: 'Cluster' });
  if (type === 'LoadBalancer') spec['allocateLoadBalancerNodePorts'] ??= true;
  for (const ingress of getObjects(object, 'status', 'loadBalancer', 'ingress')) {
    if (getString(ingress, 'ip') !== '') setDefaults(ingress, { ipMode: 'VIP' });
  }
  setDefaults(ensureObject(object, 'status'), { loadBalancer: {} });
}

/**
 * `clusterIP` is the first of `clusterIPs`. If only one of the fields is set, it determines the
 * other.
 */
function alignAddresses(spec: JsonObject): void {
  const address = getString(spec, 'clusterIP');
  const [first] = getStrings(spec, 'clusterIPs');
  if (address !== '' && first === undefined) spec['clusterIPs'] = [address];
}

/** One IP family, except for a headless service without selector, which has both. */
function defaultFamilies(spec: JsonObject): void {
  if (spec['type'] === 'ExternalName') return;
  const isFree = getString(spec, 'clusterIP') === 'None' && !isFilled(spec['selector']);
  const { ipFamilyPolicy: policy = 'RequireDualStack' } = spec;
  if (isFree && policy === 'RequireDualStack') {
    setPointerDefaults(spec, { ipFamilyPolicy: 'RequireDualStack', ipFamilies: ['IPv4', 'IPv6'] });
    return;
  }
  setPointerDefaults(spec, { ipFamilyPolicy: 'SingleStack', ipFamilies: ['IPv4'] });
}

const TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
const FAMILIES = ['IPv4', 'IPv6'];
const FAMILY_POLICIES = ['PreferDualStack', 'RequireDualStack', 'SingleStack'];
const DISTRIBUTIONS = ['PreferClose', 'PreferSameZone', 'PreferSameNode'];
const MAX_STICKY_SECONDS = 86_400;

/** Validates what does not depend on other services (ValidateService). */
function checkService(spec: Field): void {
  const { text: type } = spec.at('type');
  const isHeadless = spec.at('clusterIP').text === 'None';
  const ports = spec.at('ports');
  spec.at('type').oneOf(...TYPES);
  if (type === 'ExternalName') checkExternal(spec);
  else if (ports.items.length === 0 && !isHeadless) ports.required();
  if (isHeadless && (type === 'NodePort' || type === 'LoadBalancer')) {
    const detail = `may not be set to 'None' for ${type} services`;
    spec.at('clusterIPs[0]').invalid(detail, 'None');
  }
  checkPorts(ports.items, type);
  checkLabels(spec.at('selector'));
  checkAffinity(spec);
  for (const address of spec.at('externalIPs').items) checkPublicIp(address);
  spec.at('loadBalancerSourceRanges').texts.forEach((range, i) => {
    checkCidr(spec.at(`LoadBalancerSourceRanges[${i}]`), range.trim());
  });
  checkTraffic(spec, type);
  checkBalancer(spec, type);
}

function checkBalancer(spec: Field, type: string): void {
  const only = "may only be used when `type` is 'LoadBalancer'";
  const [balancer, allocates] = [
    spec.at('loadBalancerClass'),
    spec.at('allocateLoadBalancerNodePorts'),
  ];
  if (type === 'LoadBalancer') balancer.checkIfSet(isQualifiedName);
  else {
    if (balancer.text !== '') balancer.forbidden(only);
    if (typeof allocates.value === 'boolean') allocates.forbidden(only);
  }
  const port = spec.at('healthCheckNodePort');
  if ((port.number ?? 0) === 0 || needsHealthPort(spec.object)) return;
  port.invalid(
    "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
  );
}

function checkExternal(spec: Field): void {
  for (const field of ['clusterIPs', 'ipFamilies', 'ipFamilyPolicy'].map((it) => spec.at(it))) {
    if (field.isFilled || field.text !== '') {
      field.forbidden('may not be set for ExternalName services');
    }
  }
  const field = spec.at('externalName');
  const name = field.text.replace(/\.$/, '');
  new Field(name, field.path, field.errors).checkRequired(isDns1123Subdomain);
}

function checkPorts(ports: readonly Field[], type: string): void {
  const names = new Set<string>();
  const numbers = new Set<string>();
  for (const port of ports) {
    const [name, nodePort] = [port.at('name'), port.at('nodePort')];
    if (name.text !== '') {
      name.check(isDns1123Label);
      name.unique(names);
    } else if (ports.length > 1) {
      name.required();
    }
    const { number = 0 } = port.at('port');
    const { text: protocol } = port.at('protocol');
    port.at('port').port(number);
    port.at('protocol').oneOf('SCTP', 'TCP', 'UDP');
    checkPort(port.at('targetPort'));
    port.at('appProtocol').checkIfSet(isQualifiedName);
    if ((nodePort.number ?? 0) !== 0 && type !== 'NodePort' && type !== 'LoadBalancer') {
      nodePort.forbidden(`may not be used when \`type\` is '${type}'`);
    }
    const key = `${protocol}/${number}`;
    if (numbers.has(key)) port.duplicate();
    numbers.add(key);
  }
}

function checkAffinity(spec: Field): void {
  spec.at('sessionAffinity').oneOf('ClientIP', 'None');
  const seconds = spec.at('sessionAffinityConfig', 'clientIP', 'timeoutSeconds');
  const { number = 1 } = seconds;
  if (number > 0 && number <= MAX_STICKY_SECONDS) return;
  seconds.invalid(`must be greater than 0 and less than ${MAX_STICKY_SECONDS}`);
}

/**
 * Validates the addresses and IP families. kube-apiserver does this before it allocates addresses
 * and validates the rest.
 */
function checkAddresses(spec: Field): void {
  if (spec.at('type').value === 'ExternalName') return;
  const [addresses, policy] = [spec.at('clusterIPs'), spec.at('ipFamilyPolicy')];
  const { text: own } = spec.at('clusterIP');
  const [first] = addresses.items;
  if (first !== undefined && own === '') {
    addresses.invalid('must be empty when `clusterIP` is not specified');
  } else if (first !== undefined && own !== first.text) {
    addresses.invalid('first value must match `clusterIP`');
  }
  const families = spec.at('ipFamilies').items;
  const seen = new Set<string>();
  for (const family of families) {
    if (!FAMILIES.includes(family.text)) family.notSupported(FAMILIES);
    family.unique(seen);
  }
  policy.pointerToOneOf(...FAMILY_POLICIES);
  checkAddressForms(addresses);
  if (spec.errors.length === 0) checkFamilies(spec, policy, families);
}

function checkAddressForms(addresses: Field): void {
  const { items, errors } = addresses;
  const before = errors.length;
  for (const [i, address] of items.entries()) {
    if (i > 0 || address.text !== 'None') checkIp(address);
    else if (items.length > 1) addresses.invalid("'None' must be the first and only value");
  }
  if (items.length > 2) addresses.invalid('may only hold up to 2 values');
  const families = new Set(items.map(({ text }) => text.includes(':')));
  if (errors.length === before && families.size < items.length) {
    addresses.invalid('may specify no more than one IP for each IP family');
  }
}

/** The cluster has IPv4 addresses only. A headless service without selector has any family. */
function checkFamilies(spec: Field, policy: Field, families: readonly Field[]): void {
  const addresses = spec.at('clusterIPs');
  if (spec.at('clusterIP').text === 'None' && !spec.at('selector').isFilled) return;
  if (policy.text === 'RequireDualStack') {
    policy.invalid('this cluster is not configured for dual-stack services');
  }
  if (families.length > 1 && policy.text === 'SingleStack') {
    policy.invalid(
      "must be 'RequireDualStack' or 'PreferDualStack' when multiple IP families are specified",
    );
    return;
  }
  for (const [i, address] of addresses.items.entries()) {
    if (address.text.includes(':')) {
      address.invalid('IPv6 is not configured on this cluster', addresses.texts);
    } else if (address.text !== 'None' && families[i]?.text === 'IPv6') {
      address.invalid(`expected an IPv6 value as indicated by \`ipFamilies[${i}]\``);
    }
  }
  if (spec.errors.length > 0) return;
  for (const family of families) {
    if (family.text === 'IPv6') family.invalid('not configured on this cluster');
  }
}

function checkTraffic(spec: Field, type: string): void {
  const outside = spec.at('externalTrafficPolicy');
  const isExternal =
    type === 'NodePort' || type === 'LoadBalancer' || spec.at('externalIPs').isFilled;
  if (outside.text !== '' && !isExternal) {
    outside.invalid('may only be set for externally-accessible services');
  } else {
    outside.oneOf('Cluster', 'Local');
  }
  spec.at('internalTrafficPolicy').pointerToOneOf('Cluster', 'Local');
  spec.at('trafficDistribution').pointerToOneOf(...DISTRIBUTIONS);
}

/** An address is immutable unless the type of the service changes to or from ExternalName. */
function checkServiceChange(spec: Field, live: JsonObject): void {
  const { object: next } = spec;
  const balancer = spec.at('loadBalancerClass');
  const areBalanced = next['type'] === 'LoadBalancer' && live['type'] === 'LoadBalancer';
  if (areBalanced && balancer.value !== live['loadBalancerClass']) {
    balancer.invalid('may not change once set');
  }
  const port = spec.at('healthCheckNodePort');
  const isSamePort = (port.number ?? 0) === (getNumber(live, 'healthCheckNodePort') ?? 0);
  if (needsHealthPort(next) && needsHealthPort(live) && !isSamePort) {
    port.forbidden('field is immutable');
  }
  if (next['type'] === 'ExternalName' || live['type'] === 'ExternalName') return;
  const [before] = getStrings(live, 'clusterIPs');
  const { texts: after } = spec.at('clusterIPs');
  const isAsked = next['clusterIP'] !== live['clusterIP'];
  if (before === undefined || after[0] === before || !isAsked) return;
  spec.at('clusterIPs[0]').invalid('may not change once set', after);
}
