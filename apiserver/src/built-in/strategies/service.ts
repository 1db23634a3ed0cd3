import { type JsonObject, type JsonValue } from '@vmgen/crd/internal/json';
import { isDns1123Label, isDns1123Subdomain } from '@vmgen/crd/internal';
import { ErrorList, goStruct } from './error-list.js';
import {
  isFilled,
  madeObjectAt,
  numberIn,
  objectAt,
  objectsIn,
  setDefaults,
  textIn,
  textMapIn,
  textsIn,
} from './fields.js';
import { checkIp, parseCidr } from './ip-rules.js';
import type { ClusterView } from '../../resource/endpoint.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { checkPort } from './port-rules.js';
import { checkLabels } from './selector-rules.js';
import { allocate, checkChosen, takenBy } from './service-addresses.js';

const TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
const STICKY_SECONDS = 10_800;
const MAX_STICKY_SECONDS = 86_400;

const services = { group: '', version: 'v1', plural: 'services' };

/** core/v1 Service, with addresses and ports of nodes as the server hands them out. */
export const serviceStrategy: BuiltInStrategy = {
  fieldLabels: { 'spec.clusterIP': 'spec.clusterIP', 'spec.type': 'spec.type' },
  nameForm: 'dns1123-label',
  judgesAlone: true,
  returnsDeleted: true,
  defaults: defaultService,
  initialStatus: () => ({ loadBalancer: {} }),
  prepareForCreate: (object, cluster) => complete(object, cluster),
  prepareForUpdate(next, live, _subresource, cluster) {
    const spec = madeObjectAt(next, 'spec');
    keepAllocated(spec, objectAt(live, 'spec'));
    complete(next, cluster);
  },
  validate(object, live, cluster) {
    const errors = new ErrorList();
    const spec = objectAt(object, 'spec');
    checkShape(errors, spec);
    if (live !== undefined) checkChange(errors, spec, objectAt(live, 'spec'));
    if (errors.errors.length === 0) {
      checkChosen(errors, spec, takenBy(cluster.list(services), uidOf(object)));
    }
    return errors.errors;
  },
  warningsOf(object) {
    const isExternal = textsIn(objectAt(object, 'spec'), 'externalIPs').length > 0;
    const text = 'spec.externalIPs is deprecated and may no longer be implemented in some clusters';
    return isExternal ? [text] : [];
  },
};

/** Hands out what a service needs, where the rest of it is right. */
function complete(object: JsonObject, cluster: ClusterView): void {
  const spec = madeObjectAt(object, 'spec');
  alignAddresses(spec);
  defaultFamilies(spec);
  const found = new ErrorList();
  checkShape(found, spec);
  if (found.errors.length === 0) allocate(spec, takenBy(cluster.list(services), uidOf(object)));
}

const uidOf = (object: JsonObject): string => textIn(objectAt(object, 'metadata'), 'uid');

function defaultService(object: JsonObject): void {
  const spec = madeObjectAt(object, 'spec');
  setDefaults(spec, { sessionAffinity: 'None', type: 'ClusterIP' });
  const type = textIn(spec, 'type');
  if (spec['sessionAffinity'] === 'ClientIP') {
    setDefaults(madeObjectAt(spec, 'sessionAffinityConfig', 'clientIP'), {
      timeoutSeconds: STICKY_SECONDS,
    });
  } else {
    Reflect.deleteProperty(spec, 'sessionAffinityConfig');
  }
  for (const port of objectsIn(spec, 'ports')) {
    setDefaults(port, { protocol: 'TCP' });
    const { targetPort = 0 } = port;
    if (targetPort === 0 || targetPort === '') port['targetPort'] = port['port'] ?? 0;
  }
  const isExternal =
    type === 'NodePort' || type === 'LoadBalancer' || textsIn(spec, 'externalIPs').length > 0;
  if (isExternal && type !== 'ExternalName')
    setDefaults(spec, { externalTrafficPolicy: 'Cluster' });
  if (type !== 'ExternalName') setDefaults(spec, { internalTrafficPolicy: 'Cluster' });
  if (type === 'LoadBalancer') spec['allocateLoadBalancerNodePorts'] ??= true;
  for (const ingress of objectsIn(objectAt(object, 'status', 'loadBalancer'), 'ingress')) {
    if (textIn(ingress, 'ip') !== '') setDefaults(ingress, { ipMode: 'VIP' });
  }
  setDefaults(madeObjectAt(object, 'status'), { loadBalancer: {} });
}

/** `clusterIP` is the first of `clusterIPs`; what only one of them says both say. */
function alignAddresses(spec: JsonObject): void {
  const address = textIn(spec, 'clusterIP');
  const [first] = textsIn(spec, 'clusterIPs');
  if (address !== '' && first === undefined) spec['clusterIPs'] = [address];
}

/** One family, but for a service without selector and address, which has both. */
function defaultFamilies(spec: JsonObject): void {
  if (spec['type'] === 'ExternalName') return;
  const isFree = textIn(spec, 'clusterIP') === 'None' && !isFilled(spec['selector']);
  if (isFree && textIn(spec, 'ipFamilyPolicy') === '') {
    setDefaults(spec, { ipFamilyPolicy: 'RequireDualStack', ipFamilies: ['IPv4', 'IPv6'] });
    return;
  }
  setDefaults(spec, { ipFamilyPolicy: 'SingleStack', ipFamilies: ['IPv4'] });
}

/** What a replacement does not say of addresses and ports stays as it was. */
function keepAllocated(spec: JsonObject, before: JsonObject): void {
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
  if (textIn(spec, 'clusterIP') === '') {
    const { clusterIP, clusterIPs } = before;
    if (clusterIP !== undefined) Object.assign(spec, { clusterIP, clusterIPs });
  } else if (spec['clusterIP'] !== before['clusterIP'] && sameList(spec, before)) {
    // A client that knows the older field alone.
    spec['clusterIPs'] = [textIn(spec, 'clusterIP')];
  }
  for (const name of ['ipFamilies', 'ipFamilyPolicy']) spec[name] ??= before[name] ?? null;
  keepPorts(spec, before);
}

const sameList = (spec: JsonObject, before: JsonObject): boolean =>
  String(textsIn(spec, 'clusterIPs')) === String(textsIn(before, 'clusterIPs'));

function keepPorts(spec: JsonObject, before: JsonObject): void {
  const needsPorts = spec['type'] === 'NodePort' || spec['type'] === 'LoadBalancer';
  for (const port of needsPorts ? objectsIn(spec, 'ports') : []) {
    if ((numberIn(port, 'nodePort') ?? 0) !== 0) continue;
    const old = objectsIn(before, 'ports').find(
      (it) => it['port'] === port['port'] && it['protocol'] === port['protocol'],
    );
    const number = numberIn(old ?? {}, 'nodePort') ?? 0;
    if (number !== 0) port['nodePort'] = number;
  }
}

/** What of a service does not depend on others (ValidateService). */
function checkShape(errors: ErrorList, spec: JsonObject): void {
  const type = textIn(spec, 'type');
  const isHeadless = textIn(spec, 'clusterIP') === 'None';
  const ports = objectsIn(spec, 'ports');
  errors.oneOf('spec.type', type, TYPES);
  if (type === 'ExternalName') checkExternalName(errors, textIn(spec, 'externalName'));
  else if (ports.length === 0 && !isHeadless) errors.required('spec.ports');
  if (isHeadless && (type === 'NodePort' || type === 'LoadBalancer')) {
    errors.invalid('spec.clusterIPs[0]', 'None', `may not be set to 'None' for ${type} services`);
  }
  checkPorts(errors, ports, type);
  checkLabels(errors, 'spec.selector', textMapIn(spec, 'selector'));
  checkAffinity(errors, spec);
  checkAddresses(errors, spec);
  textsIn(spec, 'externalIPs').forEach((address, i) => {
    checkIp(errors, `spec.externalIPs[${i}]`, address);
  });
  textsIn(spec, 'loadBalancerSourceRanges').forEach((range, i) => {
    if (parseCidr(range) !== undefined) return;
    const detail = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';
    errors.invalid(`spec.LoadBalancerSourceRanges[${i}]`, range, detail);
  });
  checkTraffic(errors, spec, type);
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
    const name = textIn(port, 'name');
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
    const number = numberIn(port, 'nodePort') ?? 0;
    if (number !== 0 && type !== 'NodePort' && type !== 'LoadBalancer') {
      errors.forbidden(`${path}.nodePort`, `may not be used when \`type\` is '${type}'`);
    }
    const key = `${textIn(port, 'protocol')}/${numberIn(port, 'port') ?? 0}`;
    if (numbers.has(key)) {
      const printed = goStruct({
        Name: '',
        Protocol: textIn(port, 'protocol'),
        AppProtocol: null,
        Port: numberIn(port, 'port') ?? 0,
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
  const seconds = numberIn(objectAt(spec, 'sessionAffinityConfig', 'clientIP'), 'timeoutSeconds');
  if (seconds === undefined || (seconds > 0 && seconds <= MAX_STICKY_SECONDS)) return;
  errors.invalid(
    'spec.sessionAffinityConfig.clientIP.timeoutSeconds',
    seconds,
    `must be greater than 0 and less than ${MAX_STICKY_SECONDS}`,
  );
}

function checkAddresses(errors: ErrorList, spec: JsonObject): void {
  const addresses = textsIn(spec, 'clusterIPs');
  const own = textIn(spec, 'clusterIP');
  const [first] = addresses;
  if (spec['type'] === 'ExternalName') {
    if (addresses.length > 0) {
      errors.forbidden('spec.clusterIPs', 'may not be set for ExternalName services');
    }
    return;
  }
  if (first !== undefined && own !== first) {
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
  textsIn(spec, 'ipFamilies').forEach((family, i) => {
    if (family === 'IPv4' || own === 'None') return;
    errors.invalid(`spec.ipFamilies[${i}]`, family, 'not configured on this cluster');
  });
}

function checkTraffic(errors: ErrorList, spec: JsonObject, type: string): void {
  const policies = ['Cluster', 'Local'];
  const outside = textIn(spec, 'externalTrafficPolicy');
  const isExternal =
    type === 'NodePort' || type === 'LoadBalancer' || textsIn(spec, 'externalIPs').length > 0;
  if (outside !== '' && !isExternal) {
    const detail = 'may only be set for externally-accessible services';
    errors.invalid('spec.externalTrafficPolicy', outside, detail);
  } else {
    errors.oneOf('spec.externalTrafficPolicy', outside, policies);
  }
  errors.oneOf('spec.internalTrafficPolicy', spec['internalTrafficPolicy'], policies);
}

/** An address stays, unless the service stops or starts having one. */
function checkChange(errors: ErrorList, next: JsonObject, live: JsonObject): void {
  if (next['type'] === 'ExternalName' || live['type'] === 'ExternalName') return;
  const [before] = textsIn(live, 'clusterIPs');
  const after = textsIn(next, 'clusterIPs');
  if (before === undefined || after[0] === before) return;
  const value: JsonValue = [...after];
  errors.invalid('spec.clusterIPs[0]', value, 'may not change once set');
}
