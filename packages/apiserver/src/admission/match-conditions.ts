import { authorizeFor } from './authorize.js';
import { PolicyCompiler, type PolicyExpression } from '@vmgen/cel/internal';
import type { JsonObject } from '@vmgen/base/json';
import { getObjects, getString } from '../built-in/strategies/fields.js';
import { requestFields, type AdmissionRequest } from './admission-request.js';
import type { Invocation } from './admission-review.js';
import { evaluateConditions } from './policy-input.js';

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
    const result = evaluateConditions(
      this.#compiled,
      {
        object: invocation.object ?? null,
        oldObject: invocation.oldObject ?? null,
        isCustom: endpoint.resource.isCustom && request.kind.kind === endpoint.resource.kind,
        request: requestFields(request, invocation),
        namespaceObject: null,
        params: null,
        authorize: authorizeFor(request),
        requestResource: {
          group: endpoint.resource.group,
          resource: endpoint.resource.plural,
          subresource,
          namespace,
          name,
        },
      },
      new Map(),
    );
    return typeof result === 'boolean' ? result : result.error;
  }

  #compile(): PolicyExpression[] {
    const compiler = new PolicyCompiler();
    return this.#conditions.map((text) =>
      compiler.compile(text, { result: 'condition', hasParams: false, hasVariables: false }),
    );
  }
}
