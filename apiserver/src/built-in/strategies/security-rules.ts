import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { goStruct, type ErrorList } from './error-list.js';
import { getObjects, getString } from './fields.js';

const MAX_ID = 2_147_483_647;
const PROFILES = ['Localhost', 'RuntimeDefault', 'Unconfined'];
const SYSCTL = '^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$';

/** Validates the part of a security context that containers and pods have in common. */
export function checkRunAs(errors: ErrorList, path: string, context: JsonObject): void {
  for (const name of ['runAsUser', 'runAsGroup', 'fsGroup']) {
    errors.inRange(`${path}.${name}`, context[name], 0, MAX_ID);
  }
  checkProfile(errors, `${path}.seccompProfile`, context['seccompProfile'], 'seccomp');
  checkProfile(errors, `${path}.appArmorProfile`, context['appArmorProfile'], 'AppArmor');
}

/** Validates the part of a security context that only pods have. */
export function checkPodSecurity(errors: ErrorList, path: string, context: JsonObject): void {
  checkRunAs(errors, path, context);
  const { supplementalGroups: groups } = context;
  (Array.isArray(groups) ? groups : []).forEach((group, i) => {
    errors.inRange(`${path}.supplementalGroups[${i}]`, group, 0, MAX_ID);
  });
  errors.oneOf(`${path}.fsGroupChangePolicy`, context['fsGroupChangePolicy'], [
    'Always',
    'OnRootMismatch',
  ]);
  errors.oneOf(`${path}.supplementalGroupsPolicy`, context['supplementalGroupsPolicy'], [
    'Merge',
    'Strict',
  ]);
  const names = new Set<string>();
  getObjects(context, 'sysctls').forEach((sysctl, i) => {
    const at = `${path}.sysctls[${i}].name`;
    const name = getString(sysctl, 'name');
    if (!errors.given(at, name)) return;
    if (name.length > 253 || !new RegExp(SYSCTL).test(name)) {
      errors.invalid(at, name, `must have at most 253 characters and match regex ${SYSCTL}`);
    } else if (names.has(name)) {
      errors.duplicate(at, name);
    }
    names.add(name);
  });
}

function checkProfile(
  errors: ErrorList,
  path: string,
  value: JsonValue | undefined,
  name: string,
): void {
  if (!isJsonObject(value)) return;
  const type = getString(value, 'type');
  const local = value['localhostProfile'];
  if (type === '') {
    errors.required(`${path}.type`, `type is required when ${lastOf(path)} is set`);
    return;
  }
  errors.oneOf(`${path}.type`, type, PROFILES);
  const at = `${path}.localhostProfile`;
  if (type === 'Localhost') {
    if (typeof local !== 'string' || local === '') {
      errors.required(at, `must be set when ${name} type is Localhost`);
    } else if (local.startsWith('/')) {
      errors.invalid(at, local, 'must be a relative path');
    }
  } else if (typeof local === 'string' && PROFILES.includes(type)) {
    const printed = goStruct({ Type: type, LocalhostProfile: local });
    errors.invalid(at, printed, `can only be set when ${name} type is Localhost`);
  }
}

const lastOf = (path: string): string => path.split('.').at(-1) ?? '';
