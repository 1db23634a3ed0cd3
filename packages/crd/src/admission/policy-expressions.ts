import { someSchema, type JSONSchemaProps } from '@vmgen/base/schema';
import {
  declTypeOf,
  intType,
  jsonTypeOf,
  MATCH_CONDITIONS_COST_LIMIT,
  POLICY_CALL_COST_LIMIT,
  POLICY_COST_LIMIT,
  PolicyCompiler,
  type PolicyExpression,
  type PolicyResult,
} from '@vmgen/cel/internal';
import { forbidden, internalError } from '../field/field-errors.js';
import type { Field } from '../field/field.js';
import { missingIn } from '../rules/rule-validator.js';

/** What the author of a policy knows about the requests that it receives. */
export interface PolicyContext {
  /** The schema of the objects. If undefined, expressions can read any field. */
  readonly schema?: JSONSchemaProps | undefined;
  /** The schema of the parameters. If undefined, expressions can read any field. */
  readonly paramSchema?: JSONSchemaProps | undefined;
  /** Whether all requests are creations, for which `oldObject` is null. */
  readonly isCreation?: boolean;
  /** Whether all requests are deletions, for which `object` is null. */
  readonly isDeletion?: boolean;
  /** Whether numbers with a fraction are whole ones, which JSON stores as integers. Defaults to false. */
  readonly areNumbersWhole?: boolean;
}

/** The sum of the costs of expressions, and its limit. */
interface Budget {
  readonly limit: number;
  cost: number;
}

/**
 * Validates the expressions of an admission policy, or the match conditions of a webhook. With a
 * {@link PolicyContext}, also validates their types and costs.
 */
export class PolicyExpressions {
  readonly #compiler: PolicyCompiler;
  readonly #hasParams: boolean;
  readonly #schema: JSONSchemaProps | undefined;
  readonly #conditions: Budget = { limit: MATCH_CONDITIONS_COST_LIMIT, cost: 0 };
  readonly #others: Budget = { limit: POLICY_COST_LIMIT, cost: 0 };
  #hasVariables = false;

  constructor(
    hasParams = false,
    { schema, paramSchema, areNumbersWhole = false, ...operations }: PolicyContext = {},
  ) {
    this.#hasParams = hasParams;
    this.#schema = schema;
    const typeOf = (of: JSONSchemaProps | undefined) => {
      const decl = of && declTypeOf(withObjectMeta(asRead(of)), true);
      return decl && jsonTypeOf(decl, areNumbersWhole ? intType : undefined);
    };
    const isOpen = someSchema(schema, preservesUnknown);
    this.#compiler = new PolicyCompiler({
      ...operations,
      object: typeOf(schema),
      patch: isOpen || schema === undefined ? undefined : declTypeOf(withObjectMeta(schema), true),
      params: typeOf(paramSchema),
    });
  }

  /** Validates the expression of a variable, which later expressions can use. */
  addVariable(name: string, expression: Field): void {
    this.#hasVariables = true;
    if (expression.text.trim() === '') {
      expression.required('expression is not specified');
      return;
    }
    const compiled = this.#compiler.addVariable(name, expression.text, this.#hasParams);
    this.#report(compiled, expression, expression.text, this.#others);
  }

  /** Validates a match condition. It cannot use the variables of the policy. */
  checkCondition(expression: Field): void {
    const text = expression.text.trim();
    const options = { result: 'condition', hasParams: this.#hasParams } as const;
    const compiled = this.#compiler.compile(text, { ...options, hasVariables: false });
    this.#report(compiled, expression, text, this.#conditions);
  }

  /** Validates another expression. */
  check(expression: Field, result: PolicyResult, text = expression.text): void {
    const compiled = this.#compiler.compile(text, {
      result,
      hasParams: this.#hasParams,
      hasAuthorizer: result !== 'message',
      hasVariables: this.#hasVariables,
    });
    this.#report(compiled, expression, expression.text, this.#others);
  }

  #report(
    { error, estimate }: PolicyExpression,
    field: Field,
    printed: string,
    budget: Budget,
  ): void {
    if (error?.startsWith('program instantiation failed') === true)
      field.errors.push(internalError(field.path, error));
    else if (error !== undefined) field.invalid(error, printed);
    if (estimate === undefined) return;
    const { maxCost } = estimate;
    const total = budget.cost + maxCost;
    const detail =
      maxCost > POLICY_CALL_COST_LIMIT
        ? `the estimated cost is ${times(maxCost, POLICY_CALL_COST_LIMIT)} the limit of an expression`
        : total > budget.limit
          ? `the estimated cost of the expressions up to this one is ${times(total, budget.limit)} their limit`
          : undefined;
    if (detail === undefined) {
      budget.cost = total;
      return;
    }
    const schema = this.#schema ?? {};
    const missingBounds = missingIn(estimate.findMissing(), { schema, path: 'openAPIV3Schema' });
    // No bound limits values of an unknown size.
    if (maxCost > Number.MAX_SAFE_INTEGER && missingBounds.length === 0) return;
    field.errors.push({ ...forbidden(field.path, detail), missingBounds });
  }
}

function times(cost: number, limit: number): string {
  const factor = cost / limit;
  return factor > 100 ? 'more than 100 times' : `${factor.toFixed(1)} times`;
}

const preservesUnknown = (schema: JSONSchemaProps): boolean =>
  schema['x-kubernetes-preserve-unknown-fields'] === true;

const ANYTHING: JSONSchemaProps = { 'x-kubernetes-int-or-string': true };

/**
 * The schema of what expressions can read: objects that keep fields without a schema have any field, and so do
 * embedded resources.
 */
function asRead(schema: JSONSchemaProps): JSONSchemaProps {
  const { properties, items, additionalProperties } = schema;
  const isOpen = preservesUnknown(schema) || schema['x-kubernetes-embedded-resource'] === true;
  if (isOpen) return ANYTHING;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, each]) => [name, asRead(each)]),
      ),
    }),
    ...(items && !Array.isArray(items) && { items: asRead(items) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: asRead(additionalProperties),
    }),
  };
}

const text = (maxLength: number): JSONSchemaProps => ({ type: 'string', maxLength });
const TIME: JSONSchemaProps = { type: 'string', format: 'date-time' };
const list = (items: JSONSchemaProps): JSONSchemaProps => ({ type: 'array', items, maxItems: 100 });
const map = (maxLength: number): JSONSchemaProps => ({
  type: 'object',
  additionalProperties: text(maxLength),
  maxProperties: 100,
});

/** The longest name in characters. */
const NAME = 253;

/**
 * ObjectMeta as expressions see it. Sizes without a limit in the API server are assumed to be
 * modest, because authors of kinds cannot limit them.
 */
const OBJECT_META: JSONSchemaProps = {
  type: 'object',
  properties: {
    name: text(NAME),
    generateName: text(NAME),
    namespace: text(NAME),
    selfLink: text(NAME),
    uid: text(NAME),
    resourceVersion: text(NAME),
    generation: { type: 'integer' },
    creationTimestamp: TIME,
    deletionTimestamp: TIME,
    deletionGracePeriodSeconds: { type: 'integer' },
    labels: map(63),
    annotations: map(1024),
    finalizers: list(text(NAME)),
    ownerReferences: list({
      type: 'object',
      properties: {
        apiVersion: text(NAME),
        kind: text(NAME),
        name: text(NAME),
        uid: text(NAME),
        controller: { type: 'boolean' },
        blockOwnerDeletion: { type: 'boolean' },
      },
    }),
    managedFields: list({
      type: 'object',
      properties: {
        manager: text(NAME),
        operation: text(NAME),
        apiVersion: text(NAME),
        time: TIME,
        fieldsType: text(NAME),
        fieldsV1: { type: 'object', properties: {} },
        subresource: text(NAME),
      },
    }),
  },
};

const withObjectMeta = (schema: JSONSchemaProps): JSONSchemaProps => ({
  ...schema,
  properties: {
    ...schema.properties,
    apiVersion: text(NAME),
    kind: text(NAME),
    metadata: OBJECT_META,
  },
});
