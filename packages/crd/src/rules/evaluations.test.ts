import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CelError } from '@vmgen/cel';
import {
  FunctionTable,
  SchemaSizes,
  estimateMaxCost,
  declTypeOf,
  toCelValue,
} from '@vmgen/cel/internal';
import { compileRules } from './compile-rule.js';
import { baseSchema } from '@vmgen/fixtures/crd/rules/base-schema';
import { evaluated, evaluatedRules } from '@vmgen/fixtures/crd/rules/evaluation-cases';
import { recorded } from '../testing/answers.test.helper.js';

const UNLIMITED = 1e8;

/** The estimated maximum cost of a rule, its actual cost and its result. */
interface Evaluation {
  readonly maxCost: number;
  readonly cost: number;
  readonly value?: unknown;
  readonly error?: string;
}

const evaluations = recorded<Evaluation>('rule-costs');

function evaluate(rule: string): Evaluation {
  const schema = baseSchema(rule);
  const decl = declTypeOf(schema, false);
  const expression = decl && compileRules(schema, decl, new FunctionTable())[0]?.expression;
  assert.ok(expression, 'the rule compiles');
  const maxCost = estimateMaxCost(expression.checked, new SchemaSizes(() => decl));
  const { cost, value } = expression.program.run([toCelValue(evaluated, schema)], UNLIMITED);
  return { maxCost, cost, ...(value instanceof CelError ? { error: value.message } : { value }) };
}

describe('evaluates rules with the results and costs of upstream', () => {
  for (const rule of evaluatedRules) {
    test(rule, () => {
      assert.deepEqual(evaluate(rule), evaluations[rule]);
    });
  }
});
