import { isDns1123Label, isDns1123Subdomain, isQualifiedName } from '@vmgen/base/text';
import { checkLabels, Field } from '@vmgen/crd/internal';
import { checkIp } from './ip-rules.js';
import { checkAffinity, checkSpread, checkToleration } from './scheduling-rules.js';
import { checkPodSecurity } from './security-rules.js';
import { checkContainer, checkHostPorts, checkLifecycle } from './validate-container.js';
import { checkVolumeSource } from './volume-sources.js';

const RESTART_POLICIES = ['Always', 'OnFailure', 'Never'];
const DNS_POLICIES = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];
const MAX_DEADLINE = 2_147_483_647;

/**
 * Validates the spec of a pod or template after defaulting. Implements the frequent part of
 * core/validation's ValidatePodSpec.
 */
export function checkPodSpec(spec: Field): void {
  const volumes = checkVolumes(spec.at('volumes').items, spec.at('serviceAccountName').text);
  checkContainers(spec, volumes);
  spec.at('restartPolicy').oneOf(...RESTART_POLICIES);
  spec.at('dnsPolicy').oneOf(...DNS_POLICIES);
  checkLabels(spec.at('nodeSelector'));
  checkPodSecurity(spec.at('securityContext'));
  checkHost(spec);
  checkAffinity(spec.at('affinity'));
  checkDns(spec);
  checkNames(spec);
  checkSpread(spec.at('topologySpreadConstraints').items);
  for (const name of ['serviceAccountName', 'nodeName', 'priorityClassName']) {
    spec.at(name).checkIfSet(isDns1123Subdomain);
  }
  for (const name of ['hostname', 'subdomain']) spec.at(name).checkIfSet(isDns1123Label);
  spec.at('activeDeadlineSeconds').inRange(1, MAX_DEADLINE);
  for (const toleration of spec.at('tolerations').items) checkToleration(toleration);
  for (const alias of spec.at('hostAliases').items) checkIp(alias.at('ip'));
}

function checkContainers(spec: Field, volumes: ReadonlySet<string>): void {
  const containers = spec.at('containers');
  if (containers.items.length === 0) containers.required();
  const names = new Set<string>();
  for (const container of containers.items) {
    checkName(container.at('name'), names);
    checkContainer(container, volumes);
    checkLifecycle(container);
  }
  checkHostPorts(containers.items);
  const { number: grace } = spec.at('terminationGracePeriodSeconds');
  for (const container of containers.items) {
    if (spec.at('hostNetwork').value === true) checkExposedPorts(container);
    checkSleep(container.at('lifecycle'), grace);
  }
  for (const container of spec.at('initContainers').items) {
    checkName(container.at('name'), names);
    checkContainer(container, volumes);
    if (container.at('restartPolicy').value === 'Always') {
      checkLifecycle(container);
      continue;
    }
    for (const name of ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe']) {
      if (!container.at(name).isObject) continue;
      const detail = 'may not be set for init containers without restartPolicy=Always';
      container.at(name).forbidden(detail);
    }
  }
  for (const container of spec.at('ephemeralContainers').items) {
    checkName(container.at('name'), names);
    checkContainer(container, volumes);
  }
}

/** Validates the name of a container, and adds it to the names of the pod. */
function checkName(name: Field, names: Set<string>): void {
  name.checkRequired(isDns1123Label);
  name.unique(names);
}

/** In the network of the host, the container port and the host port must be equal. */
function checkExposedPorts(container: Field): void {
  for (const port of container.at('ports').items) {
    const { number = 0 } = port.at('hostPort');
    if (number === 0 || number === port.at('containerPort').number) continue;
    port.at('hostPort').invalid('must match `containerPort` when `hostNetwork` is true');
  }
}

/** A sleep hook must end within the grace period of the pod. */
function checkSleep(lifecycle: Field, grace: number | undefined): void {
  for (const hook of ['preStop', 'postStart']) {
    const { number: seconds } = lifecycle.at(hook, 'sleep', 'seconds');
    if (seconds === undefined || grace === undefined) continue;
    if (seconds >= 0 && seconds <= grace) continue;
    const detail = `must be non-negative and less than terminationGracePeriodSeconds (${grace})`;
    lifecycle.at(hook, 'sleep').invalid(detail, seconds);
  }
}

function checkDns(spec: Field): void {
  const config = spec.at('dnsConfig');
  const servers = config.at('nameservers');
  if (spec.at('dnsPolicy').value === 'None') {
    if (!config.isObject) config.required('must provide `dnsConfig` when `dnsPolicy` is None');
    else if (servers.texts.length === 0) {
      servers.required('must provide at least one DNS nameserver when `dnsPolicy` is None');
    }
  }
  for (const server of servers.items) checkIp(server);
}

/** Validates the labels and the spec of a pod template. */
export function checkPodTemplate(template: Field): void {
  // kube-apiserver omits the metadata from this path.
  const labels = template.at('metadata', 'labels').value;
  checkLabels(new Field(labels, template.at('labels').path, template.errors));
  checkPodSpec(template.at('spec'));
}

/**
 * Validates the volumes of a pod.
 *
 * @param account the service account of the pod
 * @returns the names of the volumes that containers can mount
 */
function checkVolumes(volumes: readonly Field[], account: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const volume of volumes) {
    const count = volume.errors.length;
    checkSource(volume, account);
    const name = volume.at('name');
    name.checkRequired(isDns1123Label);
    if (names.has(name.text)) name.duplicate(name.text);
    if (volume.errors.length === count) names.add(name.text);
  }
  return names;
}

function checkSource(volume: Field, account: string): void {
  const [first, ...others] = Object.keys(volume.object).filter((name) => volume.at(name).isObject);
  for (const name of others) volume.at(name).forbidden('may not specify more than 1 volume type');
  if (first === undefined) volume.required('must specify a volume type');
  else checkVolumeSource(volume, first, account);
}

const MAX_SERVERS = 3;
const SEARCH = /^_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*$/;
const SEARCH_FORM =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*')";

/** Validates the namespaces and ports that a pod shares with its host. */
function checkHost(spec: Field): void {
  const shares = spec.at('shareProcessNamespace');
  if (shares.value === true && spec.at('hostPID').value === true) {
    shares.invalid('ShareProcessNamespace and HostPID cannot both be enabled');
  }
  new Field(spec.at('os', 'name').value, spec.at('os').path, spec.errors).oneOf('linux', 'windows');
}

/** Validates host names, DNS settings and readiness gates. */
function checkNames(spec: Field): void {
  const dns = spec.at('dnsConfig');
  const servers = dns.at('nameservers');
  if (servers.items.length > MAX_SERVERS) {
    servers.invalid(`must not have more than ${MAX_SERVERS} nameservers`);
  }
  for (const search of dns.at('searches').items) {
    if (search.text === '.' || SEARCH.test(search.text.replace(/\.$/, ''))) continue;
    search.invalid(SEARCH_FORM);
  }
  for (const option of dns.at('options').items) {
    if (option.at('name').text === '') option.required('must not be empty');
  }
  for (const alias of spec.at('hostAliases').items) {
    for (const host of alias.at('hostnames').items) host.check(isDns1123Subdomain);
  }
  for (const gate of spec.at('readinessGates').items) {
    gate.at('conditionType').check(isQualifiedName);
  }
}
