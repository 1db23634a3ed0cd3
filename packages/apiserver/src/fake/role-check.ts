import { deepEqualJson, isJsonObject, parseJson, type JsonObject } from '@vmgen/base/json';
import type { ApiError, KubernetesObject, TransportRequest } from '@vmgen/runtime';
import { partsOf, withoutOwners } from '../admission/grant-check.js';
import { ALL_RULES } from '../authorization/default-roles.js';
import { RBAC_GROUP, roleRefOf } from '../authorization/rbac-authorizer.js';
import {
  attributesOf,
  forbiddenTo,
  type RequestAttributes,
  type ResourceAttributes,
} from '../authorization/request-attributes.js';
import { rulesIn, type RoleRule } from '../authorization/role-rule.js';
import { forbidden } from '../errors/status-error.js';
import { metaString } from '../resource/object-meta.js';
import { isImpersonation, userNamed } from '../request/impersonation.js';
import type { RequestUser } from '../request/request-user.js';
import type { ApiServer } from '../server/api-server.js';
import type { FakeAction } from './fake-action.js';
import type { RoleRules } from './role-rules.js';

/** A write that succeeds: what it stores, and whether it creates the object. */
interface Outcome {
  readonly object: JsonObject;
  readonly isCreated: boolean;
}

/** Checks the requests of a user with limited permissions. */
export class RoleCheck {
  readonly rules: RoleRules;
  readonly user: RequestUser;
  readonly #server: ApiServer;

  constructor(server: ApiServer, username: string, rules: RoleRules) {
    this.rules = rules;
    this.#server = server;
    this.user = userNamed(username);
  }

  /** Returns the error of a request that is not permitted. */
  async check(
    call: TransportRequest,
    action: FakeAction | undefined,
  ): Promise<ApiError | undefined> {
    const attributes = attributesOf(call);
    const { rules } = this;
    if (Object.keys(call.headers ?? {}).some(isImpersonation)) {
      const why = 'a transport of withRole has one user and impersonates nobody';
      return forbidden({ group: '', plural: 'users' }, '', why);
    }
    if (rules.refuses(attributes)) return forbiddenTo(this.user.username, attributes);
    if (action === undefined) return undefined;
    const { verb, query } = action;
    if (verb === 'watch' && query['sendInitialEvents'] === 'true') {
      rules.refuses({ ...attributes, verb: 'list' });
    }
    await this.#useFinalizers(action);
    const isGrant = !('path' in attributes) && attributes.group === RBAC_GROUP;
    const mayCreate = verb === 'update' || verb === 'patch';
    if (!mayCreate && !(isGrant && verb === 'create')) return undefined;
    const outcome = await this.#outcomeOf(call);
    // The server answers why the write fails.
    if (outcome === undefined) return undefined;
    const creates = { ...attributes, verb: 'create' };
    if (mayCreate && outcome.isCreated && rules.refuses(creates)) {
      return forbiddenTo(this.user.username, creates);
    }
    return isGrant ? this.#refusedGrant(call, attributes, outcome) : undefined;
  }

  /** Returns what an allowed write would store; undefined if it would fail. */
  async #outcomeOf({
    path,
    signal: _signal,
    ...call
  }: TransportRequest): Promise<Outcome | undefined> {
    const dryRun = `${path}${path.includes('?') ? '&' : '?'}dryRun=All`;
    // The answer is always a whole object as JSON.
    const headers = Object.entries(call.headers ?? {}).filter(([name]) => !/^accept/i.test(name));
    const answer = await this.#server.handle({
      ...call,
      path: dryRun,
      headers: Object.fromEntries(headers),
    });
    if (answer.status >= 300) return undefined;
    const object = parseJson(await answer.text());
    return isJsonObject(object) ? { object, isCreated: answer.status === 201 } : undefined;
  }

  /** Returns an object of the server; undefined if it does not exist. */
  async #read(path: string): Promise<JsonObject | undefined> {
    const answer = await this.#server.handle({ method: 'GET', path });
    if (answer.status !== 200) return undefined;
    const object = parseJson(await answer.text());
    return isJsonObject(object) ? object : undefined;
  }

  /**
   * Returns the error of a role or binding by which the user would grant permissions that no rule gives
   * him, and for which he may not `escalate` or `bind` the role.
   */
  async #refusedGrant(
    call: TransportRequest,
    { resource, namespace }: ResourceAttributes,
    { object, isCreated }: Outcome,
  ): Promise<ApiError | undefined> {
    const old = isCreated ? undefined : await this.#read(call.path.split('?', 1)[0] ?? '');
    if (old && deepEqualJson(withoutOwners(object), withoutOwners(old))) return undefined;
    const target = { group: RBAC_GROUP, subresource: '', namespace };
    if (!resource.endsWith('bindings')) {
      const name = metaString(object, 'name');
      const escalates = { ...target, verb: 'escalate', resource, name };
      if (this.rules.allows(escalates)) return undefined;
      const isAggregated = [object, old].some((each) => each?.['aggregationRule'] !== undefined);
      const rules = [...rulesIn(object), ...(isAggregated ? ALL_RULES : [])];
      const missing = this.#missingOf(rules, namespace).filter((part) => this.rules.refuses(part));
      return missing[0] && this.#notHeld(resource, name, missing[0]);
    }
    const ref = roleRefOf(object);
    const plural = ref.kind === 'Role' ? 'roles' : 'clusterroles';
    const binds = { ...target, verb: 'bind', resource: plural, name: ref.name };
    if (this.rules.allows(binds)) return undefined;
    const where = plural === 'roles' ? `/namespaces/${namespace}` : '';
    const role = await this.#read(`/apis/${RBAC_GROUP}/v1${where}/${plural}/${ref.name}`);
    // The rules of an aggregated role, and of a role that only a cluster has, are unknown.
    const isKnown = role !== undefined && role['aggregationRule'] === undefined;
    if (isKnown && this.#missingOf(rulesIn(role), namespace).length === 0) return undefined;
    return this.rules.refuses(binds) ? forbiddenTo(this.user.username, binds) : undefined;
  }

  /** Returns the parts of rules that the user does not have in a namespace. */
  #missingOf(rules: readonly RoleRule[], namespace: string): RequestAttributes[] {
    return rules
      .flatMap((rule) => [...partsOf(rule)])
      .map((part) => ('path' in part ? part : { ...part, namespace }))
      .filter((part) => !this.rules.allows(part));
  }

  #notHeld(resource: string, name: string, missing: RequestAttributes): ApiError {
    const { message } = forbiddenTo(this.user.username, missing);
    const why = `it grants what its author may not do, and he may not escalate it: ${message}`;
    return forbidden({ group: RBAC_GROUP, plural: resource }, name, why);
  }

  /** Records that owner references need the subresource `finalizers` of their owners. */
  async #useFinalizers({ namespace = '', body }: FakeAction): Promise<void> {
    const { metadata } = (body ?? {}) as Partial<KubernetesObject>;
    for (const { apiVersion, kind, name, blockOwnerDeletion } of metadata?.ownerReferences ?? []) {
      if (blockOwnerDeletion !== true) continue;
      const path = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
      const answer = await this.#server.handle({ method: 'GET', path });
      const { resources = [] } = JSON.parse(await answer.text()) as {
        readonly resources?: readonly { readonly name: string; readonly kind: string }[];
      };
      const resource = resources.find((each) => each.kind === kind && !each.name.includes('/'));
      if (resource === undefined) continue;
      const group = apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '';
      const owner = { group, resource: resource.name, namespace, name };
      this.rules.allows({ ...owner, verb: 'update', subresource: 'finalizers' });
    }
  }
}
