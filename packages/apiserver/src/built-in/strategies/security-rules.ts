import { type Field } from '@vmgen/crd/internal';

const MAX_ID = 2_147_483_647;
const PROFILES = ['Localhost', 'RuntimeDefault', 'Unconfined'];
const SYSCTL_FORM = '^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$';
const SYSCTL = new RegExp(SYSCTL_FORM);

/** Validates the part of a security context that containers and pods have in common. */
export function checkRunAs(context: Field): void {
  for (const name of ['runAsUser', 'runAsGroup', 'fsGroup']) context.at(name).inRange(0, MAX_ID);
  checkProfile(context.at('seccompProfile'), 'seccompProfile', 'seccomp');
  checkProfile(context.at('appArmorProfile'), 'appArmorProfile', 'AppArmor');
}

/** Validates the part of a security context that only pods have. */
export function checkPodSecurity(context: Field): void {
  checkRunAs(context);
  for (const group of context.at('supplementalGroups').items) group.inRange(0, MAX_ID);
  context.at('fsGroupChangePolicy').oneOf('Always', 'OnRootMismatch');
  context.at('supplementalGroupsPolicy').oneOf('Merge', 'Strict');
  const names = new Set<string>();
  for (const sysctl of context.at('sysctls').items) {
    const name = sysctl.at('name');
    if (!name.given()) continue;
    if (name.text.length > 253 || !SYSCTL.test(name.text)) {
      name.invalid(`must have at most 253 characters and match regex ${SYSCTL_FORM}`);
    } else if (names.has(name.text)) {
      name.duplicate();
    }
    names.add(name.text);
  }
}

function checkProfile(profile: Field, field: string, name: string): void {
  if (!profile.isObject) return;
  const [type, local] = [profile.at('type'), profile.at('localhostProfile')];
  if (!type.given(`type is required when ${field} is set`)) return;
  type.oneOf(...PROFILES);
  if (type.text === 'Localhost') {
    if (local.text === '') local.required(`must be set when ${name} type is Localhost`);
    else if (local.text.startsWith('/')) local.invalid('must be a relative path');
  } else if (typeof local.value === 'string' && PROFILES.includes(type.text)) {
    local.invalid(`can only be set when ${name} type is Localhost`);
  }
}
