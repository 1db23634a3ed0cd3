import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { isDns1123Subdomain } from '@vmgen/base/text';
import type { ErrorList } from './error-list.js';
import { isFilled, getObject, getObjects, getString, getStrings } from './fields.js';
import { portNameProblems, checkPort } from './port-rules.js';
import { checkResources } from './resource-rules.js';
import { checkRunAs } from './security-rules.js';

const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];
const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never'];
const MESSAGE_POLICIES = ['File', 'FallbackToLogsOnError'];

/**
 * Validates what all types of containers have in common, except for their names.
 *
 * @param volumes the names of the pod's volumes
 */
export function checkContainer(
  errors: ErrorList,
  path: string,
  container: JsonObject,
  volumes: ReadonlySet<string>,
): void {
  const image = getString(container, 'image');
  if (errors.given(`${path}.image`, image) && image !== image.trim()) {
    errors.invalid(`${path}.image`, image, 'must not have leading or trailing whitespace');
  }
  errors.oneOf(`${path}.imagePullPolicy`, container['imagePullPolicy'], PULL_POLICIES);
  errors.oneOf(
    `${path}.terminationMessagePolicy`,
    container['terminationMessagePolicy'],
    MESSAGE_POLICIES,
  );
  checkPorts(errors, `${path}.ports`, getObjects(container, 'ports'));
  getObjects(container, 'env').forEach((variable, i) => {
    checkVariable(errors, `${path}.env[${i}]`, variable);
  });
  getObjects(container, 'envFrom').forEach((source, i) => {
    checkEnvFrom(errors, `${path}.envFrom`, i, source);
  });
  checkMounts(errors, `${path}.volumeMounts`, getObjects(container, 'volumeMounts'), volumes);
  checkResources(errors, `${path}.resources`, getObject(container, 'resources'));
  checkSecurity(errors, `${path}.securityContext`, getObject(container, 'securityContext'));
}

/** Validates the lifecycle hooks and probes, which only containers that keep running have. */
export function checkLifecycle(errors: ErrorList, path: string, container: JsonObject): void {
  for (const [name, handler] of Object.entries(getObject(container, 'lifecycle'))) {
    if (isJsonObject(handler)) checkHandler(errors, `${path}.lifecycle.${name}`, handler);
  }
  for (const name of ['livenessProbe', 'readinessProbe', 'startupProbe']) {
    const probe = container[name];
    if (!isJsonObject(probe)) continue;
    checkProbe(errors, `${path}.${name}`, probe, {
      isReadiness: name === 'readinessProbe',
    });
  }
}

function checkPorts(errors: ErrorList, path: string, ports: readonly JsonObject[]): void {
  const names = new Set<string>();
  ports.forEach((port, i) => {
    const at = `${path}[${i}]`;
    const name = getString(port, 'name');
    const problems = name === '' ? [] : portNameProblems(name);
    errors.problems(`${at}.name`, name, problems);
    if (name !== '' && problems.length === 0 && names.has(name)) {
      errors.duplicate(`${at}.name`, name);
    }
    names.add(name);
    const number = port['containerPort'];
    if (number === 0 || number === undefined) errors.required(`${at}.containerPort`);
    else errors.port(`${at}.containerPort`, number);
    if (port['hostPort'] !== 0) errors.port(`${at}.hostPort`, port['hostPort']);
    errors.oneOf(`${at}.protocol`, port['protocol'], PROTOCOLS);
  });
}

/** Two containers cannot use the same host port. */
export function checkHostPorts(
  errors: ErrorList,
  path: string,
  containers: readonly JsonObject[],
): void {
  const taken = new Set<string>();
  containers.forEach((container, i) => {
    getObjects(container, 'ports').forEach((port, j) => {
      const number = port['hostPort'];
      if (typeof number !== 'number' || number === 0) return;
      const claim = `${getString(port, 'protocol')}/${getString(port, 'hostIP')}/${number}`;
      if (taken.has(claim)) errors.duplicate(`${path}[${i}].ports[${j}].hostPort`, claim);
      taken.add(claim);
    });
  });
}

function checkVariable(errors: ErrorList, path: string, variable: JsonObject): void {
  const name = getString(variable, 'name');
  if (name === '') errors.required(`${path}.name`);
  else checkVariableName(errors, `${path}.name`, name);
  const { valueFrom } = variable;
  if (!isJsonObject(valueFrom)) return;
  const at = `${path}.valueFrom`;
  const sources = Object.keys(valueFrom).length;
  checkFieldRef(errors, `${at}.fieldRef`, valueFrom['fieldRef']);
  checkKeyRef(errors, `${at}.configMapKeyRef`, valueFrom['configMapKeyRef']);
  checkKeyRef(errors, `${at}.secretKeyRef`, valueFrom['secretKeyRef']);
  const resource = getObject(valueFrom, 'resourceFieldRef')['resource'];
  if (typeof resource === 'string' && !/^\w+\.hugepages-/.test(resource)) {
    errors.oneOf(`${at}.resourceFieldRef.resource`, resource, CONTAINER_RESOURCES);
  }
  if (sources === 0) {
    const detail =
      'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`';
    errors.invalid(at, '', detail);
  } else if (getString(variable, 'value') !== '') {
    errors.invalid(at, '', 'may not be specified when `value` is not empty');
  } else if (sources > 1) {
    errors.invalid(at, '', 'may not have more than one field specified at a time');
  }
}

function checkVariableName(errors: ErrorList, path: string, name: string): void {
  if (/^[ -<>-~]+$/.test(name)) return;
  const detail =
    "a valid environment variable name must consist only of printable ASCII characters other than '='";
  errors.invalid(path, name, detail);
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

function checkFieldRef(errors: ErrorList, path: string, reference: JsonValue | undefined): void {
  if (!isJsonObject(reference)) return;
  const field = getString(reference, 'fieldPath');
  if (!errors.given(`${path}.fieldPath`, field)) return;
  if (POD_FIELDS.has(field) || /^metadata\.(labels|annotations)\['.+'\]$/.test(field)) return;
  const detail = `error converting fieldPath: field label not supported: ${field}`;
  errors.invalid(`${path}.fieldPath`, field, detail);
}

function checkKeyRef(errors: ErrorList, path: string, reference: JsonValue | undefined): void {
  if (!isJsonObject(reference)) return;
  checkName(errors, `${path}.name`, getString(reference, 'name'));
  const key = getString(reference, 'key');
  if (errors.given(`${path}.key`, key)) errors.problems(`${path}.key`, key, keyProblems(key));
}

/** An empty name is valid for compatibility. */
function checkName(errors: ErrorList, path: string, name: string): void {
  errors.problems(path, name, isDns1123Subdomain(name));
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

function checkEnvFrom(errors: ErrorList, path: string, i: number, source: JsonObject): void {
  const prefix = getString(source, 'prefix');
  if (prefix !== '') checkVariableName(errors, `${path}[${i}].prefix`, prefix);
  const names = ['configMapRef', 'secretRef'].filter((name) => isJsonObject(source[name]));
  for (const name of names) {
    checkName(errors, `${path}[${i}].${name}.name`, getString(getObject(source, name), 'name'));
  }
  if (names.length === 0) {
    errors.invalid(path, '', 'must specify one of: `configMapRef` or `secretRef`');
  } else if (names.length > 1) {
    errors.invalid(path, '', 'may not have more than one field specified at a time');
  }
}

function checkMounts(
  errors: ErrorList,
  path: string,
  mounts: readonly JsonObject[],
  volumes: ReadonlySet<string>,
): void {
  const places = new Set<string>();
  mounts.forEach((mount, i) => {
    const at = `${path}[${i}]`;
    const name = getString(mount, 'name');
    const place = getString(mount, 'mountPath');
    errors.given(`${at}.name`, name);
    if (!volumes.has(name)) errors.notFound(`${at}.name`, name);
    errors.given(`${at}.mountPath`, place);
    if (places.has(place)) errors.invalid(`${at}.mountPath`, place, 'must be unique');
    places.add(place);
    const expression = getString(mount, 'subPathExpr');
    if (expression !== '' && getString(mount, 'subPath') !== '') {
      const detail = 'subPathExpr and subPath are mutually exclusive';
      errors.invalid(`${at}.subPathExpr`, expression, detail);
    }
    if (isFilledText(mount, 'recursiveReadOnly') && mount['readOnly'] !== true) {
      const detail = 'may only be specified when readOnly is true';
      errors.forbidden(`${path}.recursiveReadOnly`, detail);
    }
    errors.oneOf(`${path}.mountPropagation`, mount['mountPropagation'], [
      'Bidirectional',
      'HostToContainer',
      'None',
    ]);
    // kube-apiserver omits the index from this path.
    checkLocalPath(errors, `${path}.subPath`, getString(mount, 'subPath'));
    checkLocalPath(errors, `${path}.subPathExpr`, getString(mount, 'subPathExpr'));
  });
}

/** Whether a field is set to a value other than `Disabled`. */
const isFilledText = (object: JsonObject, name: string): boolean =>
  !['', 'Disabled'].includes(getString(object, name));

/** The container resources that variables and files can refer to. */
export const CONTAINER_RESOURCES = [
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
];

/** A relative path without `..`. */
export function checkLocalPath(errors: ErrorList, path: string, local: string): void {
  if (local.startsWith('/')) errors.invalid(path, local, 'must be a relative path');
  if (local.split('/').includes('..')) errors.invalid(path, local, "must not contain '..'");
}

function checkSecurity(errors: ErrorList, path: string, context: JsonObject): void {
  checkRunAs(errors, path, context);
  if (!isFilled(context)) return;
  errors.oneOf(`${path}.procMount`, context['procMount'], ['Default', 'Unmasked']);
}

const COUNTS = [
  'initialDelaySeconds',
  'timeoutSeconds',
  'periodSeconds',
  'successThreshold',
  'failureThreshold',
];

/** Validates a probe. The success threshold must be 1 except in readiness probes. */
function checkProbe(
  errors: ErrorList,
  path: string,
  probe: JsonObject,
  { isReadiness }: { readonly isReadiness: boolean },
): void {
  checkHandler(errors, path, probe);
  for (const name of COUNTS) errors.nonNegative(`${path}.${name}`, probe[name]);
  const grace = probe['terminationGracePeriodSeconds'];
  if (typeof grace === 'number' && grace <= 0) {
    errors.invalid(`${path}.terminationGracePeriodSeconds`, grace, 'must be greater than 0');
  }
  if (isReadiness && typeof grace === 'number') {
    const detail = 'must not be set for readinessProbes';
    errors.invalid(`${path}.terminationGracePeriodSeconds`, grace, detail);
  }
  const successes = probe['successThreshold'] ?? 0;
  if (!isReadiness && successes !== 1) {
    errors.invalid(`${path}.successThreshold`, successes, 'must be 1');
  }
}

const HANDLERS = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep'];

/** A probe or hook must have exactly one handler. */
function checkHandler(errors: ErrorList, path: string, handler: JsonObject): void {
  const [first, ...others] = HANDLERS.filter((name) => isJsonObject(handler[name]));
  if (first === undefined) {
    errors.required(path, 'must specify a handler type');
    return;
  }
  for (const name of others) {
    errors.forbidden(`${path}.${name}`, 'may not specify more than 1 handler type');
  }
  const action = handler[first];
  if (isJsonObject(action)) checkAction(errors, `${path}.${first}`, first, action);
}

function checkAction(errors: ErrorList, path: string, name: string, action: JsonObject): void {
  switch (name) {
    case 'exec':
      if (getStrings(action, 'command').length === 0) errors.required(`${path}.command`);
      break;
    case 'httpGet':
      errors.given(`${path}.path`, action['path']);
      checkPort(errors, `${path}.port`, action['port']);
      errors.oneOf(`${path}.scheme`, action['scheme'], ['HTTP', 'HTTPS']);
      checkHeaders(errors, `${path}.httpHeaders`, action);
      break;
    case 'tcpSocket':
    case 'grpc':
      checkPort(errors, `${path}.port`, action['port']);
  }
}

const HEADER_FORM =
  "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')";

function checkHeaders(errors: ErrorList, path: string, action: JsonObject): void {
  for (const header of getObjects(action, 'httpHeaders')) {
    const name = getString(header, 'name');
    if (!/^[-A-Za-z0-9]+$/.test(name)) errors.invalid(path, name, HEADER_FORM);
  }
}
