import type { JsonObject } from '@vmgen/base/json';
import { parseQuantity } from '@vmgen/runtime/meta';
import { getNumber, getObject, getObjects, getString } from './fields.js';
import { nodeLabelWarnings, podAffinityWarnings } from './node-label-warnings.js';
import { annotationWarnings } from './pod-annotations.js';

/** A container with its path. */
interface Place {
  readonly path: string;
  readonly container: JsonObject;
}

/**
 * Returns the warnings for a pod or a pod template: those about fields and annotations that manifests
 * really have. kube-apiserver also warns about removed types of volumes, about paths in a volume and
 * host ports that overlap, and about the form of IP addresses.
 *
 * Upstream: pkg/api/pod/warnings.go.
 *
 * @param template the path of the template. Empty for a pod
 */
export function podWarnings(template: string, pod: JsonObject): string[] {
  const prefix = template === '' ? '' : `${template}.`;
  const path = `${prefix}spec`;
  const spec = getObject(pod, 'spec');
  const places = ['initContainers', 'containers', 'ephemeralContainers'].flatMap((list) =>
    getObjects(spec, list).map((container, i) => ({ path: `${path}.${list}[${i}]`, container })),
  );
  return [
    ...nodeLabelWarnings(path, spec),
    ...annotationWarnings(`${prefix}metadata.annotations`, pod, template !== ''),
    ...repeated(`${path}.hostAliases`, 'ip', getObjects(spec, 'hostAliases')),
    ...secretWarnings(`${path}.imagePullSecrets`, getObjects(spec, 'imagePullSecrets')),
    ...places.flatMap(containerWarnings),
    ...duplicatePorts(places),
    ...duplicatePortNames(places),
    ...podAffinityWarnings(path, spec),
  ];
}

function repeated(path: string, field: string, items: readonly JsonObject[]): string[] {
  const seen = new Set<string>();
  return items.flatMap((item, i) => {
    const value = getString(item, field);
    if (seen.has(value))
      return [`${path}[${i}].${field}: duplicate ${field} ${JSON.stringify(value)}`];
    seen.add(value);
    return [];
  });
}

const secretWarnings = (path: string, secrets: readonly JsonObject[]): string[] => [
  ...repeated(path, 'name', secrets),
  ...secrets.flatMap((secret, i) =>
    getString(secret, 'name') === '' ? [`${path}[${i}].name: invalid empty name ""`] : [],
  ),
];

function containerWarnings({ path, container }: Place): string[] {
  const resources = getObject(container, 'resources');
  return [
    ...['memory', 'ephemeral-storage'].flatMap((name) =>
      ['limits', 'requests'].flatMap((list) =>
        fraction(`${path}.resources.${list}[${name}]`, getString(getObject(resources, list), name)),
      ),
    ),
    ...hiddenVariables(`${path}.env`, getObjects(container, 'env')),
  ];
}

/**
 * Returns the warning for an amount with a fraction of a byte. kube-apiserver rounds an amount up to
 * thousandths before it looks for a fraction.
 */
function fraction(path: string, amount: string): string[] {
  if (amount === '') return [];
  const thousandths = (parseQuantity(amount).toNanos() + 999_999n) / 1_000_000n;
  if (thousandths % 1000n === 0n) return [];
  return [
    `${path}: fractional byte value ${JSON.stringify(amount)} is invalid, must be an integer`,
  ];
}

function hiddenVariables(path: string, variables: readonly JsonObject[]): string[] {
  const seen = new Set<string>();
  return variables.flatMap((variable, i) => {
    const name = getString(variable, 'name');
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    const value = getString(variable, 'value');
    const reference = `$(${name})`;
    // A variable whose value contains its predecessor overrides it intentionally.
    if (value !== reference && value.includes(reference)) return [];
    const hidden = `hides previous definition of ${JSON.stringify(name)}`;
    return [`${path}[${i}]: ${hidden}, which may be dropped when using apply`];
  });
}

/**
 * The number of warnings about equal ports. A response cannot hold more, and without a limit, the
 * work would grow with the square of the ports.
 */
const MAX_DUPLICATES = 100;

function duplicatePorts(places: readonly Place[]): string[] {
  const warnings: string[] = [];
  const seen = new Map<string, string[]>();
  for (const { path, port } of portsOf(places)) {
    const numbers = ['containerPort', 'hostPort'].map((name) => getNumber(port, name) ?? 0);
    const key = [...numbers, getString(port, 'protocol'), getString(port, 'hostIP')].join('/');
    const others = seen.get(key) ?? [];
    seen.set(key, others);
    for (const other of others) {
      if (warnings.length >= MAX_DUPLICATES) return warnings;
      warnings.push(`${path}: duplicate port definition with ${other}`);
    }
    others.push(path);
  }
  return warnings;
}

function duplicatePortNames(places: readonly Place[]): string[] {
  const seen = new Map<string, string>();
  return portsOf(places).flatMap(({ path, port }) => {
    const name = getString(port, 'name');
    const first = seen.get(name);
    if (name === '' || first === undefined) {
      seen.set(name, path);
      return [];
    }
    const use = `services and probes that select ports by name will use ${first}`;
    return [`${path}: duplicate port name ${JSON.stringify(name)} with ${first}, ${use}`];
  });
}

const portsOf = (places: readonly Place[]): { path: string; port: JsonObject }[] =>
  places.flatMap(({ path, container }) =>
    getObjects(container, 'ports').map((port, i) => ({ path: `${path}.ports[${i}]`, port })),
  );
