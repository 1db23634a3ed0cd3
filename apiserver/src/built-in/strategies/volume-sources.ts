import { parseQuantity } from '@vmgen/runtime/meta';
import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { isDns1123Label, isDns1123Subdomain } from '@vmgen/base/text';
import { checkClaimSpec } from './claim-rules.js';
import type { ErrorList } from './error-list.js';
import {
  isFilled,
  getNumber,
  getObject,
  getString,
  getStringMap,
  getStrings,
  getObjects,
} from './fields.js';
import { checkLocalPath, CONTAINER_RESOURCES } from './validate-container.js';

type Rule = (errors: ErrorList, path: string, source: JsonObject) => void;

const HOST_PATH_TYPES = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
];
const DISK_URI = 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd';
const QUALIFIED_DISK =
  /^(iqn\.\d{4}-\d{2}\.[a-z0-9.-]+(:.*)?|eui\.[0-9a-fA-F]{16}|naa\.[0-9a-fA-F]{32})$/;

/** The required fields of each source. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  awsElasticBlockStore: ['volumeID'],
  azureDisk: ['diskName', 'diskURI'],
  azureFile: ['secretName', 'shareName'],
  cephfs: ['monitors'],
  cinder: ['volumeID'],
  configMap: ['name'],
  csi: ['driver'],
  flexVolume: ['driver'],
  gcePersistentDisk: ['pdName'],
  gitRepo: ['repository'],
  glusterfs: ['endpoints', 'path'],
  hostPath: ['path'],
  image: ['reference'],
  iscsi: ['targetPortal', 'iqn'],
  nfs: ['server', 'path'],
  persistentVolumeClaim: ['claimName'],
  photonPersistentDisk: ['pdID'],
  portworxVolume: ['volumeID'],
  quobyte: ['volume'],
  rbd: ['monitors', 'image'],
  scaleIO: ['gateway', 'system', 'volumeName'],
  secret: ['secretName'],
  storageos: ['volumeName'],
  vsphereVolume: ['volumePath'],
};

/** Further rules of each source. */
const RULES: Readonly<Record<string, Rule>> = {
  awsElasticBlockStore: checkPartition,
  azureDisk: checkAzureDisk,
  cinder: checkNamedSecret('secretRef'),
  configMap: checkFiles,
  csi(errors, path, source) {
    const driver = getString(source, 'driver');
    if (driver !== '') {
      errors.problems(`${path}.driver`, driver, isDns1123Subdomain(driver.toLowerCase()));
    }
    checkNamedSecret('nodePublishSecretRef')(errors, path, source);
  },
  downwardAPI: checkDownwardFiles,
  emptyDir(errors, path, source) {
    const limit = getString(source, 'sizeLimit');
    if (limit !== '' && parseQuantity(limit).toNanos() < 0n) {
      errors.forbidden(`${path}.sizeLimit`, 'SizeLimit field must be a valid resource quantity');
    }
  },
  ephemeral: checkEphemeralVolume,
  fc: checkFibreChannel,
  flexVolume(errors, path, source) {
    for (const name of Object.keys(getStringMap(source, 'options'))) {
      if (!/(^|\.)(kubernetes|k8s)\.io\//.test(name)) continue;
      const detail = 'kubernetes.io and k8s.io namespaces are reserved';
      errors.invalid(`${path}.options[${name}]`, name, detail);
    }
  },
  flocker: checkFlocker,
  gcePersistentDisk: checkPartition,
  gitRepo: (errors, path, source) =>
    checkRelative(errors, `${path}.directory`, getString(source, 'directory')),
  hostPath(errors, path, source) {
    const local = getString(source, 'path');
    if (local === '') return;
    if (local.split('/').includes('..')) {
      errors.invalid(`${path}.path`, local, "must not contain '..'");
    }
    errors.oneOf(`${path}.type`, source['type'], HOST_PATH_TYPES);
  },
  image: (errors, path, source) =>
    errors.oneOf(`${path}.pullPolicy`, source['pullPolicy'], ['Always', 'IfNotPresent', 'Never']),
  iscsi: checkIscsi,
  nfs(errors, path, source) {
    const exported = getString(source, 'path');
    if (exported.startsWith('/')) return;
    errors.invalid(`${path}.path`, exported, 'must be an absolute path');
  },
  quobyte: checkQuobyte,
  secret: checkFiles,
  storageos(errors, path, source) {
    const name = getString(source, 'volumeName');
    if (name !== '') errors.problems(`${path}.volumeName`, name, isDns1123Label(name));
    checkNamedSecret('secretRef')(errors, path, source);
  },
};

/**
 * Validates the source of a volume.
 *
 * Upstream: validateVolumeSource in kubernetes/pkg/apis/core/validation/validation.go
 *
 * @param path of the volume
 * @param account the service account of the pod
 */
export function checkVolumeSource(
  errors: ErrorList,
  path: string,
  kind: string,
  source: JsonObject,
  account: string,
): void {
  // kube-apiserver uses an old name for this source.
  const at = `${path}.${kind === 'gcePersistentDisk' ? 'persistentDisk' : kind}`;
  if (kind === 'projected') {
    checkProjected(errors, at, source, account);
    return;
  }
  for (const name of REQUIRED[kind] ?? []) {
    const value = source[name];
    errors.given(`${at}.${name}`, Array.isArray(value) && value.length === 0 ? null : value);
  }
  RULES[kind]?.(errors, at, source);
}

function checkPartition(errors: ErrorList, path: string, source: JsonObject): void {
  const partition = getNumber(source, 'partition') ?? 0;
  if (partition >= 0 && partition <= 255) return;
  errors.inRange(`${path}.partition`, partition, 1, 255);
}

function checkNamedSecret(field: string): Rule {
  return (errors, path, source) => {
    const secret = source[field];
    if (isJsonObject(secret)) errors.given(`${path}.${field}.name`, secret['name']);
  };
}

function checkRelative(errors: ErrorList, path: string, local: string): void {
  if (local.startsWith('/')) errors.invalid(path, local, 'must be a relative path');
  else if (local.split('/').includes('..')) errors.invalid(path, local, "must not contain '..'");
}

function checkIscsi(errors: ErrorList, path: string, source: JsonObject): void {
  const detail = 'must be valid format starting with iqn, eui, or naa';
  const iqn = getString(source, 'iqn');
  if (iqn !== '' && !QUALIFIED_DISK.test(iqn)) errors.invalid(`${path}.iqn`, iqn, detail);
  errors.inRange(`${path}.lun`, source['lun'], 0, 255);
  const isChecked = source['chapAuthDiscovery'] === true || source['chapAuthSession'] === true;
  if (isChecked && !isJsonObject(source['secretRef'])) errors.required(`${path}.secretRef`);
  const initiator = getString(source, 'initiatorName');
  if (initiator !== '' && !QUALIFIED_DISK.test(initiator)) {
    errors.invalid(`${path}.initiatorname`, initiator, detail);
  }
}

function checkFlocker(errors: ErrorList, path: string, source: JsonObject): void {
  const [name, uuid] = [getString(source, 'datasetName'), getString(source, 'datasetUUID')];
  if (name === '' && uuid === '') {
    errors.required(path, 'one of datasetName and datasetUUID is required');
  } else if (name !== '' && uuid !== '') {
    const detail = 'datasetName and datasetUUID can not be specified simultaneously';
    errors.invalid(path, 'resource', detail);
  }
  if (name.includes('/')) errors.invalid(`${path}.datasetName`, name, "must not contain '/'");
}

function checkFibreChannel(errors: ErrorList, path: string, source: JsonObject): void {
  const names = [...getStrings(source, 'targetWWNs')];
  const hasIds = isFilled(source['wwids']);
  if (names.length === 0 && !hasIds) {
    const detail = 'must specify either targetWWNs or wwids, but not both';
    errors.required(`${path}.targetWWNs`, detail);
  }
  if (names.length > 0 && hasIds) {
    const detail = 'targetWWNs and wwids can not be specified simultaneously';
    errors.invalid(`${path}.targetWWNs`, names, detail);
  }
  if (names.length === 0) return;
  if (source['lun'] === undefined) {
    errors.required(`${path}.lun`, 'lun is required if targetWWNs is specified');
  } else {
    errors.inRange(`${path}.lun`, source['lun'], 0, 255);
  }
}

function checkAzureDisk(errors: ErrorList, path: string, source: JsonObject): void {
  errors.oneOf(`${path}.cachingMode`, source['cachingMode'], ['None', 'ReadOnly', 'ReadWrite']);
  errors.oneOf(`${path}.kind`, source['kind'], ['Dedicated', 'Managed', 'Shared']);
  const uri = getString(source, 'diskURI');
  const isManaged = source['kind'] === 'Managed';
  if (isManaged && !uri.startsWith('/subscriptions/')) {
    const form =
      '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}';
    errors.notSupported(`${path}.diskURI`, uri, [form]);
  }
  if (!isManaged && !uri.startsWith('https://')) {
    errors.notSupported(`${path}.diskURI`, uri, [DISK_URI]);
  }
}

function checkQuobyte(errors: ErrorList, path: string, source: JsonObject): void {
  const detail = 'must be a host:port pair or multiple pairs separated by commas';
  const registry = getString(source, 'registry');
  if (registry === '') errors.required(`${path}.registry`, detail);
  else if (registry.split(',').some((pair) => !/^[^:]+:\d+$/.test(pair))) {
    errors.invalid(`${path}.registry`, registry, detail);
  }
}

function checkEphemeralVolume(errors: ErrorList, path: string, source: JsonObject): void {
  const at = `${path}.volumeClaimTemplate`;
  const template = source['volumeClaimTemplate'];
  if (!isJsonObject(template)) {
    errors.required(at);
    return;
  }
  const metadata = getObject(template, 'metadata');
  for (const name of Object.keys(metadata)) {
    if (name === 'labels' || name === 'annotations') continue;
    errors.forbidden(`${at}.metadata.${name}`, 'cannot be set');
  }
  checkClaimSpec(errors, `${at}.spec`, getObject(template, 'spec'));
}

const MAX_MODE = 0o777;
const LEAST_TOKEN_SECONDS = 600;
const MOST_TOKEN_SECONDS = 2 ** 32;
const POD_FIELDS = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
];

/** Validates the files from keys of a ConfigMap or Secret. */
function checkFiles(errors: ErrorList, path: string, source: JsonObject): void {
  checkMode(errors, `${path}.defaultMode`, source['defaultMode']);
  checkItems(errors, path, source);
}

/** Validates the files of the downward API. */
function checkDownwardFiles(errors: ErrorList, path: string, source: JsonObject): void {
  checkMode(errors, `${path}.defaultMode`, source['defaultMode']);
  for (const item of getObjects(source, 'items')) {
    const local = getString(item, 'path');
    // The paths of these errors have no index.
    if (local === '') errors.required(`${path}.path`);
    else checkLocalPath(errors, `${path}.path`, local);
    const { fieldRef, resourceFieldRef } = item;
    if (isJsonObject(fieldRef)) {
      const field = getString(fieldRef, 'fieldPath');
      if (!/^metadata\.(labels|annotations)\['[^']*'\]$/.test(field)) {
        errors.oneOf(`${path}.fieldRef.fieldPath`, field, POD_FIELDS);
      }
    } else if (isJsonObject(resourceFieldRef)) {
      const at = `${path}.resourceFieldRef`;
      if (errors.given(`${at}.containerName`, resourceFieldRef['containerName'])) {
        errors.oneOf(`${at}.resource`, resourceFieldRef['resource'], CONTAINER_RESOURCES);
      }
    } else {
      errors.required(path, 'one of fieldRef and resourceFieldRef is required');
    }
    checkMode(errors, `${path}.mode`, item['mode']);
  }
}

/** Validates a projected volume. Its sources must not contain the same path twice. */
function checkProjected(
  errors: ErrorList,
  path: string,
  source: JsonObject,
  account: string,
): void {
  checkMode(errors, `${path}.defaultMode`, source['defaultMode']);
  const paths = new Set<string>();
  getObjects(source, 'sources').forEach((projection, i) => {
    checkProjection(errors, path, `${path}.sources[${i}]`, projection, account);
    for (const name of ['secret', 'configMap']) {
      const from = projection[name];
      if (!isJsonObject(from)) continue;
      const own = getObjects(from, 'items').map((item) => getString(item, 'path'));
      if (own.some((it) => it !== '' && paths.has(it))) {
        errors.invalid(path, getString(from, 'name'), 'conflicting duplicate paths');
      }
      for (const it of own) paths.add(it);
    }
  });
}

function checkProjection(
  errors: ErrorList,
  volumePath: string,
  path: string,
  projection: JsonObject,
  account: string,
): void {
  for (const name of ['secret', 'configMap']) {
    const source = projection[name];
    if (!isJsonObject(source)) continue;
    errors.given(`${path}.${name}.name`, source['name']);
    checkItems(errors, `${path}.${name}`, source);
  }
  const { downwardAPI, serviceAccountToken: token } = projection;
  if (isJsonObject(downwardAPI)) checkDownwardFiles(errors, `${path}.downwardAPI`, downwardAPI);
  if (isJsonObject(token)) {
    const at = `${path}.serviceAccountToken`;
    if (account === '') {
      errors.forbidden(at, 'must not be specified when serviceAccountName is not set');
    }
    const seconds = token['expirationSeconds'];
    if (typeof seconds === 'number' && seconds < LEAST_TOKEN_SECONDS) {
      const detail = 'may not specify a duration less than 10 minutes';
      errors.invalid(`${at}.expirationSeconds`, seconds, detail);
    } else if (typeof seconds === 'number' && seconds > MOST_TOKEN_SECONDS) {
      const detail = 'may not specify a duration larger than 2^32 seconds';
      errors.invalid(`${at}.expirationSeconds`, seconds, detail);
    }
    const local = getString(token, 'path');
    if (local === '') errors.required(`${volumePath}.path`);
    else checkLocalPath(errors, `${volumePath}.path`, local);
  }
  if (Object.keys(projection).length > 1) {
    errors.forbidden(path, 'may not specify more than 1 volume type per source');
  }
}

function checkItems(errors: ErrorList, path: string, source: JsonObject): void {
  getObjects(source, 'items').forEach((item, i) => {
    const at = `${path}.items[${i}]`;
    errors.given(`${at}.key`, item['key']);
    const local = getString(item, 'path');
    errors.given(`${at}.path`, local);
    checkLocalPath(errors, `${at}.path`, local);
    if (local.startsWith('..') && !local.startsWith('../')) {
      errors.invalid(`${at}.path`, local, "must not start with '..'");
    }
    checkMode(errors, `${at}.mode`, item['mode']);
  });
}

function checkMode(errors: ErrorList, path: string, mode: JsonValue | undefined): void {
  if (typeof mode !== 'number' || (mode >= 0 && mode <= MAX_MODE)) return;
  errors.invalid(path, mode, 'must be a number between 0 and 0777 (octal), both inclusive');
}
