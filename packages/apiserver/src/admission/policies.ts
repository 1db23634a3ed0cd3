import type { JsonObject } from '@vmgen/base/json';
import { errorMessage } from '@vmgen/base/text';
import { PolicyCompiler, type PolicyExpression } from '@vmgen/cel/internal';
import { getObject, getObjects, getString, getStrings } from '../built-in/strategies/fields.js';
import { selects } from '../resource/label-selector.js';
import type { BuiltInResources } from '../built-in/built-in-resources.js';
import type { Steps } from '../request/steps.js';
import { keyOf, readStored, type Endpoint } from '../resource/endpoint.js';
import { metaMap, metaString } from '../resource/object-meta.js';
import type { ServedResource } from '../resource/served-resource.js';
import type { StoreEvent } from '../storage/event-log.js';
import type { AdmissionRequest } from './admission-request.js';
import { areSelected, equivalentEndpoints, matchesRule, type MatchingHost } from './matching.js';

/** The part of the server that policies read. */
export interface PolicyHost extends MatchingHost {
  lookupKind(apiVersion: string, kind: string): Endpoint | undefined;
  readonly builtIn: Pick<BuiltInResources, 'types'>;
}

/** The compiled parts that validating and mutating policies share. */
export interface CompiledPolicy {
  readonly compiler: PolicyCompiler;
  readonly hasParams: boolean;
  readonly conditions: readonly PolicyExpression[];
}

/** A policy that is stored, with its bindings and its compiled expressions. */
interface Policy<Compiled> {
  readonly name: string;
  readonly spec: JsonObject;
  readonly isIgnoring: boolean;
  readonly bindings: readonly Binding[];
  /** Compiled on first use. */
  readonly compiled: Compiled;
}

interface Binding {
  readonly name: string;
  readonly spec: JsonObject;
}

/** The evaluation of a policy for a request, by one binding and with one parameter object. */
export interface Invocation<Compiled> {
  readonly policy: Policy<Compiled>;
  readonly binding: Binding;
  /** The version of the resource that the rules of the policy match. */
  readonly endpoint: Endpoint;
  /** Null if the policy or the binding has no parameters. */
  readonly params: JsonObject | null;
}

/** A policy or binding that cannot be evaluated for a request that it matches. */
export interface PolicyProblem<Compiled> {
  readonly policy: Policy<Compiled>;
  /** Undefined if the policy itself is invalid. */
  readonly binding?: Binding;
  readonly message: string;
}

/** What a policy that matches a request results in. */
type Match<Compiled> = Invocation<Compiled> | PolicyProblem<Compiled>;

/** The policies of a kind, with their bindings. */
export class PolicySource<Compiled> {
  readonly #host: PolicyHost;
  readonly #kind: string;
  readonly #compile: (spec: JsonObject, common: CompiledPolicy) => Compiled;
  readonly #policies = new Map<string, { readonly spec: JsonObject; compiled?: Compiled }>();
  readonly #bindings = new Map<string, Binding>();
  #active: readonly Policy<Compiled>[] = [];

  /** @param kind `ValidatingAdmissionPolicy` or `MutatingAdmissionPolicy` */
  constructor(
    host: PolicyHost,
    kind: string,
    compile: (spec: JsonObject, common: CompiledPolicy) => Compiled,
  ) {
    this.#host = host;
    this.#kind = kind;
    this.#compile = compile;
  }

  /** Whether no policy has a binding. */
  get isEmpty(): boolean {
    return this.#active.length === 0;
  }

  observe({ kind }: ServedResource, { type, revision: { object } }: StoreEvent): void {
    const isBinding = kind === `${this.#kind}Binding`;
    if (!isBinding && kind !== this.#kind) return;
    const name = metaString(object, 'name');
    const spec = getObject(object, 'spec');
    if (isBinding) {
      if (type === 'DELETED') this.#bindings.delete(name);
      else this.#bindings.set(name, { name, spec });
    } else if (type === 'DELETED') this.#policies.delete(name);
    else if (this.#policies.get(name)?.spec !== spec) this.#policies.set(name, { spec });
    this.#active = this.#activePolicies();
  }

  #activePolicies(): Policy<Compiled>[] {
    const names = [...this.#policies.keys()].sort();
    return names.flatMap((name) => {
      const entry = this.#policies.get(name);
      const bindings = [...this.#bindings.values()]
        .filter(({ spec }) => getString(spec, 'policyName') === name)
        .sort((a, b) => (a.name < b.name ? -1 : 1));
      if (entry === undefined || bindings.length === 0) return [];
      const { spec } = entry;
      const compile = (): Compiled => (entry.compiled ??= this.#compileSpec(spec));
      const isIgnoring = getString(spec, 'failurePolicy') === 'Ignore';
      return [
        {
          name,
          spec,
          isIgnoring,
          bindings,
          get compiled() {
            return compile();
          },
        },
      ];
    });
  }

  #compileSpec(spec: JsonObject): Compiled {
    const compiler = new PolicyCompiler();
    const hasParams = spec['paramKind'] !== undefined;
    for (const variable of getObjects(spec, 'variables')) {
      const [name, expression] = [getString(variable, 'name'), getString(variable, 'expression')];
      compiler.addVariable(name, expression, hasParams);
    }
    const conditions = getObjects(spec, 'matchConditions').map((condition) =>
      compiler.compile(getString(condition, 'expression'), { result: 'condition', hasParams }),
    );
    return this.#compile(spec, { compiler, hasParams, conditions });
  }

  /**
   * Returns the evaluations of all policies that match a request, in the order of their names, and
   * the policies and bindings that match it and are invalid.
   */
  *matching(request: AdmissionRequest): Steps<Match<Compiled>[]> {
    const matches: Match<Compiled>[] = [];
    for (const policy of this.#active) {
      const endpoint = this.#matchedBy(getObject(policy.spec, 'matchConstraints'), request);
      if (endpoint === undefined) continue;
      const paramKind = this.#paramKind(policy.spec);
      if (typeof paramKind === 'string') {
        matches.push({ policy, message: `failed to configure policy: ${paramKind}` });
        continue;
      }
      for (const binding of policy.bindings) {
        try {
          const resources = binding.spec['matchResources'];
          const isMatched =
            resources === undefined ||
            this.#matchedBy(getObject(binding.spec, 'matchResources'), request) !== undefined;
          if (!isMatched) continue;
          const found = yield* this.#params(paramKind, binding, request.namespace);
          for (const params of found) matches.push({ policy, binding, endpoint, params });
        } catch (error) {
          if (!(error instanceof BindingError)) throw error;
          const message = `failed to configure binding: ${errorMessage(error)}`;
          matches.push({ policy, binding, message });
        }
      }
    }
    return matches;
  }

  /**
   * Returns the version of the resource in which a request matches; undefined if it does not match.
   *
   * Upstream: apiserver/pkg/admission/plugin/policy/matching/matching.go
   */
  #matchedBy(match: JsonObject, request: AdmissionRequest): Endpoint | undefined {
    if (this.#matchedRule(getObjects(match, 'excludeResourceRules'), match, request)) {
      return undefined;
    }
    const rules = getObjects(match, 'resourceRules');
    const endpoint =
      rules.length === 0 ? request.endpoint : this.#matchedRule(rules, match, request);
    if (endpoint === undefined) return undefined;
    return areSelected(this.#host, match, request) ? endpoint : undefined;
  }

  #matchedRule(
    rules: readonly JsonObject[],
    match: JsonObject,
    request: AdmissionRequest,
  ): Endpoint | undefined {
    const named = rules.filter((rule) => {
      const names = getStrings(rule, 'resourceNames');
      return names.length === 0 || names.includes(request.name);
    });
    if (named.some((rule) => matchesRule(rule, request))) return request.endpoint;
    if (named.length === 0 || getString(match, 'matchPolicy') === 'Exact') return undefined;
    const others = equivalentEndpoints(this.#host, request);
    return others.find(({ resource }) =>
      named.some((rule) => matchesRule(rule, request, resource)),
    );
  }

  /** Returns the endpoint of the parameters, or the reason why it does not exist. */
  #paramKind(spec: JsonObject): Endpoint | string | undefined {
    const { paramKind } = spec;
    if (paramKind === undefined) return undefined;
    const asked = getObject(spec, 'paramKind');
    const [apiVersion, kind] = [getString(asked, 'apiVersion'), getString(asked, 'kind')];
    const found = this.#host.lookupKind(apiVersion, kind);
    if (found !== undefined) return found;
    const groupVersion = apiVersion.includes('/') ? apiVersion : `/${apiVersion}`;
    return `failed to find resource referenced by paramKind: '${groupVersion}, Kind=${kind}'`;
  }

  /** @throws BindingError */
  *#params(
    endpoint: Endpoint | undefined,
    { spec }: Binding,
    requestNamespace: string,
  ): Steps<readonly (JsonObject | null)[]> {
    if (endpoint === undefined || spec['paramRef'] === undefined) return [null];
    const paramRef = getObject(spec, 'paramRef');
    const own = getString(paramRef, 'namespace');
    const { namespaced } = endpoint.resource;
    if (namespaced && own === '' && requestNamespace === '') {
      throw new BindingError(
        'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources',
      );
    }
    if (!namespaced && own !== '') {
      throw new BindingError(
        'paramRef.namespace must not be provided for a cluster-scoped `paramKind`',
      );
    }
    const namespace = namespaced ? own || requestNamespace : undefined;
    const params = yield* selectedParams(endpoint, namespace, paramRef);
    if (params.length === 0 && getString(paramRef, 'parameterNotFoundAction') === 'Deny') {
      throw new BindingError(
        'no params found for policy binding with `Deny` parameterNotFoundAction',
      );
    }
    return params;
  }
}

/** A binding is invalid for a request. */
class BindingError extends Error {
  override readonly name = 'BindingError';
}

function* selectedParams(
  endpoint: Endpoint,
  namespace: string | undefined,
  paramRef: JsonObject,
): Steps<JsonObject[]> {
  const name = getString(paramRef, 'name');
  if (name !== '') {
    const revision = endpoint.store.get(keyOf(namespace, name));
    return revision === undefined ? [] : [yield* readStored(endpoint, revision)];
  }
  const selector = getObject(paramRef, 'selector');
  const selected: JsonObject[] = [];
  // Copied at once, because the store may change while an object is converted.
  const stored = [...endpoint.store.scan(namespace === undefined ? '' : `${namespace}/`)];
  for (const revision of stored) {
    const object = yield* readStored(endpoint, revision);
    if (selects(selector, metaMap(object, 'labels'))) selected.push(object);
  }
  return selected;
}
