import { isDns1123Subdomain, isPathSegment } from '@vmgen/base/text';
import { checkSelector, type Field } from '@vmgen/crd/internal';
import { getObject, getObjects, setDefaults } from './fields.js';
import type { BuiltInStrategy } from './built-in-strategy.js';

const GROUP = 'rbac.authorization.k8s.io';

/** rbac Role. */
export const roleStrategy: BuiltInStrategy = {
  validate: (object) => checkRules(object, { namespaced: true }),
};

/** rbac ClusterRole. */
export const clusterRoleStrategy: BuiltInStrategy = {
  validate(object) {
    checkRules(object, { namespaced: false });
    const aggregation = object.at('aggregationRule');
    if (!aggregation.isObject) return;
    const selectors = aggregation.at('clusterRoleSelectors');
    if (!selectors.isFilled) {
      selectors.required('at least one clusterRoleSelector required if aggregationRule is non-nil');
    }
    for (const selector of selectors.items) checkSelector(selector);
  },
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

function checkRules(role: Field, { namespaced }: Scope): void {
  for (const rule of role.at('rules').items) {
    if (rule.at('verbs').texts.length === 0) rule.at('verbs').required();
    const [urls, groups] = [rule.at('nonResourceURLs'), rule.at('apiGroups')];
    const [resources, names] = [rule.at('resources'), rule.at('resourceNames')];
    if (urls.isFilled) {
      if (namespaced) urls.invalid('namespaced rules cannot apply to non-resource URLs');
      if (groups.isFilled || resources.isFilled || names.isFilled) {
        urls.invalid('rules cannot apply to both regular resources and non-resource URLs');
      }
      continue;
    }
    if (!groups.isFilled) groups.required('resource rules must supply at least one api group');
    if (!resources.isFilled) {
      resources.required('resource rules must supply at least one resource');
    }
  }
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
    validate(object, live) {
      const role = object.at('roleRef');
      const [group, kind, name] = [role.at('apiGroup'), role.at('kind'), role.at('name')];
      if (group.text !== GROUP) group.notSupported([GROUP]);
      if (!roles.includes(kind.text)) kind.notSupported(roles);
      name.checkRequired(isPathSegment);
      for (const subject of object.at('subjects').items) checkSubject(subject, namespaced);
      if (live === undefined) return;
      role.immutable(getObject(live, 'roleRef'));
    },
  };
}

function checkSubject(subject: Field, namespaced: boolean): void {
  const [name, group, kind] = [subject.at('name'), subject.at('apiGroup'), subject.at('kind')];
  name.given();
  if (kind.text === 'ServiceAccount') {
    name.checkIfSet(isDns1123Subdomain);
    if (group.text !== '') group.notSupported(['']);
    if (!namespaced) subject.at('namespace').given();
  } else if (kind.text === 'User' || kind.text === 'Group') {
    if (group.text !== GROUP) group.notSupported([GROUP]);
  } else {
    kind.notSupported(['ServiceAccount', 'User', 'Group']);
  }
}
