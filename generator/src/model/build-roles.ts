import { validateObjectMeta } from '@vmgen/crd/internal';
import { rbacMarker, roleNameMarker } from '../markers/definitions/rbac.js';
import type { MarkerUse, UseOf } from '../markers/language/definition.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import { find, usesOf } from '../markers/language/uses-of.js';
import { checkRule, type OwnResources } from './check-rule.js';
import { mergeRules, type PolicyRule } from './merge-rules.js';

/** A Role, or a ClusterRole if it has no namespace, that RBAC markers define. */
export interface Role {
  /** The name of the Role or ClusterRole. */
  readonly name: string;
  /** The namespace of a Role; undefined for a ClusterRole. */
  readonly namespace: string | undefined;
  /** The rules, merged and sorted. */
  readonly rules: readonly PolicyRule[];
}

/** controller-gen's default. */
export const DEFAULT_ROLE_NAME = 'manager-role';

/**
 * Builds the roles of the RBAC markers, separately for each package.
 *
 * @param served the resources of the packages of the run
 * @param defaultName the name of roles whose markers set none
 */
export function buildRoles(
  packages: readonly (readonly MarkerUse[])[],
  served: OwnResources,
  defaultName: string,
  diagnostics: DiagnosticList,
): Role[] {
  const roles = new Map<string, { role: Omit<Role, 'rules'>; rules: PolicyRule[] }>();
  for (const markers of packages) {
    const shared = find(markers, roleNameMarker);
    for (const use of usesOf(markers, rbacMarker)) {
      refuseImpossible(use, diagnostics);
      checkRule(use, served, diagnostics);
      const { namespace, roleName: own } = use.values;
      const role = {
        name: own ?? shared?.values.value ?? defaultName,
        namespace,
      };
      refuseName(role, own === undefined && shared ? shared : use, use, diagnostics);
      const key = `${role.namespace ?? ''}:${role.name}`;
      const known = roles.get(key) ?? { role, rules: [] };
      roles.set(key, { role, rules: [...known.rules, ...rulesOf(use)] });
    }
  }
  return [...roles.values()]
    .map(({ role, rules }) => ({ ...role, rules: mergeRules(rules) }))
    .sort(byNamespaceAndName);
}

type RbacUse = UseOf<typeof rbacMarker>;

/** A rule per resource: merging puts them together again. */
function rulesOf({ values }: RbacUse): PolicyRule[] {
  const { groups = [], resources = [], resourceNames = [], urls = [], verbs } = values;
  const apiGroups = groups.map((group) => (group === 'core' ? '' : group));
  const rule = { apiGroups, resourceNames, nonResourceURLs: urls, verbs };
  if (resources.length === 0) return [{ ...rule, resources: [] }];
  return resources.map((resource) => ({ ...rule, resources: [resource] }));
}

/** Reports rules that the API server would reject. */
function refuseImpossible({ values, position }: RbacUse, diagnostics: DiagnosticList): void {
  const refuse = (message: string, remedy: string): void =>
    diagnostics.error('VMGEN8001', position, `+${rbacMarker.name} ${message}`, remedy);
  const has = (name: 'verbs' | 'groups' | 'resources' | 'urls'): boolean =>
    (values[name] ?? []).length > 0;
  if (!has('verbs')) refuse('has no verbs', 'name some: verbs=get;list;watch');
  if (!has('resources') && !has('urls')) {
    refuse('has neither resources nor urls', 'add resources=');
  } else if (has('resources') && has('urls')) {
    refuse('names both resources and urls', 'write a marker for each');
  } else if (has('resources') && !has('groups')) {
    refuse('names resources without their groups', 'add groups=, which is "" for the core group');
  }
  if (has('urls') && values.namespace !== undefined) {
    refuse('names urls, which no namespace has', 'remove namespace=');
  }
}

/**
 * Validates the name of a role by the rules of the API server.
 *
 * @param naming the marker that sets the name
 */
function refuseName(
  { name, namespace }: Omit<Role, 'rules'>,
  naming: MarkerUse,
  use: MarkerUse,
  diagnostics: DiagnosticList,
): void {
  const namespaced = namespace !== undefined;
  const metadata = namespaced ? { name, namespace } : { name };
  for (const { field, message } of validateObjectMeta(metadata, {
    namespaced,
    name: 'path-segment',
  })) {
    const { definition, position } = field === 'metadata.name' ? naming : use;
    const text = `+${definition.name}: the API server would refuse the role: ${field}: ${message}`;
    diagnostics.error('VMGEN8001', position, text);
  }
}

function byNamespaceAndName(a: Role, b: Role): number {
  const [left, right] = [a.namespace ?? '', b.namespace ?? ''];
  if (left !== right) return left < right ? -1 : 1;
  return a.name < b.name ? -1 : Number(a.name > b.name);
}
