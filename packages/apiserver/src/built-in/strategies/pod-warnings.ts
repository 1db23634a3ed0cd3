import type { JsonObject } from '@vmgen/base/json';
import { getObject, getObjects, getString, getStrings } from './fields.js';
import { ipWarnings } from './ip-warnings.js';
import { nodeLabelWarnings, podAffinityWarnings } from './node-label-warnings.js';
import { fraction } from './fraction-warnings.js';
import { annotationWarnings } from './pod-annotations.js';
import { portWarnings } from './port-warnings.js';
import { volumeWarnings } from './volume-warnings.js';

/**
 * Returns the warnings for a pod or a pod template (upstream: pkg/api/pod/warnings.go).
 *
 * @param template the path of the template. Empty for a pod
 */
export function podWarnings(template: string, pod: JsonObject): string[] {
  const prefix = template === '' ? '' : `${template}.`;
  const path = `${prefix}spec`;
  const spec = getObject(pod, 'spec');
  const lists = ['initContainers', 'containers', 'ephemeralContainers'].flatMap((list) =>
    getObjects(spec, list).map((container, i) => ({ at: `${path}.${list}[${i}]`, container })),
  );
  const aliases = getObjects(spec, 'hostAliases');
  const grace = spec['terminationGracePeriodSeconds'];
  return [
    ...nodeLabelWarnings(path, spec),
    ...annotationWarnings(`${prefix}metadata.annotations`, pod, template !== ''),
    ...volumeWarnings(`${path}.volumes`, getObjects(spec, 'volumes')),
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
    ...getStrings(spec, 'dnsConfig', 'nameservers').flatMap((server, i) =>
      ipWarnings(`${path}.dnsConfig.nameservers[${i}]`, server),
    ),
    ...aliases.flatMap((alias, i) =>
      ipWarnings(`${path}.hostAliases[${i}].ip`, getString(alias, 'ip')),
    ),
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
