import type { JsonObject, JsonValue } from '@vmgen/base/json';
import { ErrorList, goStruct } from './error-list.js';
import {
  isFilled,
  ensureObject,
  getObject,
  getObjects,
  setDefaults,
  getString,
  getStrings,
  getNumber,
  getStringMap,
} from './fields.js';
import { checkIp, checkPublicIp, parseCidr } from './ip-rules.js';
import type { ClusterView } from '../../resource/strategy.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { allocate, checkRequestedAddresses, usedAddresses } from './service-addresses.js';
import { dropTypeDependentFields, keepAllocated, needsHealthPort } from './service-changes.js';
import { isDns1123Label, isDns1123Subdomain, isQualifiedName } from '@vmgen/base/text';
import { checkPort } from './port-rules.js';
import { checkLabels } from './selector-rules.js';

const STICKY_SECONDS = 10_800;

const services = { group: '', version: 'v1', plural: 'services' };

/** core/v1 Service, with the allocation of addresses and node ports. */
export const serviceStrategy: BuiltInStrategy = {
  fieldLabels: { 'spec.clusterIP': 'spec.clusterIP', 'spec.type': 'spec.type' },
  nameForm: 'dns1123-label',
  skipSchemaValidation: true,
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
    const errors = new ErrorList();
    const spec = getObject(object, 'spec');
    checkService(errors, spec);
    checkSourceAnnotation(errors, object);
    if (live !== undefined) checkServiceChange(errors, spec, getObject(live, 'spec'));
    if (errors.errors.length === 0) {
      checkRequestedAddresses(errors, spec, usedAddresses(cluster.list(services), uidOf(object)));
    }
    return errors.errors;
  },
  validateStatus(object) {
    const errors = new ErrorList();
    getObjects(getObject(object, 'status', 'loadBalancer'), 'ingress').forEach((ingress, i) => {
      const ip = getString(ingress, 'ip');
      if (ip !== '') checkIp(errors, `status.loadBalancer.ingress[${i}].ip`, ip);
    });
    return errors.errors;
  },
  warningsOf(object) {
    const spec = getObject(object, 'spec');
    const isExternal = getStrings(spec, 'externalIPs').length > 0;
    const isOld = spec['trafficDistribution'] === 'PreferClose';
    return [
      ...(isExternal
        ? ['spec.externalIPs is deprecated and may no longer be implemented in some clusters']
        : []),
      ...(isOld
        ? ['spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"']
        : []),
    ];
  },
};

/** Allocates addresses and ports if the service is valid. */
function complete(object: JsonObject, cluster: ClusterView): void {
  const spec = ensureObject(object, 'spec');
  alignAddresses(spec);
  defaultFamilies(spec);
  const found = new ErrorList();
  checkService(found, spec);
  if (found.errors.length === 0)
    allocate(spec, usedAddresses(cluster.list(services), uidOf(object)));
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
  if (type !== 'ExternalName') setDefaults(spec, { internalTrafficPolicy: 'Cluster' });
  if (type === 'LoadBalancer') spec['allocateLoadBalancerNodePorts'] ??= true;
  for (const ingress of getObjects(getObject(object, 'status', 'loadBalancer'), 'ingress')) {
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
  const policy = getString(spec, 'ipFamilyPolicy');
  if (isFree && (policy === '' || policy === 'RequireDualStack')) {
    setDefaults(spec, { ipFamilyPolicy: 'RequireDualStack', ipFamilies: ['IPv4', 'IPv6'] });
    return;
  }
  setDefaults(spec, { ipFamilyPolicy: 'SingleStack', ipFamilies: ['IPv4'] });
}

const TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
const FAMILY_POLICIES = ['PreferDualStack', 'RequireDualStack', 'SingleStack'];
const DISTRIBUTIONS = ['PreferClose', 'PreferSameZone', 'PreferSameNode'];
const MAX_STICKY_SECONDS = 86_400;
const SOURCE_ANNOTATION = 'service.beta.kubernetes.io/load-balancer-source-ranges';
const CIDR_DETAIL = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';

/** Validates what does not depend on other services (ValidateService). */
function checkService(errors: ErrorList, spec: JsonObject): void {
  const type = getString(spec, 'type');
  const isHeadless = getString(spec, 'clusterIP') === 'None';
  const ports = getObjects(spec, 'ports');
  errors.oneOf('spec.type', type, TYPES);
  if (type === 'ExternalName') checkExternalName(errors, getString(spec, 'externalName'));
  else if (ports.length === 0 && !isHeadless) errors.required('spec.ports');
  if (isHeadless && (type === 'NodePort' || type === 'LoadBalancer')) {
    errors.invalid('spec.clusterIPs[0]', 'None', `may not be set to 'None' for ${type} services`);
  }
  checkPorts(errors, ports, type);
  checkLabels(errors, 'spec.selector', getStringMap(spec, 'selector'));
  checkAffinity(errors, spec);
  checkAddresses(errors, spec);
  getStrings(spec, 'externalIPs').forEach((address, i) => {
    checkPublicIp(errors, `spec.externalIPs[${i}]`, address);
  });
  getStrings(spec, 'loadBalancerSourceRanges').forEach((range, i) => {
    if (parseCidr(range.trim()) !== undefined) return;
    errors.invalid(`spec.LoadBalancerSourceRanges[${i}]`, range, CIDR_DETAIL);
  });
  checkTraffic(errors, spec, type);
  checkBalancer(errors, spec, type);
}

/** The annotation is the older form of the field. */
function checkSourceAnnotation(errors: ErrorList, object: JsonObject): void {
  const text = getStringMap(getObject(object, 'metadata'), 'annotations')[SOURCE_ANNOTATION];
  if (text === undefined || text.trim() === '') return;
  const isValidSelector = text.split(',').every((range) => parseCidr(range.trim()) !== undefined);
  if (isValidSelector) return;
  errors.invalid(`metadata.annotations[${SOURCE_ANNOTATION}]`, text, CIDR_DETAIL);
}

function checkBalancer(errors: ErrorList, spec: JsonObject, type: string): void {
  const only = "may only be used when `type` is 'LoadBalancer'";
  const balancer = getString(spec, 'loadBalancerClass');
  if (type !== 'LoadBalancer') {
    if (balancer !== '') errors.forbidden('spec.loadBalancerClass', only);
    if (typeof spec['allocateLoadBalancerNodePorts'] === 'boolean') {
      errors.forbidden('spec.allocateLoadBalancerNodePorts', only);
    }
  } else if (balancer !== '') {
    errors.problems('spec.loadBalancerClass', balancer, isQualifiedName(balancer));
  }
  const port = getNumber(spec, 'healthCheckNodePort') ?? 0;
  if (port === 0 || needsHealthPort(spec)) return;
  const detail =
    "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
  errors.invalid('spec.healthCheckNodePort', port, detail);
}

function checkExternalName(errors: ErrorList, externalName: string): void {
  const name = externalName.replace(/\.$/, '');
  if (!errors.given('spec.externalName', name)) return;
  errors.problems('spec.externalName', name, isDns1123Subdomain(name));
}

function checkPorts(errors: ErrorList, ports: readonly JsonObject[], type: string): void {
  const names = new Set<string>();
  const numbers = new Set<string>();
  ports.forEach((port, i) => {
    const path = `spec.ports[${i}]`;
    const name = getString(port, 'name');
    if (name === '') {
      if (ports.length > 1) errors.required(`${path}.name`);
    } else {
      errors.problems(`${path}.name`, name, isDns1123Label(name));
      if (names.has(name)) errors.duplicate(`${path}.name`, name);
      names.add(name);
    }
    errors.port(`${path}.port`, port['port'] ?? 0);
    errors.oneOf(`${path}.protocol`, port['protocol'], ['SCTP', 'TCP', 'UDP']);
    checkPort(errors, `${path}.targetPort`, port['targetPort']);
    const protocol = getString(port, 'appProtocol');
    if (protocol !== '') {
      errors.problems(`${path}.appProtocol`, protocol, isQualifiedName(protocol));
    }
    const number = getNumber(port, 'nodePort') ?? 0;
    if (number !== 0 && type !== 'NodePort' && type !== 'LoadBalancer') {
      errors.forbidden(`${path}.nodePort`, `may not be used when \`type\` is '${type}'`);
    }
    const key = `${getString(port, 'protocol')}/${getNumber(port, 'port') ?? 0}`;
    if (numbers.has(key)) {
      const printed = goStruct({
        Name: '',
        Protocol: getString(port, 'protocol'),
        AppProtocol: null,
        Port: getNumber(port, 'port') ?? 0,
        TargetPort: 0,
        NodePort: 0,
      });
      const message = `Duplicate value: ${printed.verbatim}`;
      errors.add([{ type: 'FieldValueDuplicate', field: path, message }]);
    }
    numbers.add(key);
  });
}

function checkAffinity(errors: ErrorList, spec: JsonObject): void {
  errors.oneOf('spec.sessionAffinity', spec['sessionAffinity'], ['ClientIP', 'None']);
  const seconds = getNumber(getObject(spec, 'sessionAffinityConfig', 'clientIP'), 'timeoutSeconds');
  if (seconds === undefined || (seconds > 0 && seconds <= MAX_STICKY_SECONDS)) return;
  errors.invalid(
    'spec.sessionAffinityConfig.clientIP.timeoutSeconds',
    seconds,
    `must be greater than 0 and less than ${MAX_STICKY_SECONDS}`,
  );
}

function checkAddresses(errors: ErrorList, spec: JsonObject): void {
  const addresses = getStrings(spec, 'clusterIPs');
  const own = getString(spec, 'clusterIP');
  const [first] = addresses;
  const families = getStrings(spec, 'ipFamilies');
  errors.oneOf('spec.ipFamilyPolicy', spec['ipFamilyPolicy'], FAMILY_POLICIES);
  if (spec['type'] === 'ExternalName') {
    if (addresses.length > 0) {
      errors.forbidden('spec.clusterIPs', 'may not be set for ExternalName services');
    }
    return;
  }
  if (first !== undefined && own === '') {
    const detail = 'must be empty when `clusterIP` is not specified';
    errors.invalid('spec.clusterIPs', [...addresses], detail);
  } else if (first !== undefined && own !== first) {
    errors.invalid('spec.clusterIPs', [...addresses], 'first value must match `clusterIP`');
  } else if (first !== undefined && first !== 'None') {
    checkIp(errors, 'spec.clusterIPs[0]', first);
  }
  if (own !== 'None' && spec['ipFamilyPolicy'] === 'RequireDualStack') {
    errors.invalid(
      'spec.ipFamilyPolicy',
      'RequireDualStack',
      'this cluster is not configured for dual-stack services',
    );
  }
  if (families.length > 1 && spec['ipFamilyPolicy'] === 'SingleStack') {
    const detail =
      "must be 'RequireDualStack' or 'PreferDualStack' when multiple IP families are specified";
    errors.invalid('spec.ipFamilyPolicy', 'SingleStack', detail);
    return;
  }
  families.forEach((family, i) => {
    if (family === 'IPv4' || (family === 'IPv6' && own === 'None')) return;
    const path = `spec.ipFamilies[${i}]`;
    if (family === 'IPv6') errors.invalid(path, family, 'not configured on this cluster');
    else errors.notSupported(path, family, ['IPv4', 'IPv6']);
  });
}

function checkTraffic(errors: ErrorList, spec: JsonObject, type: string): void {
  const policies = ['Cluster', 'Local'];
  const outside = getString(spec, 'externalTrafficPolicy');
  const isExternal =
    type === 'NodePort' || type === 'LoadBalancer' || getStrings(spec, 'externalIPs').length > 0;
  if (outside !== '' && !isExternal) {
    const detail = 'may only be set for externally-accessible services';
    errors.invalid('spec.externalTrafficPolicy', outside, detail);
  } else {
    errors.oneOf('spec.externalTrafficPolicy', outside, policies);
  }
  errors.oneOf('spec.internalTrafficPolicy', spec['internalTrafficPolicy'], policies);
  errors.oneOf('spec.trafficDistribution', spec['trafficDistribution'], DISTRIBUTIONS);
}

/** An address is immutable unless the type of the service changes to or from ExternalName. */
function checkServiceChange(errors: ErrorList, next: JsonObject, live: JsonObject): void {
  const areBalanced = next['type'] === 'LoadBalancer' && live['type'] === 'LoadBalancer';
  if (areBalanced && next['loadBalancerClass'] !== live['loadBalancerClass']) {
    const { loadBalancerClass = null } = next;
    errors.invalid('spec.loadBalancerClass', loadBalancerClass, 'may not change once set');
  }
  const ports = [next, live].map((spec) => getNumber(spec, 'healthCheckNodePort') ?? 0);
  if (needsHealthPort(next) && needsHealthPort(live) && ports[0] !== ports[1]) {
    errors.forbidden('spec.healthCheckNodePort', 'field is immutable');
  }
  if (next['type'] === 'ExternalName' || live['type'] === 'ExternalName') return;
  const [before] = getStrings(live, 'clusterIPs');
  const after = getStrings(next, 'clusterIPs');
  const isAsked = next['clusterIP'] !== live['clusterIP'];
  if (before === undefined || after[0] === before || !isAsked) return;
  const value: JsonValue = [...after];
  errors.invalid('spec.clusterIPs[0]', value, 'may not change once set');
}
