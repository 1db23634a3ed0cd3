import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  FunctionTable,
  SchemaSizes,
  estimateMaxCost,
  declTypeOf,
  toCelValue,
  CelError,
} from '@vmgen/cel';
import { compileRules } from './compile-rule.js';
import { baseSchema } from './testing/base-schema.test.data.js';
import { evaluated, evaluations } from './testing/recorded-evaluations.test.data.js';

const UNLIMITED = 1e8;

function evaluate(rule: string): readonly [number, number, unknown] {
  const schema = baseSchema(rule);
  const decl = declTypeOf(schema, false);
  const expression = decl && compileRules(schema, decl, new FunctionTable())[0]?.expression;
  assert.ok(expression, 'the rule compiles');
  const maxCost = estimateMaxCost(expression.checked, new SchemaSizes(() => decl));
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
