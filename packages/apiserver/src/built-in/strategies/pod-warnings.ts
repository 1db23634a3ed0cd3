import type { JsonObject } from '@vmgen/base/json';
import { getObject, getObjects, getString, getStrings } from './fields.js';
import { ipWarnings } from './ip-warnings.js';

/**
 * Returns the warnings for a pod template. Of the warnings in pkg/api/pod/warnings.go, those for
 * volumes, variables, ports and addresses are implemented.
 */
export const templateWarnings = (path: string, template: JsonObject): string[] =>
  podWarnings(`${path}.spec`, getObject(template, 'spec'));

/** As {@link templateWarnings}, for a pod's spec. */
export function podWarnings(path: string, spec: JsonObject): string[] {
  const ofVolumes = getObjects(spec, 'volumes').flatMap((volume, i) =>
    Object.entries(OLD_SOURCES).flatMap(([name, text]) =>
      volume[name] === undefined ? [] : [`${path}.volumes[${i}].${name}: ${text}`],
    ),
  );
  const ofContainers = ['initContainers', 'containers'].flatMap((list) =>
    getObjects(spec, list).flatMap((container, i) => [
      ...hiddenVariables(`${path}.${list}[${i}].env`, getObjects(container, 'env')),
      ...samePorts(`${path}.${list}[${i}].ports`, getObjects(container, 'ports')),
    ]),
  );
  const ofAddresses = [
    ...getStrings(getObject(spec, 'dnsConfig'), 'nameservers').flatMap((server, i) =>
      ipWarnings(`${path}.dnsConfig.nameservers[${i}]`, server),
    ),
    ...getObjects(spec, 'hostAliases').flatMap((alias, i) =>
      ipWarnings(`${path}.hostAliases[${i}].ip`, getString(alias, 'ip')),
    ),
  ];
  return [...ofVolumes, ...ofContainers, ...ofAddresses];
}

/** Deprecated sources of volumes, which are not mounted any more. */
const OLD_SOURCES: Readonly<Record<string, string>> = {
  photonPersistentDisk: 'deprecated in v1.11, non-functional in v1.16+',
  scaleIO: 'deprecated in v1.16, non-functional in v1.22+',
  glusterfs: 'deprecated in v1.25, non-functional in v1.26+',
  cephfs: 'deprecated in v1.28, non-functional in v1.31+',
  rbd: 'deprecated in v1.28, non-functional in v1.31+',
};

function hiddenVariables(path: string, variables: readonly JsonObject[]): string[] {
  const seen = new Map<string, string>();
  return variables.flatMap((variable, i) => {
    const name = getString(variable, 'name');
    const value = getString(variable, 'value');
    const before = seen.get(name);
    seen.set(name, value);
    // A variable that refers to its predecessor overrides it intentionally.
    if (before === undefined || value.includes(`$(${name})`)) return [];
    const hidden = `hides previous definition of ${JSON.stringify(name)}`;
    return [`${path}[${i}]: ${hidden}, which may be dropped when using apply`];
  });
}

function samePorts(path: string, ports: readonly JsonObject[]): string[] {
  const seen = new Map<string, number>();
  return ports.flatMap((port, i) => {
    const { containerPort, hostPort, hostIP, protocol } = port;
    const key = JSON.stringify([containerPort, hostPort, hostIP, protocol]);
    const before = seen.get(key);
    if (before === undefined) {
      seen.set(key, i);
      return [];
    }
    return [`${path}[${i}]: duplicate port definition with ${path}[${before}]`];
  });
}
