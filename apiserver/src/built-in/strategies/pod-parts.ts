import { isIPv4 } from 'node:net';
import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { goStruct, type ErrorList } from './error-list.js';
import { getObjects, getString } from './fields.js';
import { checkIp } from './ip-rules.js';
import { checkName } from './validate-pod-spec.js';
import { sameJson } from './workload-rules.js';

/** Fields that ephemeral containers must not have. */
const NOT_FOR_DEBUGGING = [
  'ports',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
  'resources',
  'resizePolicy',
  'restartPolicy',
] as const;

/**
 * Validates an update by the `ephemeralcontainers` subresource: containers can be added, and
 * neither changed nor removed.
 */
export function checkEphemeral(errors: ErrorList, next: JsonObject, live: JsonObject): void {
  const path = 'spec.ephemeralContainers';
  const names = new Set(
    ['containers', 'initContainers'].flatMap((list) =>
      getObjects(next, list).map((container) => getString(container, 'name')),
    ),
  );
  const containers = getObjects(next, 'ephemeralContainers');
  containers.forEach((container, i) => {
    const at = `${path}[${i}]`;
    checkName(errors, at, container, names);
    errors.given(`${at}.image`, container['image']);
    for (const field of NOT_FOR_DEBUGGING) {
      const value = container[field];
      const isSet = Array.isArray(value)
        ? value.length > 0
        : isJsonObject(value)
          ? Object.keys(value).length > 0
          : value !== undefined;
      if (isSet) errors.forbidden(`${at}.${field}`, 'cannot be set for an Ephemeral Container');
    }
  });
  for (const old of getObjects(live, 'ephemeralContainers')) {
    const name = getString(old, 'name');
    const same = containers.find((container) => container['name'] === name);
    if (same === undefined) {
      const detail = `existing ephemeral containers ${JSON.stringify(name)} may not be removed\n`;
      errors.forbidden(path, detail);
    } else if (!sameJson(same, old)) {
      const detail = `existing ephemeral containers ${JSON.stringify(name)} may not be changed\n`;
      errors.forbidden(path, detail);
    }
  }
}

/** Validates an update of a pod's status. */
export function checkPodStatus(errors: ErrorList, next: JsonObject, live: JsonObject): void {
  const addresses = getObjects(next, 'podIPs').map((it) => getString(it, 'ip'));
  const isRight = addresses.map((ip, i) => checkIp(errors, `status.podIPs[${i}]`, ip));
  const families = new Set(addresses.map((ip) => isIPv4(ip)));
  if (isRight.every(Boolean) && families.size < addresses.length) {
    const printed = `[${addresses.map((IP) => goStruct({ IP }).verbatim).join(',')}]`;
    const detail = 'may specify no more than one IP for each IP family';
    errors.invalid('status.podIPs', { verbatim: printed }, detail);
  }
  const isSame = sameJson(next['qosClass'], live['qosClass']);
  errors.immutable('status.qosClass', isSame, next['qosClass']);
}
