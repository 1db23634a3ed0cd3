import { isDns1123Subdomain } from '@vmgen/base/text';
import { Field } from '@vmgen/crd/internal';
import { checkPort, portNameProblems } from './port-rules.js';
import { checkResources } from './resource-rules.js';
import { checkRunAs } from './security-rules.js';

/**
 * Validates what all types of containers have in common, except for their names.
 *
 * @param volumes the names of the pod's volumes
 */
export function checkContainer(container: Field, volumes: ReadonlySet<string>): void {
  const image = container.at('image');
  if (image.given() && image.text !== image.text.trim()) {
    image.invalid('must not have leading or trailing whitespace');
  }
  container.at('imagePullPolicy').oneOf('Always', 'IfNotPresent', 'Never');
  container.at('terminationMessagePolicy').oneOf('File', 'FallbackToLogsOnError');
  checkPorts(container.at('ports').items);
  for (const variable of container.at('env').items) checkVariable(variable);
  for (const source of container.at('envFrom').items) checkEnvFrom(container.at('envFrom'), source);
  checkMounts(container.at('volumeMounts'), volumes);
  checkResources(container.at('resources'));
  checkRunAs(container.at('securityContext'));
  container.at('securityContext', 'procMount').oneOf('Default', 'Unmasked');
}

/** Validates the lifecycle hooks and probes, which only containers that keep running have. */
export function checkLifecycle(container: Field): void {
  const lifecycle = container.at('lifecycle');
  for (const hook of Object.keys(lifecycle.object)) {
    if (lifecycle.at(hook).isObject) checkHandler(lifecycle.at(hook));
  }
  for (const name of ['livenessProbe', 'readinessProbe', 'startupProbe']) {
    const probe = container.at(name);
    if (probe.isObject) checkProbe(probe, { isReadiness: name === 'readinessProbe' });
  }
}

function checkPorts(ports: readonly Field[]): void {
  const names = new Set<string>();
  for (const port of ports) {
    const [name, number, hostPort] = [
      port.at('name'),
      port.at('containerPort'),
      port.at('hostPort'),
    ];
    name.checkIfSet(portNameProblems);
    if (name.text !== '' && portNameProblems(name.text).length === 0 && names.has(name.text)) {
      name.duplicate();
    }
    names.add(name.text);
    if ((number.value ?? 0) === 0) number.required();
    else number.port();
    if (hostPort.value !== 0) hostPort.port();
    port.at('protocol').oneOf('SCTP', 'TCP', 'UDP');
  }
}

/** Two containers cannot use the same host port. */
export function checkHostPorts(containers: readonly Field[]): void {
  const taken = new Set<string>();
  for (const container of containers) {
    for (const port of container.at('ports').items) {
      const { number = 0 } = port.at('hostPort');
      if (number === 0) continue;
      const claim = `${port.at('protocol').text}/${port.at('hostIP').text}/${number}`;
      port.at('hostPort').unique(taken, claim);
    }
  }
}

function checkVariable(variable: Field): void {
  const [name, from] = [variable.at('name'), variable.at('valueFrom')];
  name.checkRequired(variableNameProblems);
  if (!from.isObject) return;
  const sources = Object.keys(from.object).length;
  checkFieldRef(from.at('fieldRef'));
  checkKeyRef(from.at('configMapKeyRef'));
  checkKeyRef(from.at('secretKeyRef'));
  const resource = from.at('resourceFieldRef', 'resource');
  if (!/^\w+\.hugepages-/.test(resource.text)) resource.oneOf(...CONTAINER_RESOURCES);
  if (sources === 0) {
    const detail =
      'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`';
    from.invalid(detail, '');
  } else if (variable.at('value').text !== '') {
    from.invalid('may not be specified when `value` is not empty', '');
  } else if (sources > 1) {
    from.invalid('may not have more than one field specified at a time', '');
  }
}

function variableNameProblems(name: string): string[] {
  if (/^[ -<>-~]+$/.test(name)) return [];
  return [
    "a valid environment variable name must consist only of printable ASCII characters other than '='",
  ];
}

const POD_FIELDS: ReadonlySet<string> = new Set([
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
]);

function checkFieldRef(reference: Field): void {
  if (!reference.isObject) return;
  const field = reference.at('fieldPath');
  if (!field.given()) return;
  const { text } = field;
  if (POD_FIELDS.has(text) || /^metadata\.(labels|annotations)\['.+'\]$/.test(text)) return;
  field.invalid(`error converting fieldPath: field label not supported: ${text}`);
}

function checkKeyRef(reference: Field): void {
  if (!reference.isObject) return;
  // An empty name is valid for compatibility.
  reference.at('name').check(isDns1123Subdomain);
  reference.at('key').checkRequired(keyProblems);
}

const KEY_FORM =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";
const MAX_KEY = 253;

/** Returns the errors of a key of a ConfigMap or Secret (IsConfigMapKey). */
export function keyProblems(key: string): string[] {
  const problems: string[] = [];
  if (key.length > MAX_KEY) problems.push(`must be no more than ${MAX_KEY} characters`);
  if (!/^[-._a-zA-Z0-9]+$/.test(key)) problems.push(KEY_FORM);
  if (key === '.' || key === '..') problems.push(`must not be '${key}'`);
  else if (key.startsWith('..')) problems.push("must not start with '..'");
  return problems;
}

function checkEnvFrom(list: Field, source: Field): void {
  source.at('prefix').checkIfSet(variableNameProblems);
  const references = [source.at('configMapRef'), source.at('secretRef')];
  const given = references.filter(({ isObject }) => isObject);
  for (const reference of given) reference.at('name').check(isDns1123Subdomain);
  if (given.length === 0) {
    list.invalid('must specify one of: `configMapRef` or `secretRef`', '');
  } else if (given.length > 1) {
    list.invalid('may not have more than one field specified at a time', '');
  }
}

function checkMounts(mounts: Field, volumes: ReadonlySet<string>): void {
  const places = new Set<string>();
  for (const mount of mounts.items) {
    const [name, place] = [mount.at('name'), mount.at('mountPath')];
    name.given();
    if (!volumes.has(name.text)) {
      name.report('FieldValueNotFound', `Not found: ${JSON.stringify(name.text)}`);
    }
    place.given();
    if (places.has(place.text)) place.invalid('must be unique', place.text);
    places.add(place.text);
    const [subPath, expression] = [mount.at('subPath').text, mount.at('subPathExpr')];
    if (expression.text !== '' && subPath !== '') {
      expression.invalid('subPathExpr and subPath are mutually exclusive');
    }
    // kube-apiserver omits the index from the paths of the following errors.
    const isRecursive = !['', 'Disabled'].includes(mount.at('recursiveReadOnly').text);
    if (isRecursive && mount.at('readOnly').value !== true) {
      mounts.at('recursiveReadOnly').forbidden('may only be specified when readOnly is true');
    }
    const shared = new Field(mount.value, mounts.path, mounts.errors);
    shared.at('mountPropagation').oneOf('Bidirectional', 'HostToContainer', 'None');
    shared.at('subPath').check(localPathProblems);
    shared.at('subPathExpr').check(localPathProblems);
  }
}

/** The container resources that variables and files can refer to. */
export const CONTAINER_RESOURCES = [
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
];

/** Returns the errors of a path that must be relative, without `..`. */
export function localPathProblems(path: string): string[] {
  return [
    ...(path.startsWith('/') ? ['must be a relative path'] : []),
    ...(path.split('/').includes('..') ? ["must not contain '..'"] : []),
  ];
}

/** Validates a probe. The success threshold must be 1 except in readiness probes. */
function checkProbe(probe: Field, { isReadiness }: { readonly isReadiness: boolean }): void {
  checkHandler(probe);
  probe.counts(
    'initialDelaySeconds',
    'timeoutSeconds',
    'periodSeconds',
    'successThreshold',
    'failureThreshold',
  );
  const [grace, successes] = [
    probe.at('terminationGracePeriodSeconds'),
    probe.at('successThreshold'),
  ];
  if ((grace.number ?? 1) <= 0) grace.invalid('must be greater than 0');
  if (isReadiness && grace.number !== undefined) {
    grace.invalid('must not be set for readinessProbes');
  }
  if (!isReadiness && (successes.value ?? 0) !== 1) {
    successes.invalid('must be 1', successes.value ?? 0);
  }
}

/** A probe or hook must have exactly one handler. */
function checkHandler(handler: Field): void {
  const [action, ...others] = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep']
    .map((name) => handler.at(name))
    .filter(({ isObject }) => isObject);
  if (action === undefined) {
    handler.required('must specify a handler type');
    return;
  }
  for (const other of others) other.forbidden('may not specify more than 1 handler type');
  if (action.path.endsWith('.exec')) {
    if (action.at('command').texts.length === 0) action.at('command').required();
  } else if (action.path.endsWith('.httpGet')) {
    action.at('path').given();
    checkPort(action.at('port'));
    action.at('scheme').oneOf('HTTP', 'HTTPS');
    checkHeaders(action.at('httpHeaders'));
  } else if (!action.path.endsWith('.sleep')) {
    checkPort(action.at('port'));
  }
}

const HEADER_FORM =
  "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')";

function checkHeaders(headers: Field): void {
  for (const header of headers.items) {
    const { text } = header.at('name');
    if (!/^[-A-Za-z0-9]+$/.test(text)) headers.invalid(HEADER_FORM, text);
  }
}
