import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FunctionTable } from './check/function-declarations.js';
import { SchemaSizes } from './cost/cost-node.js';
import { estimateMaxCost } from './cost/estimate-cost.js';
import { compileRules } from './rules/compile-rule.js';
import { baseSchema } from './testing/base-schema.test.data.js';
import { evaluated, evaluations } from './testing/recorded-evaluations.test.data.js';
import { declTypeOf } from './types/decl-type.js';
import { toCelValue } from './values/schema-value.js';
import { CelError } from './values/value.js';

const UNLIMITED = 1e8;

function evaluate(rule: string): readonly [number, number, unknown] {
  const schema = baseSchema(rule);
  const decl = declTypeOf(schema, false);
  const expression = decl && compileRules(schema, decl, new FunctionTable())[0]?.expression;
  assert.ok(expression, 'the rule compiles');
  const maxCost = estimateMaxCost(expression.checked, new SchemaSizes(decl));
  const { cost, value } = expression.program.run([toCelValue(evaluated, schema)], UNLIMITED);
  return [maxCost, cost, value instanceof CelError ? value.message : value];
}

describe('rules come out and cost as upstream', () => {
  for (const [rule, ...expected] of evaluations) {
    it(rule, () => {
      assert.deepEqual(evaluate(rule), expected);
    });
  }
});
