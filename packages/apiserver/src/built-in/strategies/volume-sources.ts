import { parseQuantity } from '@vmgen/runtime/meta';
import { isDns1123Subdomain } from '@vmgen/base/text';
import { Field } from '@vmgen/crd/internal';
import { checkClaimSpec } from './claim-rules.js';
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
/** The required fields of each source. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  configMap: ['name'],
  csi: ['driver'],
  hostPath: ['path'],
  image: ['reference'],
  nfs: ['server', 'path'],
  persistentVolumeClaim: ['claimName'],
  secret: ['secretName'],
};

/** Further rules of each source. */
const RULES: Readonly<Record<string, (source: Field) => void>> = {
  configMap: checkFiles,
  csi(source) {
    source.at('driver').checkIfSet((driver) => isDns1123Subdomain(driver.toLowerCase()));
    const secret = source.at('nodePublishSecretRef');
    if (secret.isObject) secret.at('name').given();
  },
  downwardAPI: checkDownwardFiles,
  emptyDir(source) {
    const limit = source.at('sizeLimit');
    if (limit.text !== '' && parseQuantity(limit.text).toNanos() < 0n) {
      limit.forbidden('SizeLimit field must be a valid resource quantity');
    }
  },
  ephemeral: checkEphemeralVolume,
  hostPath(source) {
    const path = source.at('path');
    if (path.text === '') return;
    if (path.text.split('/').includes('..')) path.invalid("must not contain '..'");
    source.at('type').oneOf(...HOST_PATH_TYPES);
  },
  image: (source) => source.at('pullPolicy').oneOf('Always', 'IfNotPresent', 'Never'),
  nfs(source) {
    const path = source.at('path');
    if (!path.text.startsWith('/')) path.invalid('must be an absolute path', path.text);
  },
  secret: checkFiles,
};

/**
 * Validates the source of a volume. The types of volumes that CSI drivers have replaced are not
 * validated beyond their schema.
 *
 * Upstream: validateVolumeSource in kubernetes/pkg/apis/core/validation/validation.go
 *
 * @param account the service account of the pod
 */
export function checkVolumeSource(volume: Field, kind: string, account: string): void {
  const source = volume.at(kind);
  if (kind === 'projected') {
    checkProjected(source, account);
    return;
  }
  for (const required of REQUIRED[kind] ?? []) {
    source.at(required).given();
  }
  RULES[kind]?.(source);
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

const MIN_TOKEN_SECONDS = 600;
const MAX_TOKEN_SECONDS = 2 ** 32;

/** Validates the lifetime of a token. */
function checkTokenSeconds(seconds: Field): void {
  const { number } = seconds;
  if (number === undefined) return;
  if (number < MIN_TOKEN_SECONDS) {
    seconds.invalid('may not specify a duration less than 10 minutes');
  } else if (number > MAX_TOKEN_SECONDS) {
    seconds.invalid('may not specify a duration larger than 2^32 seconds');
  }
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
