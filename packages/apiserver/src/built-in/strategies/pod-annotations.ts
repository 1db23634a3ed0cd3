import type { JsonObject, JsonValue } from '@vmgen/base/json';
import { Field } from '@vmgen/crd/internal';
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
  if (isWindows(spec)) return;
  for (const container of containersOf(spec)) {
    const name = APP_ARMOR + getString(container, 'name');
    if (!Object.hasOwn(annotations, name) || hasProfile(container, 'appArmorProfile')) continue;
    const profile = validProfile(appArmorProfile(getString(annotations, name)));
    // The profile of the pod applies to the container, too.
    if (profile !== undefined && sameJson(profile, profileOf(spec, 'appArmorProfile'))) continue;
    warn(`metadata.annotations[${name}]: ${USE_APP_ARMOR}`);
    if (profile !== undefined)
      ensureObject(container, 'securityContext')['appArmorProfile'] = profile;
  }
}

const MAX_PROFILE = 4095;

function validProfile(profile: JsonObject | undefined): JsonObject | undefined {
  const local = profile?.['localhostProfile'];
  const isValid =
    typeof local !== 'string' || (local.trim() === local && local.length <= MAX_PROFILE);
  return isValid ? profile : undefined;
}

const isWindows = (spec: JsonObject): boolean => getObject(spec, 'os')['name'] === 'windows';

/** Validates the annotations of a pod or a template that name security profiles. */
export function checkPodAnnotations(annotations: Field, spec: JsonObject): void {
  const names = new Set(containersOf(spec).map((container) => getString(container, 'name')));
  for (const [name, annotation] of annotations.entries) {
    if (name === SECCOMP_POD || name.startsWith(SECCOMP)) checkSeccomp(annotations.at(name));
    if (!name.startsWith(APP_ARMOR)) continue;
    const container = name.slice(APP_ARMOR.length);
    if (!names.has(container)) annotation.invalid('container not found', container);
    const { text } = annotation;
    if (!['', 'runtime/default', 'unconfined'].includes(text) && !text.startsWith(LOCALHOST)) {
      annotation.invalid(`invalid AppArmor profile name: ${JSON.stringify(text)}`);
    }
  }
}

function checkSeccomp(profile: Field): void {
  const { text } = profile;
  if (['runtime/default', 'docker/default', 'unconfined'].includes(text)) return;
  if (!text.startsWith(LOCALHOST)) {
    profile.invalid('must be a valid seccomp profile');
    return;
  }
  const local = text.slice(LOCALHOST.length);
  if (local.startsWith('/')) profile.invalid('must be a relative path', local);
  if (local.split('/').includes('..')) profile.invalid(`must not contain '..'`, local);
}

/** Validates that fields of a pod or a template name the same security profiles as the annotations. */
export function checkProfilesMatch(annotations: JsonObject, spec: Field): void {
  const pod = spec.at('securityContext');
  checkMatch(pod.at('seccompProfile'), annotations[SECCOMP_POD], 'seccomp');
  const containers = LISTS.flatMap((list) => spec.at(list).items);
  for (const container of containers) {
    const profile = container.at('securityContext', 'seccompProfile');
    checkMatch(profile, annotations[SECCOMP + container.at('name').text], 'seccomp');
  }
  if (isWindows(spec.object)) return;
  for (const container of containers) {
    const own = container.at('securityContext', 'appArmorProfile');
    const inherited = new Field(pod.at('appArmorProfile').value, own.path, own.errors);
    const annotation = annotations[APP_ARMOR + container.at('name').text];
    checkMatch(own.isObject ? own : inherited, annotation, 'apparmor');
  }
}

/** The annotations that mean the same as a type of profiles. */
const EQUIVALENTS: Readonly<Record<string, readonly string[]>> = {
  Unconfined: ['unconfined'],
  RuntimeDefault: ['runtime/default'],
};

function checkMatch(
  profile: Field,
  annotation: JsonValue | undefined,
  kind: 'seccomp' | 'apparmor',
): void {
  if (typeof annotation !== 'string' || !profile.isObject) return;
  const [type, local] = [profile.at('type'), profile.at('localhostProfile')];
  if (type.text === 'Localhost' && annotation.startsWith(LOCALHOST)) {
    if (annotation.slice(LOCALHOST.length) === local.value) return;
    local.forbidden(`${kind} profile in annotation and field must match`);
    return;
  }
  const isDocker = kind === 'seccomp' && annotation === 'docker/default';
  const equivalents = type.text === 'Localhost' ? [] : EQUIVALENTS[type.text];
  if (equivalents === undefined || equivalents.includes(annotation)) return;
  if (isDocker && type.text === 'RuntimeDefault') return;
  type.forbidden(`${kind} type in annotation and field must match`);
}

const MIRROR = 'kubernetes.io/config.mirror';

/** Validates changes of annotations that are immutable in pods. */
export function checkAnnotationChanges(annotations: Field, live: JsonObject): void {
  const own = annotations.object;
  const report = (name: string, change: string): void => {
    if (name.startsWith(APP_ARMOR)) {
      annotations.key(name).forbidden(`may not ${change} AppArmor annotations`);
    }
    if (name === MIRROR) annotations.key(name).forbidden(`may not ${change} mirror pod annotation`);
  };
  for (const [name, value] of Object.entries(live)) {
    if (own[name] !== value) report(name, 'remove or update');
  }
  for (const name of Object.keys(own)) if (!Object.hasOwn(live, name)) report(name, 'add');
}
