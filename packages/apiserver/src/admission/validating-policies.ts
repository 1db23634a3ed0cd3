import type { JsonObject } from '@vmgen/base/json';
import { byteLength } from '@vmgen/base/bytes';
import {
  CostBudgetError,
  POLICY_COST_LIMIT,
  PolicyEvaluation,
  type PolicyExpression,
  type PolicyInput,
} from '@vmgen/cel/internal';
import { getObjects, getString, getStrings } from '../built-in/strategies/fields.js';
import { statusError } from '../errors/status-error.js';
import type { Steps } from '../request/steps.js';
import type { AdmissionPlugin } from './admission-chain.js';
import type { AdmissionRequest } from './admission-request.js';
import { PolicySource, type CompiledPolicy, type PolicyHost } from './policies.js';
import { deniedRequest, evaluateConditions, policyInput } from './policy-input.js';

interface Validation {
  readonly expression: PolicyExpression;
  readonly message: string;
  readonly messageExpression: PolicyExpression | undefined;
  /** Empty for Invalid. */
  readonly reason: string;
}

interface CompiledValidation extends CompiledPolicy {
  readonly validations: readonly Validation[];
  readonly annotations: readonly { readonly text: string; readonly value: PolicyExpression }[];
}

/** A failed validation. */
interface Failure {
  readonly message: string;
  /** Empty for Invalid. */
  readonly reason: string;
  /** Whether the failure denies the request by every validation action. */
  readonly isAlwaysDenied?: boolean;
}

/** The longest result of a `messageExpression` in bytes. */
const MAX_MESSAGE_BYTES = 5 * 1024;

/** The HTTP codes of the reasons for a denial. */
const CODES: ReadonlyMap<string, number> = new Map([
  ['Forbidden', 403],
  ['Unauthorized', 401],
  ['RequestEntityTooLarge', 413],
]);

/**
 * Evaluates ValidatingAdmissionPolicies. Audit annotations are evaluated, and published nowhere.
 *
 * Upstream: apiserver/pkg/admission/plugin/policy/validating/{dispatcher,validator}.go
 */
export class ValidatingPolicies implements AdmissionPlugin {
  readonly #host: PolicyHost;
  readonly configured: PolicySource<CompiledValidation>;

  constructor(host: PolicyHost) {
    this.#host = host;
    this.configured = new PolicySource(host, 'ValidatingAdmissionPolicy', compileValidations);
  }

  *validate(request: AdmissionRequest): Steps<void> {
    let denial: (Failure & { readonly subject: string }) | undefined;
    for (const found of yield* this.configured.matching(request)) {
      const { policy, binding } = found;
      const bound = binding === undefined ? '' : ` with binding '${binding.name}'`;
      const subject = `ValidatingAdmissionPolicy '${policy.name}'${bound}`;
      if ('message' in found) {
        if (!policy.isIgnoring) denial ??= { subject, message: found.message, reason: '' };
        continue;
      }
      const input = yield* policyInput(this.#host, request, found.endpoint, found.params);
      const actions = getStrings(found.binding.spec, 'validationActions');
      for (const failure of failuresOf(policy.compiled, input, policy.isIgnoring)) {
        if (failure.isAlwaysDenied === true || actions.includes('Deny')) {
          denial ??= { subject, ...failure };
        }
        if (failure.isAlwaysDenied !== true && actions.includes('Warn')) {
          request.warnings.push(`Validation failed for ${subject}: ${failure.message}`);
        }
      }
    }
    if (denial === undefined) return;
    const { subject, message, reason } = denial;
    throw deniedBy(request, `${subject} denied request: ${message}`, reason);
  }
}

function compileValidations(spec: JsonObject, common: CompiledPolicy): CompiledValidation {
  const { compiler, hasParams } = common;
  return {
    ...common,
    validations: getObjects(spec, 'validations').map((validation) => {
      const messageExpression = getString(validation, 'messageExpression');
      const options = { result: 'message', hasParams, hasAuthorizer: false } as const;
      return {
        expression: compiler.compile(getString(validation, 'expression'), {
          result: 'condition',
          hasParams,
        }),
        message: getString(validation, 'message'),
        messageExpression:
          messageExpression === '' ? undefined : compiler.compile(messageExpression, options),
        reason: getString(validation, 'reason'),
      };
    }),
    annotations: getObjects(spec, 'auditAnnotations').map((annotation) => {
      const text = getString(annotation, 'valueExpression');
      return { text, value: compiler.compile(text, { result: 'annotation', hasParams }) };
    }),
  };
}

/** Returns the validations that fail, in order, and the failures of audit annotations. */
function failuresOf(
  compiled: CompiledValidation,
  input: PolicyInput,
  isIgnoring: boolean,
): Failure[] {
  const { variables } = compiled.compiler;
  const asFailures = (message: string): Failure[] => (isIgnoring ? [] : [{ message, reason: '' }]);
  const matched = evaluateConditions(compiled.conditions, input, variables);
  if (typeof matched === 'object') return asFailures(matched.error);
  if (!matched) return [];
  try {
    const failures = validationFailures(compiled, input, isIgnoring);
    const annotations = new PolicyEvaluation(input, variables, POLICY_COST_LIMIT);
    for (const { value } of compiled.annotations) {
      const outcome = annotations.evaluate(value);
      if (!('error' in outcome) || isIgnoring) continue;
      failures.push({ message: outcome.error, reason: '', isAlwaysDenied: true });
    }
    return failures;
  } catch (error) {
    if (error instanceof CostBudgetError) return asFailures(error.message);
    throw error;
  }
}

/** @throws CostBudgetError */
function validationFailures(
  { validations, compiler }: CompiledValidation,
  input: PolicyInput,
  isIgnoring: boolean,
): Failure[] {
  const evaluation = new PolicyEvaluation(input, compiler.variables, POLICY_COST_LIMIT);
  const outcomes = validations.map(({ expression }) => evaluation.evaluate(expression));
  const messages = messagesOf(validations, input, compiler.variables, evaluation.remaining);
  return validations.flatMap((validation, i): Failure[] => {
    const outcome = outcomes[i];
    if (outcome === undefined) return [];
    if ('error' in outcome) return isIgnoring ? [] : [{ message: outcome.error, reason: '' }];
    if (typeof messages === 'string') {
      return isIgnoring ? [] : [{ message: `failed messageExpression: ${messages}`, reason: '' }];
    }
    if (outcome.value === true) return [];
    const message =
      messages[i] ||
      validation.message.trim() ||
      `failed expression: ${validation.expression.text.trim()}`;
    return [{ message, reason: validation.reason }];
  });
}

/**
 * Returns the message of each validation, empty if its expression fails or has an unusable result;
 * the reason if the expressions exceed the cost limit.
 */
function messagesOf(
  validations: readonly Validation[],
  input: PolicyInput,
  variables: ReadonlyMap<string, PolicyExpression>,
  costLimit: number,
): string[] | string {
  const evaluation = new PolicyEvaluation(input, variables, costLimit);
  try {
    return validations.map(({ messageExpression }) => {
      if (messageExpression === undefined) return '';
      const outcome = evaluation.evaluate(messageExpression);
      const text = 'value' in outcome && typeof outcome.value === 'string' ? outcome.value : '';
      const message = text.trim();
      return byteLength(message) > MAX_MESSAGE_BYTES || message.includes('\n') ? '' : message;
    });
  } catch (error) {
    if (error instanceof CostBudgetError) return error.message;
    throw error;
  }
}

function deniedBy(request: AdmissionRequest, message: string, reason: string): Error {
  const { subject, details } = deniedRequest(request);
  const code = CODES.get(reason) ?? 422;
  const text = `${subject} is forbidden: ${message}`;
  return statusError(code, reason || 'Invalid', text, { ...details, causes: [{ message }] });
}
