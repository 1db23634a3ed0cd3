import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { isDns1123Label, isDns1123Subdomain, isQualifiedName } from '@vmgen/base/text';
import { ErrorList } from './error-list.js';
import { getObject, getObjects, getString, getStringMap, getStrings } from './fields.js';
import { checkIp } from './ip-rules.js';
import { checkAffinity, checkSpread, checkTolerations } from './scheduling-rules.js';
import { checkPodSecurity } from './security-rules.js';
import { checkLabels } from './selector-rules.js';
import { checkContainer, checkHostPorts, checkLifecycle } from './validate-container.js';
import { checkVolumeSource } from './volume-sources.js';

const RESTART_POLICIES = ['Always', 'OnFailure', 'Never'];
const DNS_POLICIES = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];
const MAX_DEADLINE = 2_147_483_647;

/**
 * Validates the spec of a pod or template after defaulting. Implements the frequent part of
 * core/validation's ValidatePodSpec.
 */
export function checkPodSpec(errors: ErrorList, path: string, spec: JsonObject): void {
  const account = getString(spec, 'serviceAccountName');
  const volumes = checkVolumes(errors, `${path}.volumes`, getObjects(spec, 'volumes'), account);
  checkContainers(errors, path, spec, volumes);
  errors.oneOf(`${path}.restartPolicy`, spec['restartPolicy'], RESTART_POLICIES);
  errors.oneOf(`${path}.dnsPolicy`, spec['dnsPolicy'], DNS_POLICIES);
  checkLabels(errors, `${path}.nodeSelector`, getStringMap(spec, 'nodeSelector'));
  checkPodSecurity(errors, `${path}.securityContext`, getObject(spec, 'securityContext'));
  checkHost(errors, path, spec);
  checkAffinity(errors, `${path}.affinity`, getObject(spec, 'affinity'));
  checkDns(errors, `${path}.dnsConfig`, spec);
  checkNames(errors, path, spec);
  checkSpread(
    errors,
    `${path}.topologySpreadConstraints`,
    getObjects(spec, 'topologySpreadConstraints'),
  );
  for (const name of ['serviceAccountName', 'nodeName', 'priorityClassName']) {
    const value = getString(spec, name);
    if (value !== '') errors.problems(`${path}.${name}`, value, isDns1123Subdomain(value));
  }
  for (const name of ['hostname', 'subdomain']) {
    const value = getString(spec, name);
    if (value !== '') errors.problems(`${path}.${name}`, value, isDns1123Label(value));
  }
  errors.inRange(`${path}.activeDeadlineSeconds`, spec['activeDeadlineSeconds'], 1, MAX_DEADLINE);
  checkTolerations(errors, `${path}.tolerations`, getObjects(spec, 'tolerations'));
  getObjects(spec, 'hostAliases').forEach((alias, i) => {
    checkIp(errors, `${path}.hostAliases[${i}].ip`, getString(alias, 'ip'));
  });
}

function checkContainers(
  errors: ErrorList,
  path: string,
  spec: JsonObject,
  volumes: ReadonlySet<string>,
): void {
  const containers = getObjects(spec, 'containers');
  if (containers.length === 0) errors.required(`${path}.containers`);
  const names = new Set<string>();
  containers.forEach((container, i) => {
    const at = `${path}.containers[${i}]`;
    checkName(errors, at, container, names);
    checkContainer(errors, at, container, volumes);
    checkLifecycle(errors, at, container);
  });
  checkHostPorts(errors, `${path}.containers`, containers);
  containers.forEach((container, i) => {
    if (spec['hostNetwork'] === true) {
      checkExposedPorts(errors, `${path}.containers[${i}].ports`, container);
    }
    checkSleep(errors, `${path}.containers[${i}].lifecycle`, container, spec);
  });

  getObjects(spec, 'initContainers').forEach((container, i) => {
    const at = `${path}.initContainers[${i}]`;
    checkName(errors, at, container, names);
    checkContainer(errors, at, container, volumes);
    if (container['restartPolicy'] === 'Always') {
      checkLifecycle(errors, at, container);
      return;
    }
    for (const name of ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe']) {
      if (!isJsonObject(container[name])) continue;
      errors.forbidden(
        `${at}.${name}`,
        'may not be set for init containers without restartPolicy=Always',
      );
    }
  });
  getObjects(spec, 'ephemeralContainers').forEach((container, i) => {
    const at = `${path}.ephemeralContainers[${i}]`;
    checkName(errors, at, container, names);
    checkContainer(errors, at, container, volumes);
  });
}

/** Validates the name of a container, and adds it to the names of the pod. */
export function checkName(
  errors: ErrorList,
  path: string,
  container: JsonObject,
  names: Set<string>,
): void {
  const name = getString(container, 'name');
  if (name === '') errors.required(`${path}.name`);
  else errors.problems(`${path}.name`, name, isDns1123Label(name));
  if (names.has(name)) errors.duplicate(`${path}.name`, name);
  names.add(name);
}

/** In the network of the host, the container port and the host port must be equal. */
function checkExposedPorts(errors: ErrorList, path: string, container: JsonObject): void {
  getObjects(container, 'ports').forEach(({ containerPort, hostPort }, i) => {
    if (typeof hostPort !== 'number' || hostPort === 0 || hostPort === containerPort) return;
    const detail = 'must match `containerPort` when `hostNetwork` is true';
    errors.invalid(`${path}[${i}].hostPort`, hostPort, detail);
  });
}

/** A sleep hook must end within the grace period of the pod. */
function checkSleep(
  errors: ErrorList,
  path: string,
  container: JsonObject,
  { terminationGracePeriodSeconds: grace }: JsonObject,
): void {
  for (const hook of ['preStop', 'postStart']) {
    const { seconds } = getObject(container, 'lifecycle', hook, 'sleep');
    if (typeof seconds !== 'number' || typeof grace !== 'number') continue;
    if (seconds >= 0 && seconds <= grace) continue;
    const detail = `must be non-negative and less than terminationGracePeriodSeconds (${grace})`;
    errors.invalid(`${path}.${hook}.sleep`, seconds, detail);
  }
}

function checkDns(errors: ErrorList, path: string, spec: JsonObject): void {
  const { dnsConfig } = spec;
  if (spec['dnsPolicy'] === 'None') {
    if (!isJsonObject(dnsConfig)) {
      errors.required(path, 'must provide `dnsConfig` when `dnsPolicy` is None');
    } else if (getStrings(dnsConfig, 'nameservers').length === 0) {
      const detail = 'must provide at least one DNS nameserver when `dnsPolicy` is None';
      errors.required(`${path}.nameservers`, detail);
    }
  }
  getStrings(getObject(spec, 'dnsConfig'), 'nameservers').forEach((server, i) => {
    checkIp(errors, `${path}.nameservers[${i}]`, server);
  });
}

/** Validates the labels and the spec of a pod template. */
export function checkPodTemplate(errors: ErrorList, path: string, template: JsonObject): void {
  const metadata = getObject(template, 'metadata');
  // kube-apiserver omits the metadata from this path.
  checkLabels(errors, `${path}.labels`, getStringMap(metadata, 'labels'));
  checkPodSpec(errors, `${path}.spec`, getObject(template, 'spec'));
}

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
function checkVolumes(
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

const MAX_SERVERS = 3;
const SEARCH = /^_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*$/;
const SEARCH_FORM =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*')";

/** Validates the namespaces and ports that a pod shares with its host. */
function checkHost(errors: ErrorList, path: string, spec: JsonObject): void {
  if (spec['shareProcessNamespace'] === true && spec['hostPID'] === true) {
    const detail = 'ShareProcessNamespace and HostPID cannot both be enabled';
    errors.invalid(`${path}.shareProcessNamespace`, true, detail);
  }
  errors.oneOf(`${path}.os`, getObject(spec, 'os')['name'], ['linux', 'windows']);
}

/** Validates host names, DNS settings and readiness gates. */
function checkNames(errors: ErrorList, path: string, spec: JsonObject): void {
  const dns = getObject(spec, 'dnsConfig');
  const servers = [...getStrings(dns, 'nameservers')];
  if (servers.length > MAX_SERVERS) {
    const detail = `must not have more than ${MAX_SERVERS} nameservers`;
    errors.invalid(`${path}.dnsConfig.nameservers`, servers, detail);
  }
  getStrings(dns, 'searches').forEach((search, i) => {
    if (search === '.' || SEARCH.test(search.replace(/\.$/, ''))) return;
    errors.invalid(`${path}.dnsConfig.searches[${i}]`, search, SEARCH_FORM);
  });
  getObjects(dns, 'options').forEach((option, i) => {
    if (getString(option, 'name') === '') {
      errors.required(`${path}.dnsConfig.options[${i}]`, 'must not be empty');
    }
  });
  getObjects(spec, 'hostAliases').forEach((alias, i) => {
    getStrings(alias, 'hostnames').forEach((host, j) => {
      const at = `${path}.hostAliases[${i}].hostnames[${j}]`;
      errors.problems(at, host, isDns1123Subdomain(host));
    });
  });
  getObjects(spec, 'readinessGates').forEach((gate, i) => {
    const type = getString(gate, 'conditionType');
    errors.problems(`${path}.readinessGates[${i}].conditionType`, type, isQualifiedName(type));
  });
}
