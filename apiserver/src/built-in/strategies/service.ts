import type { JsonObject } from '@vmgen/base/json';
import { ErrorList } from './error-list.js';
import {
  isFilled,
  ensureObject,
  getObject,
  getObjects,
  setDefaults,
  getString,
  getStrings,
} from './fields.js';
import { checkIp } from './ip-rules.js';
import type { ClusterView } from '../../resource/strategy.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { allocate, checkRequestedAddresses, usedAddresses } from './service-addresses.js';
import { dropTypeDependentFields, keepAllocated } from './service-changes.js';
import { checkServiceChange, checkService, checkSourceAnnotation } from './validate-service.js';

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
