import {
  appendAll,
  cloneJson,
  deepEqualJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '@vmgen/base/json';
import { errorMessage } from '@vmgen/base/text';
import {
  celToJson,
  CostBudgetError,
  MessageValue,
  misnamedMessages,
  POLICY_COST_LIMIT,
  PolicyEvaluation,
  type PolicyExpression,
} from '@vmgen/cel/internal';
import { CelError, CelList, type CelValue } from '@vmgen/cel';
import { ObjectMetaTypeError } from '@vmgen/crd/internal';
import { getObject, getObjects, getString } from '../built-in/strategies/fields.js';
import { PatchError } from '../errors/patch-error.js';
import { internalError, statusError } from '../errors/status-error.js';
import { applyJsonPatch } from '../patch/json-patch.js';
import type { Steps } from '../request/steps.js';
import { metaString } from '../resource/object-meta.js';
import { groupVersionOf } from '../resource/served-resource.js';
import type { AdmissionPlugin } from './admission-chain.js';
import type { MutableRequest } from './admission-request.js';
import { convertObject } from './matching.js';
import {
  PolicySource,
  type CompiledPolicy,
  type Invocation,
  type PolicyHost,
  type PolicyProblem,
} from './policies.js';
import { type Reinvocation, Reinvocations } from './reinvocation.js';
import { deniedRequest, evaluateConditions, policyInput } from './policy-input.js';

interface CompiledMutation extends CompiledPolicy {
  readonly mutations: readonly {
    readonly isApply: boolean;
    readonly expression: PolicyExpression;
  }[];
}

type MutationInvocation = Invocation<CompiledMutation>;

/** A policy that fails for a request. */
interface Problem extends PolicyProblem<CompiledMutation> {
  readonly reason: 'Forbidden' | 'Invalid';
}

/** A mutation cannot be evaluated or applied. */
class MutationError extends Error {
  override readonly name = 'MutationError';
}

/**
 * Evaluates MutatingAdmissionPolicies.
 *
 * Upstream: apiserver/pkg/admission/plugin/policy/mutating and .../generic/policy_dispatcher.go
 */
export class MutatingPolicies implements AdmissionPlugin {
  readonly #host: PolicyHost;
  readonly configured: PolicySource<CompiledMutation>;
  readonly #reinvocations = new Reinvocations();

  constructor(host: PolicyHost) {
    this.#host = host;
    this.configured = new PolicySource(host, 'MutatingAdmissionPolicy', compileMutations);
  }

  *mutate(request: MutableRequest): Steps<void> {
    const found = yield* this.configured.matching(request);
    const problems: Problem[] = found.flatMap((match) =>
      'message' in match ? [{ ...match, reason: 'Forbidden' as const }] : [],
    );
    const invocations = found.flatMap((match) => ('message' in match ? [] : [match]));
    const reinvocation = this.#reinvocations.begin(request);
    let isChanged = false;
    for (const invocation of invocations) {
      const outcome = yield* this.#invoke(invocation, request, reinvocation);
      appendAll(problems, outcome.problems);
      isChanged ||= outcome.isMutated;
    }
    if (isChanged) {
      reinvocation.require();
      request.reinvoke();
    }
    reinvocation.output = request.object;
    const failures = problems.filter(({ policy }) => !policy.isIgnoring);
    if (failures.length > 0) throw denied(request, failures);
  }

  *#invoke(
    invocation: MutationInvocation,
    request: MutableRequest,
    reinvocation: Reinvocation,
  ): Steps<{ problems: Problem[]; isMutated: boolean }> {
    const { policy, binding, endpoint, params } = invocation;
    const { conditions, compiler, mutations } = policy.compiled;
    const problems: Problem[] = [];
    const report = (message: string): void => {
      problems.push({ policy, binding, message, reason: 'Invalid' });
    };
    const input = yield* policyInput(this.#host, request, endpoint, params);
    const matched = evaluateConditions(conditions, input, compiler.variables);
    const none = { problems, isMutated: false };
    if (typeof matched === 'object') {
      report(matched.error);
      return none;
    }
    const id = idOf(invocation);
    if (!matched || (request.isReinvocation && !reinvocation.includes(id))) return none;

    const before = request.object;
    let isMutated = false;
    for (const { isApply, expression } of mutations) {
      if (request.object === undefined) continue;
      try {
        const value = yield* this.#evaluate(expression, invocation, request);
        if (isApply) yield* this.#merge(value, invocation, request);
        else yield* this.#patch(value, invocation, request);
        isMutated = true;
      } catch (error) {
        if (!(error instanceof MutationError)) throw error;
        report(error.message);
      }
    }
    if (!deepEqualJson(before ?? null, request.object ?? null)) {
      reinvocation.require();
      request.reinvoke();
    }
    if (getString(policy.spec, 'reinvocationPolicy') === 'IfNeeded') reinvocation.add(id);
    return { problems, isMutated };
  }

  /** @throws MutationError */
  *#evaluate(
    expression: PolicyExpression,
    { policy, endpoint, params }: MutationInvocation,
    request: MutableRequest,
  ): Steps<CelValue> {
    // Later mutations and their variables see the changes of earlier ones.
    const input = yield* policyInput(this.#host, request, endpoint, params);
    const { variables } = policy.compiled.compiler;
    try {
      const outcome = new PolicyEvaluation(input, variables, POLICY_COST_LIMIT).evaluate(
        expression,
      );
      if ('error' in outcome) throw new MutationError(outcome.error);
      return outcome.value;
    } catch (error) {
      if (error instanceof CostBudgetError) throw new MutationError(error.message);
      throw error;
    }
  }

  /** @throws MutationError */
  *#merge(value: CelValue, { endpoint }: MutationInvocation, request: MutableRequest): Steps<void> {
    checkNames(value, ['Object']);
    const configuration = toJson(value);
    if (!isJsonObject(configuration)) throw new MutationError('invalid return type');
    const { kind, endpoint: own } = request;
    if (kind.kind !== own.resource.kind) {
      const type = `${kind.group}/${kind.version}, Kind=${kind.kind}`;
      const reason = `no corresponding type for ${type}`;
      throw new MutationError(
        `error applying patch: failed to convert patch object to typed object: ${reason}`,
      );
    }
    const named = {
      ...configuration,
      apiVersion: groupVersionOf(endpoint.resource),
      kind: endpoint.resource.kind,
    };
    const object = yield* convertObject(own, endpoint, request.object ?? {});
    let merged: JsonObject;
    try {
      merged = endpoint.fieldManager.merge(object, named);
    } catch (error) {
      throw new MutationError(`error applying patch: ${errorMessage(error)}`, { cause: error });
    }
    request.replace(cloneJson(yield* convertObject(endpoint, own, merged)));
  }

  /**
   * A failed `test` operation skips the patch.
   *
   * @throws MutationError
   * @throws ApiError 500 if the patched object cannot be decoded
   */
  *#patch(value: CelValue, { endpoint }: MutationInvocation, request: MutableRequest): Steps<void> {
    const operations = value instanceof CelList ? [...value].map(operationOf) : [];
    const { endpoint: own } = request;
    const isOwn = request.kind.kind === own.resource.kind;
    const object = request.object ?? {};
    let patched: JsonValue;
    try {
      const versioned = isOwn ? yield* convertObject(own, endpoint, object) : object;
      patched = applyJsonPatch(versioned, operations, request.work);
    } catch (error) {
      if (!(error instanceof PatchError)) throw error;
      const reason = errorMessage(error.cause ?? error);
      if (reason.endsWith('test failed')) return;
      throw new MutationError(`JSON Patch: ${reason}`, { cause: error });
    }
    if (!isJsonObject(patched)) throw internalError('the patched document is not an object');
    if (isOwn) checkFields(patched, endpoint.decode);
    else this.#checkScale(patched, request);
    request.replace(isOwn ? yield* convertObject(endpoint, own, patched) : patched);
  }

  /**
   * @throws MutationError for the Scale of a custom resource, which kube-apiserver cannot decode
   * @throws ApiError 500 if the object of a subresource has unknown fields
   */
  #checkScale(object: JsonObject, { endpoint, subresource, kind }: MutableRequest): void {
    const { isCustom, subresources } = endpoint.resource;
    if (isCustom) {
      const version = `${kind.group}/${kind.version}`;
      throw new MutationError(`request to convert CR to an invalid group/version: ${version}`);
    }
    const { component } = subresources.find(({ name }) => name === subresource) ?? {};
    if (component === undefined) return;
    const schema = this.#host.builtIn.types.schemaOf(component, {});
    refuseUnknown(schema.prune(cloneJson(object)).map((path) => `unknown field "${path}"`));
  }
}

/** @throws ApiError 500 */
function refuseUnknown(unknown: readonly string[]): void {
  if (unknown.length > 0) throw internalError(`strict decoding error: ${unknown.join(', ')}`);
}

/** @throws ApiError 500 if an object of a built-in kind has unknown fields */
function checkFields(
  object: JsonObject,
  decode: ((object: JsonObject) => string[]) | undefined,
): void {
  let unknown: readonly string[] = [];
  try {
    unknown = decode?.(cloneJson(object)) ?? [];
  } catch (error) {
    // The chain reports values of a wrong type.
    if (!(error instanceof ObjectMetaTypeError)) throw error;
  }
  refuseUnknown(unknown);
}

function compileMutations(spec: JsonObject, common: CompiledPolicy): CompiledMutation {
  const { compiler, hasParams } = common;
  return {
    ...common,
    mutations: getObjects(spec, 'mutations').map((mutation) => {
      const isApply = getString(mutation, 'patchType') === 'ApplyConfiguration';
      const patch = getObject(mutation, isApply ? 'applyConfiguration' : 'jsonPatch');
      const result = isApply ? 'applyConfiguration' : 'jsonPatch';
      return {
        isApply,
        expression: compiler.compile(getString(patch, 'expression'), { result, hasParams }),
      };
    }),
  };
}

/** @throws MutationError */
function operationOf(value: CelValue): JsonObject {
  const operation: JsonObject = {};
  if (!(value instanceof MessageValue)) return operation;
  for (const [name, field] of value.fields) {
    if (field instanceof MessageValue) checkNames(field, [field.typeName]);
    if (name !== 'from' || field !== '') operation[name] = toJson(field);
  }
  return { op: '', path: '', ...operation };
}

/** @throws MutationError if the types of objects do not match their fields */
function checkNames(value: CelValue, path: readonly string[]): void {
  const misnamed = misnamedMessages(value, path);
  if (misnamed.length > 0) throw new MutationError(`type mismatch: ${misnamed.join('\n')}`);
}

/** @throws MutationError */
function toJson(value: CelValue): JsonValue {
  const json = celToJson(value);
  if (json instanceof CelError) throw new MutationError(json.message);
  return json;
}

const idOf = ({ policy, binding, params }: MutationInvocation): string =>
  JSON.stringify([
    policy.name,
    binding.name,
    params && [metaString(params, 'namespace'), metaString(params, 'name')],
  ]);

function denied(request: MutableRequest, problems: readonly Problem[]): Error {
  const messages = problems.map(({ policy, binding, message }) =>
    binding === undefined
      ? `policy ${JSON.stringify(policy.name)} denied request: ${message}`
      : `policy '${policy.name}' with binding '${binding.name}' denied request: ${message}`,
  );
  const [{ reason } = { reason: 'Forbidden' }] = problems;
  const causes = messages.map((message) => ({ message }));
  const { details } = deniedRequest(request);
  return statusError(403, reason, messages[0] ?? '', { ...details, causes });
}
