import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/crd/internal/json';
import { isDns1123Label } from '@vmgen/crd/internal';
import { parseQuantity } from '@vmgen/runtime';
import { ErrorList } from './error-list.js';
import { objectAt, objectsIn, textIn } from './fields.js';
import { checkLocalPath } from './validate-container.js';

/** The order in which the server looks for a volume's source, as far as it matters. */
const SOURCES = [
  'emptyDir',
  'hostPath',
  'gitRepo',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'secret',
  'nfs',
  'iscsi',
  'glusterfs',
  'flocker',
  'persistentVolumeClaim',
  'rbd',
  'cinder',
  'cephfs',
  'quobyte',
  'downwardAPI',
  'fc',
  'configMap',
  'azureFile',
  'vsphereVolume',
  'photonPersistentDisk',
  'portworxVolume',
  'azureDisk',
  'storageos',
  'projected',
  'scaleIO',
  'csi',
  'ephemeral',
  'image',
];
const MAX_MODE = 0o777;
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

/** Judges a pod's volumes. @returns the names of those that containers may mount */
export function checkVolumes(
  errors: ErrorList,
  path: string,
  volumes: readonly JsonObject[],
): ReadonlySet<string> {
  const names = new Set<string>();
  volumes.forEach((volume, i) => {
    const at = `${path}[${i}]`;
    const found = new ErrorList();
    checkSource(found, at, volume);
    const name = textIn(volume, 'name');
    if (name === '') found.required(`${at}.name`);
    else found.problems(`${at}.name`, name, isDns1123Label(name));
    if (names.has(name)) found.duplicate(`${at}.name`, name);
    if (found.errors.length === 0) names.add(name);
    errors.add(found.errors);
  });
  return names;
}

function checkSource(errors: ErrorList, path: string, volume: JsonObject): void {
  const [first, ...others] = SOURCES.filter((name) => isJsonObject(volume[name]));
  for (const name of others) {
    errors.forbidden(`${path}.${name}`, 'may not specify more than 1 volume type');
  }
  if (first === undefined) errors.required(path, 'must specify a volume type');
  else checkOne(errors, `${path}.${first}`, first, objectAt(volume, first));
}

function checkOne(errors: ErrorList, path: string, kind: string, source: JsonObject): void {
  switch (kind) {
    case 'emptyDir': {
      const limit = textIn(source, 'sizeLimit');
      if (limit !== '' && parseQuantity(limit).toNanos() < 0n) {
        errors.forbidden(`${path}.sizeLimit`, 'SizeLimit field must be a valid resource quantity');
      }
      break;
    }
    case 'hostPath':
      if (!errors.given(`${path}.path`, source['path'])) break;
      checkNoBacksteps(errors, `${path}.path`, textIn(source, 'path'));
      errors.oneOf(`${path}.type`, source['type'], HOST_PATH_TYPES);
      break;
    case 'secret':
      errors.given(`${path}.secretName`, source['secretName']);
      checkFiles(errors, path, source);
      break;
    case 'configMap':
      errors.given(`${path}.name`, source['name']);
      checkFiles(errors, path, source);
      break;
    case 'nfs': {
      const exported = textIn(source, 'path');
      errors.given(`${path}.server`, source['server']);
      errors.given(`${path}.path`, exported);
      if (!exported.startsWith('/')) {
        errors.invalid(`${path}.path`, exported, 'must be an absolute path');
      }
      break;
    }
    case 'persistentVolumeClaim':
      errors.given(`${path}.claimName`, source['claimName']);
      break;
    case 'csi':
      errors.given(`${path}.driver`, source['driver']);
      break;
    case 'projected':
      checkMode(errors, `${path}.defaultMode`, source['defaultMode']);
      objectsIn(source, 'sources').forEach((projection, i) => {
        checkProjection(errors, `${path}.sources[${i}]`, projection);
      });
  }
}

function checkProjection(errors: ErrorList, path: string, projection: JsonObject): void {
  for (const name of ['secret', 'configMap']) {
    const source = projection[name];
    if (!isJsonObject(source)) continue;
    errors.given(`${path}.${name}.name`, source['name']);
    checkItems(errors, `${path}.${name}`, source);
  }
  if (Object.keys(projection).length > 1) {
    errors.forbidden(path, 'may not specify more than 1 volume type per source');
  }
}

function checkFiles(errors: ErrorList, path: string, source: JsonObject): void {
  checkMode(errors, `${path}.defaultMode`, source['defaultMode']);
  checkItems(errors, path, source);
}

function checkItems(errors: ErrorList, path: string, source: JsonObject): void {
  objectsIn(source, 'items').forEach((item, i) => {
    const at = `${path}.items[${i}]`;
    errors.given(`${at}.key`, item['key']);
    const local = textIn(item, 'path');
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

function checkNoBacksteps(errors: ErrorList, path: string, local: string): void {
  if (local.split('/').includes('..')) errors.invalid(path, local, "must not contain '..'");
}
