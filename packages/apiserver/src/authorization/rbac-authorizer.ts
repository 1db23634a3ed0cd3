import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { objectsOf } from '../json/lists.js';
import { textOf } from '../json/text-of.js';
import type { RequestUser } from '../request/request-user.js';
import { keyOf } from '../resource/endpoint.js';
import { metaString } from '../resource/object-meta.js';
import type { ObjectStore } from '../storage/object-store.js';
import type { RequestAttributes } from './request-attributes.js';
import { AggregatedRoles } from './aggregated-roles.js';
import { ruleAllows, rulesIn, type RoleRule } from './role-rule.js';

/** The group of roles and bindings. */
export const RBAC_GROUP = 'rbac.authorization.k8s.io';

/** The role that a binding grants. */
interface RoleRef {
  readonly kind: string;
  readonly name: string;
}

/** A rule that a user has, and the reason. */
interface Grant {
  readonly rule: RoleRule;
  /** Such as `ClusterRoleBinding "admins" of ClusterRole "cluster-admin" to Group "admins"`. */
  readonly source: string;
}

/**
 * Authorizes requests by the stored roles and bindings. A user has all rules of the roles that are bound
 * to his name or one of his groups: those of a ClusterRoleBinding everywhere, and those of a RoleBinding
 * in its namespace. A binding of a role that does not exist grants nothing.
 *
 * Upstream: plugin/pkg/auth/authorizer/rbac.
 */
export class RbacAuthorizer {
  readonly #storeOf: (plural: string) => ObjectStore | undefined;
  /** Of the last version that was asked for. */
  #aggregated: AggregatedRoles | undefined;

  /** @param storeOf returns the store of a resource of {@link RBAC_GROUP} */
  constructor(storeOf: (plural: string) => ObjectStore | undefined) {
    this.#storeOf = storeOf;
  }

  /** Returns why a user may send a request; undefined if he may not. */
  reasonFor(user: RequestUser, attributes: RequestAttributes): string | undefined {
    // As with kube-apiserver, nobody can lock out this group by deleting its binding.
    if (isMaster(user)) return '';
    const namespace = 'path' in attributes ? '' : attributes.namespace;
    for (const { rule, source } of this.#grants(user, namespace)) {
      if (ruleAllows(rule, attributes)) return `RBAC: allowed by ${source}`;
    }
    return undefined;
  }

  allows(user: RequestUser, attributes: RequestAttributes): boolean {
    return this.reasonFor(user, attributes) !== undefined;
  }

  /** Returns the rules that apply to a user in a namespace; for an empty one, in the whole cluster. */
  rulesOf(user: RequestUser, namespace: string): RoleRule[] {
    return Array.from(this.#grants(user, namespace), ({ rule }) => rule);
  }

  /** Returns the rules of a role; undefined if it does not exist. */
  rulesOfRole({ kind, name }: RoleRef, namespace: string): readonly RoleRule[] | undefined {
    const [plural, where] = kind === 'Role' ? ['roles', namespace] : ['clusterroles', undefined];
    const role = this.#storeOf(plural)?.get(keyOf(where, name))?.object;
    if (role === undefined) return undefined;
    return this.#allRules(role);
  }

  *#grants(user: RequestUser, namespace: string): Generator<Grant> {
    yield* this.#grantsOf('clusterrolebindings', user, '');
    if (namespace !== '') yield* this.#grantsOf('rolebindings', user, namespace);
  }

  *#grantsOf(plural: string, user: RequestUser, namespace: string): Generator<Grant> {
    const prefix = namespace === '' ? '' : keyOf(namespace, '');
    for (const { object } of this.#storeOf(plural)?.scan(prefix) ?? []) {
      const subject = subjectsOf(object).find((each) => isSubject(each, user, namespace));
      if (subject === undefined) continue;
      const ref = roleRefOf(object);
      const [kind, where] =
        namespace === '' ? ['ClusterRoleBinding', ''] : ['RoleBinding', `/${namespace}`];
      const home =
        subject.kind === 'ServiceAccount'
          ? `/${subject.namespace === '' ? namespace : subject.namespace}`
          : '';
      const source =
        `${kind} ${JSON.stringify(metaString(object, 'name') + where)} of ${ref.kind} ` +
        `${JSON.stringify(ref.name)} to ${subject.kind} ${JSON.stringify(subject.name + home)}`;
      for (const rule of this.rulesOfRole(ref, namespace) ?? []) yield { rule, source };
    }
  }

  #allRules(role: JsonObject): readonly RoleRule[] {
    const store = this.#storeOf('clusterroles');
    if (store === undefined || role['aggregationRule'] === undefined) return rulesIn(role);
    if (this.#aggregated?.version !== store.lastVersion) {
      this.#aggregated = new AggregatedRoles(store);
    }
    return this.#aggregated.rulesOf(role);
  }
}

/** Whether a user is in the group that may do everything. */
export const isMaster = ({ groups }: RequestUser): boolean => groups.includes('system:masters');

/** Returns the role that a binding grants. */
export function roleRefOf({ roleRef }: JsonObject): RoleRef {
  const { kind, name } = isJsonObject(roleRef) ? roleRef : {};
  return { kind: textOf(kind), name: textOf(name) };
}

interface Subject {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
}

function subjectsOf({ subjects }: JsonObject): Subject[] {
  return objectsOf(subjects).map(({ kind, name, namespace }) => ({
    kind: textOf(kind),
    name: textOf(name),
    namespace: textOf(namespace),
  }));
}

/** @param bound the namespace of the binding, in which a service account may omit its own */
function isSubject({ kind, name, namespace }: Subject, user: RequestUser, bound: string): boolean {
  switch (kind) {
    case 'User':
      return user.username === name;
    case 'Group':
      return user.groups.includes(name);
    case 'ServiceAccount': {
      const where = namespace === '' ? bound : namespace;
      return where !== '' && user.username === `system:serviceaccount:${where}:${name}`;
    }
    default:
      return false;
  }
}
