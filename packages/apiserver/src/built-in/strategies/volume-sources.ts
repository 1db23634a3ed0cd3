import { parseQuantity } from '@vmgen/runtime/meta';
import { isDns1123Label, isDns1123Subdomain } from '@vmgen/base/text';
import { Field } from '@vmgen/crd/internal';
import { checkClaimSpec } from './claim-rules.js';
import { checkTokenSeconds } from './csi-driver.js';
import { CONTAINER_RESOURCES, localPathProblems } from './validate-container.js';

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
const MANAGED_DISK_URI = [
  '/subscriptions/',
  '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}',
] as const;
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
const RULES: Readonly<Record<string, (source: Field) => void>> = {
  awsElasticBlockStore: checkPartition,
  azureDisk: checkAzureDisk,
  cinder: (source) => checkNamedSecret(source.at('secretRef')),
  configMap: checkFiles,
  csi(source) {
    source.at('driver').checkIfSet((driver) => isDns1123Subdomain(driver.toLowerCase()));
    checkNamedSecret(source.at('nodePublishSecretRef'));
  },
  downwardAPI: checkDownwardFiles,
  emptyDir(source) {
    const limit = source.at('sizeLimit');
    if (limit.text !== '' && parseQuantity(limit.text).toNanos() < 0n) {
      limit.forbidden('SizeLimit field must be a valid resource quantity');
    }
  },
  ephemeral: checkEphemeralVolume,
  fc: checkFibreChannel,
  flexVolume(source) {
    for (const [name, option] of source.at('options').entries) {
      if (!/(^|\.)(kubernetes|k8s)\.io\//.test(name)) continue;
      option.invalid('kubernetes.io and k8s.io namespaces are reserved', name);
    }
  },
  flocker: checkFlocker,
  gcePersistentDisk: checkPartition,
  gitRepo(source) {
    const [problem] = localPathProblems(source.at('directory').text);
    if (problem !== undefined) source.at('directory').invalid(problem);
  },
  hostPath(source) {
    const path = source.at('path');
    if (path.text === '') return;
    if (path.text.split('/').includes('..')) path.invalid("must not contain '..'");
    source.at('type').oneOf(...HOST_PATH_TYPES);
  },
  image: (source) => source.at('pullPolicy').oneOf('Always', 'IfNotPresent', 'Never'),
  iscsi: checkIscsi,
  nfs(source) {
    const path = source.at('path');
    if (!path.text.startsWith('/')) path.invalid('must be an absolute path', path.text);
  },
  quobyte: checkQuobyte,
  secret: checkFiles,
  storageos(source) {
    source.at('volumeName').checkIfSet(isDns1123Label);
    checkNamedSecret(source.at('secretRef'));
  },
};

/**
 * Validates the source of a volume.
 *
 * Upstream: validateVolumeSource in kubernetes/pkg/apis/core/validation/validation.go
 *
 * @param account the service account of the pod
 */
export function checkVolumeSource(volume: Field, kind: string, account: string): void {
  // kube-apiserver uses an old name for this source.
  const name = kind === 'gcePersistentDisk' ? 'persistentDisk' : kind;
  const source = new Field(volume.at(kind).value, `${volume.path}.${name}`, volume.errors);
  if (kind === 'projected') {
    checkProjected(source, account);
    return;
  }
  for (const required of REQUIRED[kind] ?? []) {
    const field = source.at(required);
    if (Array.isArray(field.value) && !field.isFilled) field.required();
    else field.given();
  }
  RULES[kind]?.(source);
}

function checkPartition(source: Field): void {
  const { number = 0 } = source.at('partition');
  if (number < 0 || number > 255) source.at('partition').inRange(1, 255);
}

function checkNamedSecret(secret: Field): void {
  if (secret.isObject) secret.at('name').given();
}

function checkIscsi(source: Field): void {
  const detail = 'must be valid format starting with iqn, eui, or naa';
  const [iqn, { text: initiator }] = [source.at('iqn'), source.at('initiatorName')];
  if (iqn.text !== '' && !QUALIFIED_DISK.test(iqn.text)) iqn.invalid(detail);
  source.at('lun').inRange(0, 255);
  const isChecked = ['chapAuthDiscovery', 'chapAuthSession'].some(
    (name) => source.at(name).value === true,
  );
  if (isChecked && !source.at('secretRef').isObject) source.at('secretRef').required();
  if (initiator !== '' && !QUALIFIED_DISK.test(initiator)) {
    source.at('initiatorname').invalid(detail, initiator);
  }
}

function checkFlocker(source: Field): void {
  const [name, { text: uuid }] = [source.at('datasetName'), source.at('datasetUUID')];
  if (name.text === '' && uuid === '') {
    source.required('one of datasetName and datasetUUID is required');
  } else if (name.text !== '' && uuid !== '') {
    const detail = 'datasetName and datasetUUID can not be specified simultaneously';
    source.invalid(detail, 'resource');
  }
  if (name.text.includes('/')) name.invalid("must not contain '/'");
}

function checkFibreChannel(source: Field): void {
  const [names, ids, lun] = [source.at('targetWWNs'), source.at('wwids'), source.at('lun')];
  if (!names.isFilled) {
    if (!ids.isFilled) names.required('must specify either targetWWNs or wwids, but not both');
    return;
  }
  if (ids.isFilled) names.invalid('targetWWNs and wwids can not be specified simultaneously');
  if (lun.value === undefined) lun.required('lun is required if targetWWNs is specified');
  else lun.inRange(0, 255);
}

function checkAzureDisk(source: Field): void {
  source.at('cachingMode').oneOf('None', 'ReadOnly', 'ReadWrite');
  source.at('kind').oneOf('Dedicated', 'Managed', 'Shared');
  const uri = source.at('diskURI');
  const [prefix, form] =
    source.at('kind').value === 'Managed' ? MANAGED_DISK_URI : ['https://', DISK_URI];
  if (!uri.text.startsWith(prefix)) uri.notSupported([form]);
}

function checkQuobyte(source: Field): void {
  const detail = 'must be a host:port pair or multiple pairs separated by commas';
  const registry = source.at('registry');
  if (!registry.given(detail)) return;
  const pairs = registry.text.split(',');
  if (pairs.some((pair) => !/^[^:]+:\d+$/.test(pair))) registry.invalid(detail);
}

function checkEphemeralVolume(source: Field): void {
  const template = source.at('volumeClaimTemplate');
  if (!template.isObject) {
    template.required();
    return;
  }
  const metadata = template.at('metadata');
  for (const name of Object.keys(metadata.object)) {
    if (name !== 'labels' && name !== 'annotations') metadata.at(name).forbidden('cannot be set');
  }
  checkClaimSpec(template.at('spec'));
}

const MAX_MODE = 0o777;
const POD_FIELDS = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
];

/** Validates the files from keys of a ConfigMap or Secret. */
function checkFiles(source: Field): void {
  checkMode(source.at('defaultMode'));
  checkItems(source.at('items'));
}

/** Validates the files of the downward API. The paths of the errors have no index. */
function checkDownwardFiles(source: Field): void {
  checkMode(source.at('defaultMode'));
  for (const { value } of source.at('items').items) {
    const item = new Field(value, source.path, source.errors);
    item.at('path').checkRequired(localPathProblems);
    const [field, resource] = [item.at('fieldRef'), item.at('resourceFieldRef')];
    if (field.isObject) {
      const path = field.at('fieldPath');
      if (!/^metadata\.(labels|annotations)\['[^']*'\]$/.test(path.text)) {
        path.oneOf(...POD_FIELDS);
      }
    } else if (resource.isObject) {
      if (resource.at('containerName').given()) {
        resource.at('resource').oneOf(...CONTAINER_RESOURCES);
      }
    } else {
      item.required('one of fieldRef and resourceFieldRef is required');
    }
    checkMode(item.at('mode'));
  }
}

/** Validates a projected volume. Its sources must not contain the same path twice. */
function checkProjected(source: Field, account: string): void {
  checkMode(source.at('defaultMode'));
  const paths = new Set<string>();
  for (const projection of source.at('sources').items) {
    checkProjection(source, projection, account);
    for (const from of [projection.at('secret'), projection.at('configMap')]) {
      const own = from.at('items').items.map((item) => item.at('path').text);
      if (own.some((it) => it !== '' && paths.has(it))) {
        source.invalid('conflicting duplicate paths', from.at('name').text);
      }
      for (const it of own) paths.add(it);
    }
  }
}

function checkProjection(volume: Field, projection: Field, account: string): void {
  for (const source of [projection.at('secret'), projection.at('configMap')]) {
    if (!source.isObject) continue;
    source.at('name').given();
    checkItems(source.at('items'));
  }
  const [downwardApi, token] = [projection.at('downwardAPI'), projection.at('serviceAccountToken')];
  if (downwardApi.isObject) checkDownwardFiles(downwardApi);
  if (token.isObject) {
    if (account === '') token.forbidden('must not be specified when serviceAccountName is not set');
    checkTokenSeconds(token.at('expirationSeconds'));
    const { path } = volume.at('path');
    new Field(token.at('path').text, path, volume.errors).checkRequired(localPathProblems);
  }
  if (Object.keys(projection.object).length > 1) {
    projection.forbidden('may not specify more than 1 volume type per source');
  }
}

function checkItems(items: Field): void {
  for (const item of items.items) {
    item.at('key').given();
    const path = item.at('path');
    path.given();
    path.check(localPathProblems);
    if (path.text.startsWith('..') && !path.text.startsWith('../')) {
      path.invalid("must not start with '..'");
    }
    checkMode(item.at('mode'));
  }
}

function checkMode(mode: Field): void {
  const { number = 0 } = mode;
  if (number >= 0 && number <= MAX_MODE) return;
  mode.invalid('must be a number between 0 and 0777 (octal), both inclusive');
}
