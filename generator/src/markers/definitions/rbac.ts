import type { MarkerDefinition } from '../language/definition.js';
import { optional, required, text, texts } from '../language/arguments.js';
import { defineMarker } from './define-marker.js';

const PACKAGE = { topic: 'Roles', places: ['package'] } as const;

export const rbacMarker = defineMarker({
  ...PACKAGE,
  name: 'kubebuilder:rbac',
  arguments: {
    verbs: required(texts, 'Such as get;list;watch, or * for all.'),
    groups: optional(texts, 'API groups; "" or core is the core group.'),
    resources: optional(texts, 'Plurals, with a subresource behind a slash.'),
    resourceNames: optional(texts, 'Only the objects of these names.'),
    urls: optional(texts, 'Paths that are no resources, such as /metrics.'),
    namespace: optional(
      text,
      'Makes it a rule of a Role there; else it is one of the ClusterRole.',
    ),
    roleName: optional(text, 'The role; else what vmgen:rbac:roleName says, else manager-role.'),
  },
  repeatable: true,
  help: 'A permission, in rbac/role.yaml.',
  details:
    'Rules of a role that differ in nothing but their verbs, resources, groups or urls become one, as with controller-gen. ' +
    "It is in a file of an API, or above the controller's functions in the files of --paths. " +
    'What each function of the runtime needs: https://github.com/vmgen/vmgen/blob/main/docs/operators.md#permissions',
  example:
    '// +kubebuilder:rbac:groups=apps,resources=deployments;deployments/status,verbs=get;list;watch',
});

export const roleNameMarker = defineMarker({
  ...PACKAGE,
  name: 'vmgen:rbac:roleName',
  value: required(text),
  help: 'What the roles of the package are called; else manager-role.',
  details:
    "Stands in for controller-gen's option rbac:roleName. All files of --paths are one package; where they say nothing, the name of the APIs' packages holds, if there is one.",
  example:
    '// +vmgen:rbac:roleName=shop-manager\n// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get',
});

export const RBAC_MARKERS: readonly MarkerDefinition[] = [rbacMarker, roleNameMarker];
