import type { JsonObject } from '@vmgen/base/json';
import { ensureObject, getObject, getObjects, getString, sameJson } from './fields.js';

const SECCOMP_POD = 'seccomp.security.alpha.kubernetes.io/pod';
const SECCOMP = 'container.seccomp.security.alpha.kubernetes.io/';
const APP_ARMOR = 'container.apparmor.security.beta.kubernetes.io/';
const LOCALHOST = 'localhost/';
const USE_APP_ARMOR = 'deprecated since v1.30; use the "appArmorProfile" field instead';
const USE_SECCOMP = 'non-functional in v1.27+; use the "seccompProfile" field instead';
const USE_SYSCTLS = 'non-functional in v1.11+; use the "sysctls" field instead';

const DEPRECATED: readonly (readonly [name: string, text: string])[] = [
  [
    'scheduler.alpha.kubernetes.io/critical-pod',
    'non-functional in v1.16+; use the "priorityClassName" field instead',
  ],
  ['security.alpha.kubernetes.io/sysctls', USE_SYSCTLS],
  ['security.alpha.kubernetes.io/unsafe-sysctls', USE_SYSCTLS],
];

const LISTS = ['initContainers', 'containers', 'ephemeralContainers'];

const containersOf = (spec: JsonObject): readonly JsonObject[] =>
  LISTS.flatMap((list) => getObjects(spec, list));

const profileOf = (owner: JsonObject, name: string): JsonObject =>
  getObject(owner, 'securityContext', name);

const hasProfile = (owner: JsonObject, name: string): boolean =>
  getObject(owner, 'securityContext')[name] !== undefined;

/**
 * Returns the warnings for annotations of a pod or a template that fields have replaced.
 *
 * @param path the path of the annotations
 * @param isTemplate whether annotations of AppArmor have no effect on the fields
 */
export function annotationWarnings(path: string, pod: JsonObject, isTemplate: boolean): string[] {
  const annotations = getObject(pod, 'metadata', 'annotations');
  const spec = getObject(pod, 'spec');
  const has = (name: string): boolean => Object.hasOwn(annotations, name);
  const isOld = (container: JsonObject, name: string): boolean => {
    if (!isTemplate || !has(name) || hasProfile(container, 'appArmorProfile')) return false;
    const profile = appArmorProfile(getString(annotations, name));
    return profile === undefined || !sameJson(profile, profileOf(spec, 'appArmorProfile'));
  };
  const warnings = [
    ...DEPRECATED.filter(([name]) => has(name)),
    ...(has(SECCOMP_POD) && !hasProfile(spec, 'seccompProfile')
      ? [[SECCOMP_POD, USE_SECCOMP]]
      : []),
    ...containersOf(spec).flatMap((container) => {
      const name = getString(container, 'name');
      return [
        ...(has(SECCOMP + name) && !hasProfile(container, 'seccompProfile')
          ? [[SECCOMP + name, USE_SECCOMP]]
          : []),
        ...(isOld(container, APP_ARMOR + name) ? [[APP_ARMOR + name, USE_APP_ARMOR]] : []),
      ];
    }),
  ];
  return warnings.map(([name = '', text = '']) => `${path}[${name}]: ${text}`);
}

/** The profile that an annotation names. Undefined if it names none. */
function appArmorProfile(text: string): JsonObject | undefined {
  if (text === 'unconfined') return { type: 'Unconfined' };
  if (text === 'runtime/default') return { type: 'RuntimeDefault' };
  const localhostProfile = text.startsWith(LOCALHOST) ? text.slice(LOCALHOST.length) : '';
  return localhostProfile === '' ? undefined : { type: 'Localhost', localhostProfile };
}

/** Copies the annotations of AppArmor to the fields of a new pod. */
export function copyAppArmorAnnotations(pod: JsonObject, warn: (text: string) => void): void {
  const annotations = getObject(pod, 'metadata', 'annotations');
  const spec = getObject(pod, 'spec');
  for (const container of containersOf(spec)) {
    const name = APP_ARMOR + getString(container, 'name');
    if (!Object.hasOwn(annotations, name) || hasProfile(container, 'appArmorProfile')) continue;
    const profile = appArmorProfile(getString(annotations, name));
    // The profile of the pod applies to the container, too.
    if (profile !== undefined && sameJson(profile, profileOf(spec, 'appArmorProfile'))) continue;
    warn(`metadata.annotations[${name}]: ${USE_APP_ARMOR}`);
    if (profile !== undefined)
      ensureObject(container, 'securityContext')['appArmorProfile'] = profile;
  }
}
