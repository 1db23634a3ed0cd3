import type { JsonObject } from '@vmgen/base/json';
import { isDns1123Subdomain, isPathSegment } from '@vmgen/base/text';
import { ErrorList } from './error-list.js';
import { getObject, getObjects, setDefaults, getString, getStrings } from './fields.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { sameJson } from './workload-rules.js';

const GROUP = 'rbac.authorization.k8s.io';

/** rbac Role. */
export const roleStrategy: BuiltInStrategy = {
  skipSchemaValidation: true,
  validate: (object) => ruleErrors(object, { namespaced: true }),
};

/** rbac ClusterRole. */
export const clusterRoleStrategy: BuiltInStrategy = {
  skipSchemaValidation: true,
  validate: (object) => ruleErrors(object, { namespaced: false }),
};

/** rbac RoleBinding. */
export const roleBindingStrategy = bindingStrategy({
  roles: ['Role', 'ClusterRole'],
  namespaced: true,
});

/** rbac ClusterRoleBinding. */
export const clusterRoleBindingStrategy = bindingStrategy({
  roles: ['ClusterRole'],
  namespaced: false,
});

interface Scope {
  readonly namespaced: boolean;
}

function ruleErrors(role: JsonObject, { namespaced }: Scope): ErrorList['errors'] {
  const errors = new ErrorList();
  getObjects(role, 'rules').forEach((rule, i) => {
    const path = `rules[${i}]`;
    if (getStrings(rule, 'verbs').length === 0) {
      errors.required(`${path}.verbs`);
    }
    const urls = [...getStrings(rule, 'nonResourceURLs')];
    const groups = getStrings(rule, 'apiGroups');
    const resources = getStrings(rule, 'resources');
    if (urls.length > 0) {
      const at = `${path}.nonResourceURLs`;
      if (namespaced) {
        errors.invalid(at, urls, 'namespaced rules cannot apply to non-resource URLs');
      }
      if (groups.length + resources.length + getStrings(rule, 'resourceNames').length > 0) {
        const detail = 'rules cannot apply to both regular resources and non-resource URLs';
        errors.invalid(at, urls, detail);
      }
      return;
    }
    if (groups.length === 0) {
      errors.required(`${path}.apiGroups`, 'resource rules must supply at least one api group');
    }
    if (resources.length === 0) {
      errors.required(`${path}.resources`, 'resource rules must supply at least one resource');
    }
  });
  return errors.errors;
}

function bindingStrategy({
  roles,
  namespaced,
}: Scope & { readonly roles: readonly string[] }): BuiltInStrategy {
  return {
    defaults(object) {
      const { roleRef } = object;
      if (roleRef !== undefined) setDefaults(getObject(object, 'roleRef'), { apiGroup: GROUP });
      for (const subject of getObjects(object, 'subjects')) {
        const isAccount = subject['kind'] === 'ServiceAccount';
        const isPerson = subject['kind'] === 'User' || subject['kind'] === 'Group';
        if (isPerson) setDefaults(subject, { apiGroup: GROUP });
        else if (isAccount && subject['apiGroup'] === '')
          Reflect.deleteProperty(subject, 'apiGroup');
      }
    },
    skipSchemaValidation: true,
    validate(object, live) {
      const errors = new ErrorList();
      const role = getObject(object, 'roleRef');
      if (getString(role, 'apiGroup') !== GROUP) {
        errors.notSupported('roleRef.apiGroup', getString(role, 'apiGroup'), [GROUP]);
      }
      if (!roles.includes(getString(role, 'kind'))) {
        errors.notSupported('roleRef.kind', getString(role, 'kind'), roles);
      }
      const name = getString(role, 'name');
      if (errors.given('roleRef.name', name)) {
        errors.problems('roleRef.name', name, isPathSegment(name));
      }
      getObjects(object, 'subjects').forEach((subject, i) => {
        checkSubject(errors, `subjects[${i}]`, subject, namespaced);
      });
      if (live !== undefined && !sameJson(role, getObject(live, 'roleRef'))) {
        const printed = {
          APIGroup: getString(role, 'apiGroup'),
          Kind: getString(role, 'kind'),
          Name: name,
        };
        errors.immutable('roleRef', false, printed);
      }
      return errors.errors;
    },
  };
}

function checkSubject(
  errors: ErrorList,
  path: string,
  subject: JsonObject,
  namespaced: boolean,
): void {
  const name = getString(subject, 'name');
  const group = getString(subject, 'apiGroup');
  const kind = getString(subject, 'kind');
  errors.given(`${path}.name`, name);
  if (kind === 'ServiceAccount') {
    if (name !== '') errors.problems(`${path}.name`, name, isDns1123Subdomain(name));
    if (group !== '') errors.notSupported(`${path}.apiGroup`, group, ['']);
    if (!namespaced) errors.given(`${path}.namespace`, subject['namespace']);
  } else if (kind === 'User' || kind === 'Group') {
    if (group !== GROUP) errors.notSupported(`${path}.apiGroup`, group, [GROUP]);
  } else {
    errors.notSupported(`${path}.kind`, kind, ['ServiceAccount', 'User', 'Group']);
  }
}
