import {
  CostBudgetError,
  MATCH_CONDITIONS_COST_LIMIT,
  PolicyCompiler,
  PolicyEvaluation,
  type PolicyExpression,
} from '@vmgen/cel/internal';
import type { JsonObject } from '@vmgen/base/json';
import { getObjects, getString } from '../built-in/strategies/fields.js';
import type { AdmissionRequest } from './admission-request.js';
import type { Invocation } from './admission-review.js';

/**
 * The match conditions of a webhook. All permissions that they check are granted, because the only
 * user of the server may do everything.
 *
 * Upstream: apiserver/pkg/admission/plugin/webhook/matchconditions
 */
export class MatchConditions {
  readonly #conditions: readonly string[];
  #compiled: readonly PolicyExpression[] | undefined;

  constructor(webhook: JsonObject) {
    this.#conditions = getObjects(webhook, 'matchConditions').map((condition) =>
      getString(condition, 'expression'),
    );
  }

  get isEmpty(): boolean {
    return this.#conditions.length === 0;
  }

  /** Returns whether all conditions are true, or the errors if one failed and none is false. */
  evaluate(request: AdmissionRequest, invocation: Invocation): boolean | string {
    this.#compiled ??= this.#compile();
    const { endpoint, name, namespace, subresource } = request;
    const evaluation = new PolicyEvaluation(
      {
        object: invocation.object ?? null,
        oldObject: invocation.oldObject ?? null,
        isCustom: endpoint.resource.isCustom && request.kind.kind === endpoint.resource.kind,
        request: requestOf(request, invocation),
        namespaceObject: null,
        params: null,
        authorize: () => ({ allowed: true, reason: '' }),
        requestResource: {
          group: endpoint.resource.group,
          resource: endpoint.resource.plural,
          subresource,
          namespace,
          name,
        },
      },
      new Map(),
      MATCH_CONDITIONS_COST_LIMIT,
    );
    const errors = new Set<string>();
    try {
      for (const expression of this.#compiled) {
        const result = evaluation.evaluate(expression);
        if ('error' in result) errors.add(result.error);
        else if (result.value === false) return false;
      }
    } catch (error) {
      if (!(error instanceof CostBudgetError)) throw error;
      return error.message;
    }
    if (errors.size === 0) return true;
    const [first = ''] = errors;
    return errors.size === 1 ? first : `[${[...errors].join(', ')}]`;
  }

  #compile(): PolicyExpression[] {
    const compiler = new PolicyCompiler();
    return this.#conditions.map((text) =>
      compiler.compile(text, { result: 'condition', hasParams: false, hasVariables: false }),
    );
  }
}

/** Returns the variable `request`. Go omits empty strings. */
function requestOf(request: AdmissionRequest, { kind, resource }: Invocation): JsonObject {
  const { endpoint, subresource, user } = request;
  const own = endpoint.resource;
  const texts = {
    subResource: subresource,
    requestSubResource: subresource,
    name: request.name,
    namespace: request.namespace,
  };
  return {
    kind: { ...kind },
    resource: { ...resource },
    requestKind: { ...request.kind },
    requestResource: { group: own.group, version: own.version, resource: own.plural },
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
    operation: request.operation,
    userInfo: {
      username: user.username,
      ...(user.uid === undefined ? {} : { uid: user.uid }),
      groups: [...user.groups],
    },
    dryRun: request.dryRun,
    options: request.options,
  };
}
