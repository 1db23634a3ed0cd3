import type { JsonObject } from '@vmgen/base/json';
import { parseQuantity } from '@vmgen/runtime/meta';
import { getObject, getObjects, getString, getStrings } from './fields.js';
import { ipWarnings } from './ip-warnings.js';
import { nodeLabelWarnings, podAffinityWarnings } from './node-label-warnings.js';
import { portWarnings } from './port-warnings.js';

/**
 * Returns the warnings for a pod template. Of the warnings in pkg/api/pod/warnings.go, those for
 * annotations, overlapping paths in volumes, and claim templates are not implemented.
 */
export const templateWarnings = (path: string, template: JsonObject): string[] =>
  podWarnings(`${path}.spec`, getObject(template, 'spec'));

/** As {@link templateWarnings}, for a pod's spec. */
export function podWarnings(path: string, spec: JsonObject): string[] {
  const lists = ['initContainers', 'containers', 'ephemeralContainers'].flatMap((list) =>
    getObjects(spec, list).map((container, i) => ({ at: `${path}.${list}[${i}]`, container })),
  );
  const aliases = getObjects(spec, 'hostAliases');
  const grace = spec['terminationGracePeriodSeconds'];
  return [
    ...nodeLabelWarnings(path, spec),
    ...volumeWarnings(path, spec),
    ...repeated(`${path}.hostAliases`, 'ip', aliases),
    ...secretWarnings(`${path}.imagePullSecrets`, getObjects(spec, 'imagePullSecrets')),
    ...fractions(`${path}.overhead`, getObject(spec, 'overhead')),
    ...lists.flatMap(({ at, container }) => containerWarnings(at, container)),
    ...portWarnings(
      lists.map(({ at, container }) => ({
        path: `${at}.ports`,
        ports: getObjects(container, 'ports'),
      })),
    ),
    ...(typeof grace === 'number' && grace < 0
      ? [
          `${path}.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`,
        ]
      : []),
    ...podAffinityWarnings(path, spec),
    ...getStrings(getObject(spec, 'dnsConfig'), 'nameservers').flatMap((server, i) =>
      ipWarnings(`${path}.dnsConfig.nameservers[${i}]`, server),
    ),
    ...aliases.flatMap((alias, i) =>
      ipWarnings(`${path}.hostAliases[${i}].ip`, getString(alias, 'ip')),
    ),
  ];
}

/** Deprecated sources of volumes, most of which are not mounted any more, with upstream's names. */
const OLD_SOURCES: Readonly<Record<string, readonly [name: string, text: string]>> = {
  photonPersistentDisk: ['photonPersistentDisk', 'deprecated in v1.11, non-functional in v1.16+'],
  gitRepo: ['gitRepo', 'deprecated in v1.11, and disabled by default in v1.33+'],
  scaleIO: ['scaleIO', 'deprecated in v1.16, non-functional in v1.22+'],
  flocker: ['flocker', 'deprecated in v1.22, non-functional in v1.25+'],
  storageos: ['storageOS', 'deprecated in v1.22, non-functional in v1.25+'],
  quobyte: ['quobyte', 'deprecated in v1.22, non-functional in v1.25+'],
  glusterfs: ['glusterfs', 'deprecated in v1.25, non-functional in v1.26+'],
  cephfs: ['cephfs', 'deprecated in v1.28, non-functional in v1.31+'],
  rbd: ['rbd', 'deprecated in v1.28, non-functional in v1.31+'],
};

const volumeWarnings = (path: string, spec: JsonObject): string[] =>
  getObjects(spec, 'volumes').flatMap((volume, i) =>
    Object.entries(OLD_SOURCES).flatMap(([source, [name, text]]) =>
      volume[source] === undefined ? [] : [`${path}.volumes[${i}].${name}: ${text}`],
    ),
  );

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

function containerWarnings(path: string, container: JsonObject): string[] {
  const resources = getObject(container, 'resources');
  return [
    ...['memory', 'ephemeral-storage'].flatMap((name) =>
      ['limits', 'requests'].flatMap((list) =>
        fraction(`${path}.resources.${list}`, getObject(resources, list), name),
      ),
    ),
    ...hiddenVariables(`${path}.env`, getObjects(container, 'env')),
  ];
}

const fractions = (path: string, amounts: JsonObject): string[] =>
  ['memory', 'ephemeral-storage'].flatMap((name) => fraction(path, amounts, name));

/** kube-apiserver rounds an amount up to thousandths before it looks for a fraction. */
function fraction(path: string, amounts: JsonObject, name: string): string[] {
  const amount = getString(amounts, name);
  if (amount === '') return [];
  const thousandths = (parseQuantity(amount).toNanos() + 999_999n) / 1_000_000n;
  if (thousandths % 1000n === 0n) return [];
  const value = JSON.stringify(amount);
  return [`${path}[${name}]: fractional byte value ${value} is invalid, must be an integer`];
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
