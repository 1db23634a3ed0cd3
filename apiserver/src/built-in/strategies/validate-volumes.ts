import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { isDns1123Label } from '@vmgen/base/text';
import { ErrorList } from './error-list.js';
import { getObject, getString } from './fields.js';
import { checkVolumeSource } from './volume-sources.js';

/** The sources in the order in which kube-apiserver checks them, as far as it matters. */
const SOURCES = [
  'emptyDir',
  'hostPath',
  'gitRepo',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'secret',
  'nfs',
  'flexVolume',
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

/**
 * Validates the volumes of a pod.
 *
 * @param account the service account of the pod
 * @returns the names of the volumes that containers can mount
 */
export function checkVolumes(
  errors: ErrorList,
  path: string,
  volumes: readonly JsonObject[],
  account: string,
): ReadonlySet<string> {
  const names = new Set<string>();
  volumes.forEach((volume, i) => {
    const at = `${path}[${i}]`;
    const found = new ErrorList();
    checkSource(found, at, volume, account);
    const name = getString(volume, 'name');
    if (name === '') found.required(`${at}.name`);
    else found.problems(`${at}.name`, name, isDns1123Label(name));
    if (names.has(name)) found.duplicate(`${at}.name`, name);
    if (found.errors.length === 0) names.add(name);
    errors.add(found.errors);
  });
  return names;
}

function checkSource(errors: ErrorList, path: string, volume: JsonObject, account: string): void {
  const [first, ...others] = SOURCES.filter((name) => isJsonObject(volume[name]));
  for (const name of others) {
    errors.forbidden(`${path}.${name}`, 'may not specify more than 1 volume type');
  }
  if (first === undefined) errors.required(path, 'must specify a volume type');
  else checkVolumeSource(errors, path, first, getObject(volume, first), account);
}
