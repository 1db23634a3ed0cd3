import { deepEqualJson, type JsonObject, type WorkBudget } from '@vmgen/base/json';
import { forbidden, notFound } from '../errors/status-error.js';
import { metadataOf } from '../resource/object-meta.js';
import type { ServedResource } from '../resource/served-resource.js';
import type { Steps } from '../request/steps.js';
import { ALL_RULES } from '../authorization/default-roles.js';
import {
  isMaster,
  RBAC_GROUP,
  roleRefOf,
  type RbacAuthorizer,
} from '../authorization/rbac-authorizer.js';
import type { RequestAttributes } from '../authorization/request-attributes.js';
import { ruleAllows, rulesIn, type RoleRule } from '../authorization/role-rule.js';
import type { AdmissionPlugin } from './admission-chain.js';
import type { AdmissionRequest } from './admission-request.js';

/**
 * Denies roles and bindings by which a user would grant permissions that he does not have, unless he may
 * `escalate` the role, or `bind` it.
 *
 * Upstream: pkg/registry/rbac, policybased storage.
 */
export class GrantCheck implements AdmissionPlugin {
  readonly #authorizer: RbacAuthorizer;

  constructor(authorizer: RbacAuthorizer) {
    this.#authorizer = authorizer;
  }

  concerns({ group }: ServedResource): boolean {
    return group === RBAC_GROUP;
  }

  *validate(request: AdmissionRequest): Steps<void> {
    const { endpoint, object, oldObject, user } = request;
    if (object === undefined || isMaster(user) || !this.concerns(endpoint.resource)) return;
    const isBinding = endpoint.resource.plural.endsWith('bindings');
    // The garbage collector changes objects whose permissions it does not have.
    if (oldObject !== undefined && deepEqualJson(withoutOwners(object), withoutOwners(oldObject))) {
      return;
    }
    if (isBinding) this.#checkBinding(request, object);
    else this.#checkRole(request, object);
  }

  #checkRole(request: AdmissionRequest, object: JsonObject): void {
    const { endpoint, oldObject, user, name, namespace } = request;
    const { plural: resource } = endpoint.resource;
    const escalate = { verb: 'escalate', group: RBAC_GROUP, resource, subresource: '' };
    if (this.#authorizer.allows(user, { ...escalate, namespace, name })) return;
    // A role that aggregates others can get any rule later.
    const isAggregated = [object, oldObject].some(
      (each) => each?.['aggregationRule'] !== undefined,
    );
    const aggregated = isAggregated ? ALL_RULES : [];
    this.#checkHeld(request, [...rulesIn(object), ...aggregated]);
  }

  #checkBinding(request: AdmissionRequest, object: JsonObject): void {
    const { endpoint, user, namespace } = request;
    const ref = roleRefOf(object);
    const resource = ref.kind === 'Role' ? 'roles' : 'clusterroles';
    const bind = { verb: 'bind', group: RBAC_GROUP, resource, subresource: '' };
    if (this.#authorizer.allows(user, { ...bind, namespace, name: ref.name })) return;
    const rules = this.#authorizer.rulesOfRole(ref, namespace);
    // As in kube-apiserver, the error names the resource of the binding.
    if (rules === undefined) throw notFound(endpoint.resource, ref.name);
    this.#checkHeld(request, rules);
  }

  /** @throws ApiError 403 if the user does not have all rules */
  #checkHeld(request: AdmissionRequest, rules: readonly RoleRule[]): void {
    const { endpoint, user, name, namespace, work } = request;
    const held = this.#authorizer.rulesOf(user, namespace);
    const missing = missingOf(rules, held, work);
    if (missing.length === 0) return;
    throw forbidden(
      endpoint.resource,
      name,
      `user ${JSON.stringify(user.username)} (groups=${listText(user.groups)}) is attempting to grant RBAC permissions not currently held:\n${missing.join('\n')}`,
    );
  }
}

/** Returns an object without the metadata that grants nothing. */
export function withoutOwners(object: JsonObject): JsonObject {
  const { ownerReferences: _, finalizers: _f, managedFields: _m, ...metadata } = metadataOf(object);
  return { ...object, metadata };
}

/** Returns texts of the rules that a user does not have as a whole. */
function missingOf(
  rules: readonly RoleRule[],
  held: readonly RoleRule[],
  work: WorkBudget,
): string[] {
  const isHeld = (attributes: RequestAttributes): boolean => {
    work.spend(held.length + 1);
    return held.some((rule) => ruleAllows(rule, attributes));
  };
  const isWholeHeld = (rule: RoleRule): boolean => {
    // Stops at the first missing part: the number of parts is the product of the lists.
    for (const part of partsOf(rule)) if (!isHeld(part)) return false;
    return true;
  };
  return rules.filter((rule) => !isWholeHeld(rule)).map(ruleText);
}

/** Splits a rule into the smallest parts. A wildcard is held only by a wildcard. */
export function* partsOf(rule: RoleRule): Generator<RequestAttributes> {
  const { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
  for (const verb of verbs) {
    for (const path of nonResourceURLs) yield { verb, path };
    for (const group of apiGroups) {
      for (const each of resources) {
        const [resource = '', subresource = ''] = each.split('/', 2);
        for (const name of resourceNames.length === 0 ? [''] : resourceNames) {
          yield { verb, group, resource, subresource, namespace: '', name };
        }
      }
    }
  }
}

/** Prints a list as Go does. */
const listText = (values: readonly string[]): string =>
  `[${values.map((value) => JSON.stringify(value)).join(' ')}]`;

function ruleText(rule: RoleRule): string {
  const fields = [
    ['APIGroups', rule.apiGroups],
    ['Resources', rule.resources],
    ['ResourceNames', rule.resourceNames],
    ['NonResourceURLs', rule.nonResourceURLs],
    ['Verbs', rule.verbs],
  ] as const;
  const shown = fields.flatMap(([field, values = []]) =>
    values.length === 0 ? [] : [`${field}:${listText(values)}`],
  );
  return `{${shown.join(', ')}}`;
}
