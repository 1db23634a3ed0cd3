import { authorizeFor } from './authorize.js';
import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import {
  CostBudgetError,
  MATCH_CONDITIONS_COST_LIMIT,
  PolicyEvaluation,
  type PolicyExpression,
  type PolicyInput,
} from '@vmgen/cel/internal';
import type { ApiStatusDetails } from '@vmgen/runtime/client';
import { notFound } from '../errors/status-error.js';
import type { Steps } from '../request/steps.js';
import type { Endpoint } from '../resource/endpoint.js';
import { metaString } from '../resource/object-meta.js';
import { requestFields, type AdmissionRequest } from './admission-request.js';
import { convertObject, type MatchingHost } from './matching.js';

/** A unit of cost takes about 40 ns, and a step of the budget of a request 200 ns. */
const COST_PER_STEP = 5;

/**
 * Returns the values of the variables of expressions. Their cost is counted against the budget of
 * the request.
 *
 * @param endpoint the version of the resource that the rules match, in which expressions see objects
 */
export function* policyInput(
  host: MatchingHost,
  request: AdmissionRequest,
  endpoint: Endpoint,
  params: JsonObject | null,
): Steps<PolicyInput> {
  const { group, plural } = endpoint.resource;
  const { subresource, namespace, name } = request;
  // A subresource such as Scale has one version.
  const isOwn = request.kind.kind === request.endpoint.resource.kind;
  function* versioned(object: JsonObject | undefined): Steps<JsonValue> {
    return object === undefined || endpoint === request.endpoint || !isOwn
      ? (object ?? null)
      : yield* convertObject(request.endpoint, endpoint, object);
  }
  return {
    object: yield* versioned(request.object),
    oldObject: yield* versioned(request.oldObject),
    isCustom: endpoint.resource.isCustom && isOwn,
    request: requestValue(request, endpoint, isOwn),
    namespaceObject: namespaceValue(host, request),
    params,
    authorize: authorizeFor(request),
    requestResource: { group, resource: plural, subresource, namespace, name },
    countCost: (cost) => request.work.spend(cost / COST_PER_STEP),
  };
}

function requestValue(request: AdmissionRequest, endpoint: Endpoint, isOwn: boolean): JsonObject {
  const { group, version, kind, plural } = endpoint.resource;
  const fields = requestFields(request, {
    kind: isOwn ? { group, version, kind } : request.kind,
    resource: { group, version, resource: plural },
  });
  return { uid: '', ...fields, object: null, oldObject: null };
}

/** The fields of the metadata of a namespace that expressions see. */
const HIDDEN_METADATA = ['managedFields', 'ownerReferences', 'selfLink'];

/** Returns the namespace of an object. Null for cluster-scoped objects. */
function namespaceValue(
  { namespaces }: MatchingHost,
  { endpoint, namespace }: AdmissionRequest,
): JsonValue {
  if (namespace === '' || endpoint.resource.kind === 'Namespace') return null;
  const stored = namespaces.store.get(namespace)?.object;
  if (stored === undefined) throw notFound({ group: '', plural: 'namespaces' }, namespace);
  const metadata = { ...(isJsonObject(stored['metadata']) ? stored['metadata'] : {}) };
  for (const field of HIDDEN_METADATA) Reflect.deleteProperty(metadata, field);
  return { metadata, spec: stored['spec'] ?? {}, status: stored['status'] ?? {} };
}

/**
 * Evaluates match conditions. Any false one decides; otherwise errors do.
 *
 * @returns whether all are true, or the errors
 */
export function evaluateConditions(
  conditions: readonly PolicyExpression[],
  input: PolicyInput,
  variables: ReadonlyMap<string, PolicyExpression>,
): boolean | { readonly error: string } {
  if (conditions.length === 0) return true;
  // kube-apiserver passes no namespace to conditions.
  const values = { ...input, namespaceObject: null };
  const evaluation = new PolicyEvaluation(values, variables, MATCH_CONDITIONS_COST_LIMIT);
  const errors: string[] = [];
  let isFalse = false;
  try {
    for (const condition of conditions) {
      const outcome = evaluation.evaluate(condition);
      if ('error' in outcome) errors.push(outcome.error);
      else if (outcome.value === false) isFalse = true;
    }
  } catch (error) {
    if (!(error instanceof CostBudgetError)) throw error;
    return { error: error.message };
  }
  if (isFalse) return false;
  if (errors.length === 0) return true;
  const distinct = [...new Set(errors)];
  return { error: distinct.length === 1 ? (distinct[0] ?? '') : `[${distinct.join(', ')}]` };
}

/** Returns the object of a denied request in errors. The request may have no name yet. */
export function deniedRequest({
  endpoint: { resource },
  name: asked,
  object = {},
}: AdmissionRequest): {
  readonly subject: string;
  readonly details: ApiStatusDetails;
} {
  const { group, plural } = resource;
  const name =
    asked || metaString(object, 'name') || metaString(object, 'generateName') || 'Unknown';
  return {
    subject: `${group === '' ? plural : `${plural}.${group}`} ${JSON.stringify(name)}`,
    details: { name, ...(group === '' ? {} : { group }), kind: plural },
  };
}
