import type { MarkerDefinition } from '../language/definition.js';
import { optional, required, text, texts, usually } from '../language/arguments.js';
import { BUILT_IN_RESOURCES } from './built-in-resources.js';
import { defineMarker } from './define-marker.js';

const PACKAGE = { topic: 'Roles', places: ['package'] } as const;

/** The verbs of requests for objects. Other verbs such as use and escalate have a meaning too. */
export const VERBS = [
  'get',
  'list',
  'watch',
  'create',
  'update',
  'patch',
  'delete',
  'deletecollection',
];
export const RARE_VERBS = [
  '*',
  'use',
  'bind',
  'escalate',
  'impersonate',
  'approve',
  'sign',
  'attest',
];

const GROUPS = Object.keys(BUILT_IN_RESOURCES).map((group) => group || 'core');

export const rbacMarker = defineMarker({
  ...PACKAGE,
  name: 'kubebuilder:rbac',
  arguments: {
    verbs: required(
      { type: 'list', of: usually([...VERBS, ...RARE_VERBS]) },
      'For example get;list;watch, or * for all.',
    ),
    groups: optional(
      { type: 'list', of: usually(GROUPS) },
      'API groups; "" or core is the core group.',
    ),
    resources: optional(
      { type: 'list', of: usually([...new Set(Object.values(BUILT_IN_RESOURCES).flat())]) },
      'Plural resource names, optionally with a subresource after a slash.',
    ),
    resourceNames: optional(texts, 'Restricts the rule to objects with these names.'),
    urls: optional(texts, 'Non-resource URLs, such as /metrics.'),
    namespace: optional(text, 'The namespace of the Role. Defaults to a ClusterRole.'),
    roleName: optional(
      text,
      'The name of the role. Defaults to the value of vmgen:rbac:roleName, then to manager-role.',
    ),
  },
  repeatable: true,
  help: 'A permission, written to rbac/role.yaml.',
  details:
    'Rules of a role that differ only in their verbs, resources, groups or urls are merged, as in controller-gen. ' +
    'The marker is allowed in a file of an API, and in the files of --paths, for example above the functions of the controller. ' +
    'For the permissions that each function of the runtime needs see https://github.com/vmgen/vmgen/blob/main/docs/security.md#permissions',
  example:
    '// +kubebuilder:rbac:groups=apps,resources=deployments;deployments/status,verbs=get;list;watch',
});

export const roleNameMarker = defineMarker({
  ...PACKAGE,
  name: 'vmgen:rbac:roleName',
  value: required(text),
  help: 'The name of the roles of the package. Defaults to manager-role.',
  details:
    'Equivalent to the option rbac:roleName of controller-gen. All files of --paths are one package; without the marker they use the name from the API packages, if there is one.',
  example:
    '// +vmgen:rbac:roleName=shop-manager\n// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get',
});

export const RBAC_MARKERS: readonly MarkerDefinition[] = [rbacMarker, roleNameMarker];
