import { isIP } from 'node:net';
import type { JsonObject } from '@vmgen/crd/internal/json';
import { isDns1123Subdomain, isQualifiedName } from '@vmgen/crd/internal';
import { checkAccessModes } from './claim-rules.js';
import { ErrorList } from './error-list.js';
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
import { checkIp } from './ip-rules.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { protect } from './persistent-volume-claim.js';
import { checkAmount, checkResourceName } from './resource-rules.js';
import { sameJson } from './workload-rules.js';

const MAX_PRIORITY = 1_000_000_000;

/** storage.k8s.io StorageClass. */
export const storageClassStrategy: BuiltInStrategy = {
  returnsDeleted: true,
  defaults: (object) =>
    setDefaults(object, { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' }),
  judgesAlone: true,
  validate(object, live) {
    const errors = new ErrorList();
    const provisioner = textIn(object, 'provisioner');
    if (errors.given('provisioner', provisioner)) {
      errors.problems('provisioner', provisioner, isQualifiedName(provisioner.toLowerCase()));
    }
    errors.oneOf('reclaimPolicy', object['reclaimPolicy'], ['Delete', 'Retain']);
    errors.oneOf('volumeBindingMode', object['volumeBindingMode'], [
      'Immediate',
      'WaitForFirstConsumer',
    ]);
    for (const name of ['parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode']) {
      if (live === undefined) break;
      errors.immutable(name, sameJson(object[name], live[name]), object[name]);
    }
    return errors.errors;
  },
};

/** scheduling.k8s.io PriorityClass. */
export const priorityClassStrategy: BuiltInStrategy = {
  defaults: (object) => setDefaults(object, { preemptionPolicy: 'PreemptLowerPriority' }),
  judgesAlone: true,
  validate(object, live) {
    const errors = new ErrorList();
    const name = textIn(objectAt(object, 'metadata'), 'name');
    const value = numberIn(object, 'value') ?? 0;
    if (live !== undefined) {
      if (value !== (numberIn(live, 'value') ?? 0)) {
        errors.forbidden('value', 'may not be changed in an update.');
      }
      const policy = object['preemptionPolicy'];
      errors.immutable('preemptionPolicy', policy === live['preemptionPolicy'], policy);
      return errors.errors;
    }
    if (name.startsWith('system-')) {
      const detail = `priority class names with 'system-' prefix are reserved for system use only. error: ${name} is not a known system priority class`;
      errors.forbidden('metadata.name', detail);
    } else if (value > MAX_PRIORITY) {
      const detail = `maximum allowed value of a user defined priority is ${MAX_PRIORITY}`;
      errors.forbidden('value', detail);
    }
    errors.oneOf('preemptionPolicy', object['preemptionPolicy'], ['PreemptLowerPriority', 'Never']);
    return errors.errors;
  },
};

/** core/v1 Endpoints. */
export const endpointsStrategy: BuiltInStrategy = {
  defaults(object) {
    for (const subset of objectsIn(object, 'subsets')) {
      for (const port of objectsIn(subset, 'ports')) setDefaults(port, { protocol: 'TCP' });
    }
  },
  judgesAlone: true,
  validate(object) {
    const errors = new ErrorList();
    objectsIn(object, 'subsets').forEach((subset, i) => {
      checkSubset(errors, `subsets[${i}]`, subset);
    });
    return errors.errors;
  },
};

function checkSubset(errors: ErrorList, path: string, subset: JsonObject): void {
  const lists = ['addresses', 'notReadyAddresses'];
  if (lists.every((name) => objectsIn(subset, name).length === 0)) {
    errors.required(path, 'must specify `addresses` or `notReadyAddresses`');
  }
  for (const name of lists) {
    objectsIn(subset, name).forEach((it, i) => {
      checkSpecialIp(errors, `${path}.${name}[${i}].ip`, textIn(it, 'ip'));
    });
  }
  const ports = objectsIn(subset, 'ports');
  ports.forEach((port, i) => {
    if (ports.length > 1) errors.given(`${path}.ports[${i}].name`, port['name']);
    errors.port(`${path}.ports[${i}].port`, port['port'] ?? 0);
    errors.oneOf(`${path}.ports[${i}].protocol`, port['protocol'], ['SCTP', 'TCP', 'UDP']);
  });
}

function checkSpecialIp(errors: ErrorList, path: string, address: string): void {
  checkIp(errors, path, address);
  if (isIP(address) === 0) {
    errors.invalid(path, address, 'must be a valid IP address');
  } else if (address.startsWith('127.') || address === '::1') {
    errors.invalid(path, address, 'may not be in the loopback range (127.0.0.0/8, ::1/128)');
  } else if (/^0\.0\.0\.0$|^::$/.test(address)) {
    errors.invalid(path, address, 'may not be unspecified (0.0.0.0 or ::)');
  }
}

/** discovery.k8s.io EndpointSlice. */
export const endpointSliceStrategy: BuiltInStrategy = {
  defaults(object) {
    for (const port of objectsIn(object, 'ports')) {
      setDefaults(port, { protocol: 'TCP' });
      port['name'] ??= '';
    }
  },
  judgesAlone: true,
  validate(object, live) {
    const errors = new ErrorList();
    const type = textIn(object, 'addressType');
    if (errors.given('addressType', type)) {
      errors.oneOf('addressType', type, ['FQDN', 'IPv4', 'IPv6']);
    }
    if (live !== undefined && type !== live['addressType']) {
      errors.immutable('addressType', false, type);
      return errors.errors;
    }
    objectsIn(object, 'endpoints').forEach((endpoint, i) => {
      const path = `endpoints[${i}].addresses`;
      const addresses = textsIn(endpoint, 'addresses');
      if (addresses.length === 0) errors.required(path, 'must contain at least 1 address');
      addresses.forEach((address, j) => {
        if (type === 'IPv4' || type === 'IPv6') checkIp(errors, `${path}[${j}]`, address);
      });
    });
    const names = new Set<string>();
    objectsIn(object, 'ports').forEach((port, i) => {
      const name = textIn(port, 'name');
      if (names.has(name)) errors.duplicate(`ports[${i}].name`, name);
      names.add(name);
      errors.oneOf(`ports[${i}].protocol`, port['protocol'], ['SCTP', 'TCP', 'UDP']);
    });
    return errors.errors;
  },
};

const IN_USE = 'kubernetes.io/pv-protection';

/** core/v1 PersistentVolume. */
export const persistentVolumeStrategy: BuiltInStrategy = {
  returnsDeleted: true,
  protectionFinalizer: IN_USE,
  fieldLabels: { name: 'metadata.name' },
  defaults(object) {
    const spec = madeObjectAt(object, 'spec');
    setDefaults(spec, { persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Filesystem' });
    const { hostPath } = spec;
    if (hostPath !== undefined) objectAt(spec, 'hostPath')['type'] ??= '';
    setDefaults(madeObjectAt(object, 'status'), { phase: 'Pending' });
  },
  prepareForCreate(object) {
    const { creationTimestamp = null } = objectAt(object, 'metadata');
    object['status'] = { phase: 'Pending', lastPhaseTransitionTime: creationTimestamp };
    protect(object, IN_USE);
  },
  judgesAlone: true,
  validate(object) {
    const errors = new ErrorList();
    const spec = objectAt(object, 'spec');
    const modes = textsIn(spec, 'accessModes');
    if (modes.length === 0) errors.required('spec.accessModes');
    checkAccessModes(errors, 'spec.accessModes', modes);
    const capacity = textMapIn(spec, 'capacity');
    if (!isFilled(capacity)) errors.required('spec.capacity');
    if (capacity['storage'] === undefined || Object.keys(capacity).length > 1) {
      const value = isFilled(capacity) ? { ...capacity } : null;
      errors.notSupported('spec.capacity', value, ['storage']);
    }
    errors.oneOf('spec.persistentVolumeReclaimPolicy', spec['persistentVolumeReclaimPolicy'], [
      'Delete',
      'Recycle',
      'Retain',
    ]);
    checkSources(errors, spec);
    const name = textIn(spec, 'storageClassName');
    if (name !== '') errors.problems('spec.storageClassName', name, isDns1123Subdomain(name));
    errors.oneOf('spec.volumeMode', spec['volumeMode'], ['Block', 'Filesystem']);
    return errors.errors;
  },
  warningsOf(object) {
    const isOld = objectAt(object, 'spec')['persistentVolumeReclaimPolicy'] === 'Recycle';
    const text =
      'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.';
    return isOld ? [text] : [];
  },
};

const VOLUME_SOURCES = [
  'hostPath',
  'nfs',
  'csi',
  'local',
  'iscsi',
  'fc',
  'rbd',
  'cephfs',
  'azureFile',
  'cinder',
];

function checkSources(errors: ErrorList, spec: JsonObject): void {
  const [first, ...others] = VOLUME_SOURCES.filter((name) => spec[name] !== undefined);
  if (first === undefined) errors.required('spec', 'must specify a volume type');
  for (const name of others) {
    errors.forbidden(`spec.${name}`, 'may not specify more than 1 volume type');
  }
}

/** core/v1 LimitRange. */
export const limitRangeStrategy: BuiltInStrategy = {
  defaults(object) {
    for (const limit of objectsIn(objectAt(object, 'spec'), 'limits')) {
      if (limit['type'] !== 'Container') continue;
      setFilled(limit, 'default', objectAt(limit, 'max'));
      setFilled(limit, 'defaultRequest', objectAt(limit, 'default'));
      setFilled(limit, 'defaultRequest', objectAt(limit, 'min'));
    }
  },
  judgesAlone: true,
  validate(object) {
    const errors = new ErrorList();
    const types = new Set<string>();
    objectsIn(objectAt(object, 'spec'), 'limits').forEach((limit, i) => {
      const path = `spec.limits[${i}]`;
      const type = textIn(limit, 'type');
      if (types.has(type)) errors.duplicate(`${path}.type`, type);
      types.add(type);
      for (const name of ['default', 'defaultRequest']) {
        if (type !== 'Pod' || !isFilled(limit[name])) continue;
        errors.forbidden(`${path}.${name}`, "may not be specified when `type` is 'Pod'");
      }
    });
    return errors.errors;
  },
};

function setFilled(limit: JsonObject, name: string, defaults: JsonObject): void {
  if (isFilled(defaults)) setDefaults(madeObjectAt(limit, name), defaults);
}

const SCOPES = [
  'Terminating',
  'NotTerminating',
  'BestEffort',
  'NotBestEffort',
  'PriorityClass',
  'CrossNamespacePodAffinity',
  'VolumeAttributesClass',
];
const QUOTA: ReadonlySet<string> = new Set([
  'cpu',
  'memory',
  'storage',
  'pods',
  'services',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'resourcequotas',
  'replicationcontrollers',
]);

/** core/v1 ResourceQuota. */
export const resourceQuotaStrategy: BuiltInStrategy = {
  judgesAlone: true,
  validate(object, live) {
    const errors = new ErrorList();
    const spec = objectAt(object, 'spec');
    for (const [name, amount] of Object.entries(textMapIn(spec, 'hard'))) {
      const path = `spec.hard[${name}]`;
      checkResourceName(errors, path, name);
      if (!/[./]/.test(name) && !QUOTA.has(name) && !name.startsWith('hugepages-')) {
        errors.invalid(path, name, 'must be a standard resource for quota');
      }
      checkAmount(errors, path, name, amount);
    }
    checkScopes(errors, spec);
    if (live !== undefined) {
      const isSame = sameJson(spec['scopes'], objectAt(live, 'spec')['scopes']);
      errors.immutable('spec.scopes', isSame, spec['scopes']);
    }
    return errors.errors;
  },
};

function checkScopes(errors: ErrorList, spec: JsonObject): void {
  const scopes = [...textsIn(spec, 'scopes')];
  const path = 'spec.scopes';
  for (const scope of scopes) {
    if (!SCOPES.includes(scope)) errors.invalid(path, scopes, 'unsupported scope');
    for (const name of Object.keys(textMapIn(spec, 'hard'))) {
      const isOfPods = /^(pods|cpu|memory|(requests|limits)\.)/.test(name);
      if (scope.endsWith('BestEffort') && !isOfPods) {
        errors.invalid(path, scopes, 'unsupported scope applied to resource');
      }
    }
  }
  for (const pair of [
    ['BestEffort', 'NotBestEffort'],
    ['Terminating', 'NotTerminating'],
  ]) {
    if (pair.every((scope) => scopes.includes(scope))) {
      errors.invalid(path, scopes, 'conflicting scopes');
    }
  }
}
