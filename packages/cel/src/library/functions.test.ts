import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { FunctionTable } from '../check/function-declarations.js';
import { checkExpression } from '../check/check-expression.js';
import { SchemaSizes } from '../cost/cost-node.js';
import { estimateMaxCost } from '../cost/estimate-cost.js';
import { CelError, compile } from '../index.js';
import { FUNCTION_CASES, OBJECT, SELF } from '@vmgen/fixtures/cel/function-cases';
import { celTypeOf, declTypeOf } from '../types/decl-type.js';

/** What Kubernetes' Go packages return for an expression. The result is a value or an error. */
interface Answer {
  readonly maxCost: number;
  readonly cost: number;
  readonly value?: unknown;
  readonly error?: string;
}

const recorded = new URL('../../testdata/recorded/functions.json', import.meta.url);
const answers = JSON.parse(readFileSync(recorded, 'utf8')) as Record<string, Answer>;

const decl = declTypeOf(SELF);
assert.ok(decl);
const variables = new Map([['self', celTypeOf(decl, 'self')]]);

function evaluate(text: string): Answer {
  const checked = checkExpression(text, variables, { functions: new FunctionTable() });
  assert.ok(typeof checked !== 'string', 'the expression is valid');
  const { cost, value } = compile(text, { self: SELF }).evaluate({ self: OBJECT });
  const result = value instanceof CelError ? { error: value.message } : { value };
  // The estimator of rules on CRDs knows one schema, and reads sizes of unnamed values from it, too.
  return { maxCost: estimateMaxCost(checked, new SchemaSizes(() => decl)), cost, ...result };
}

for (const [part, expressions] of Object.entries(FUNCTION_CASES)) {
  describe(`evaluates ${part} with the results and costs of Kubernetes`, () => {
    for (const expression of expressions) {
      test(expression, () => {
        assert.deepEqual(evaluate(expression), answers[expression]);
      });
    }
  });
}
