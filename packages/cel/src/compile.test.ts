import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CelError, compile, CompileError } from './index.js';
import type { JSONSchemaProps } from '@vmgen/base/schema';

const self: JSONSchemaProps = {
  type: 'object',
  properties: {
    replicas: { type: 'integer' },
    names: { type: 'array', maxItems: 3, items: { type: 'string', maxLength: 10 } },
  },
};

test('evaluates an expression on variables that are typed by schemas', () => {
  const rule = compile('self.replicas <= limit && self.names.all(n, n.startsWith("a"))', {
    self,
    limit: { type: 'integer' },
  });
  assert.equal(rule.type, 'bool');
  assert.equal(rule.evaluate({ self: { replicas: 3, names: ['a', 'ab'] }, limit: 5 }).value, true);
  assert.equal(rule.evaluate({ self: { replicas: 3, names: ['b'] }, limit: 5 }).value, false);
});

test('reports a type mismatch at its position', () => {
  assert.throws(
    () => compile('self.replicas == "5"', { self }),
    (error) => {
      assert.ok(error instanceof CompileError);
      assert.match(error.message, /^ERROR: <input>:1:15: found no matching overload for '_==_'/);
      return true;
    },
  );
});

test('reports a syntax error at its position', () => {
  assert.throws(
    () => compile('self.', { self }),
    /^CompileError: ERROR: <input>:1:6: Syntax error/,
  );
});

test('rejects an invalid literal pattern during compilation', () => {
  assert.throws(() => compile('"a".matches("(")', {}), CompileError);
});

test('fails on a missing variable only if the evaluation reads it', () => {
  const rule = compile('has(self.replicas) || old.replicas > 0', { self, old: self });
  assert.equal(rule.evaluate({ self: { replicas: 1 } }).value, true);
  const { value } = rule.evaluate({ self: {} });
  assert.ok(value instanceof CelError);
  assert.equal(value.message, 'no such attribute(s): old');
});

test('rejects a variable whose schema has no type', () => {
  const variables = { any: { 'x-kubernetes-preserve-unknown-fields': true } };
  assert.throws(
    () => compile('any.a == 1', variables),
    /the schema of the variable any has no type/,
  );
});

test('bounds the cost by the schemas of all variables, and by the limit of an evaluation', () => {
  const cost = (variables: Readonly<Record<string, JSONSchemaProps>>) =>
    compile('a.all(x, b.exists(y, x == y))', variables).maxCost;
  const list = (maxItems: number): JSONSchemaProps => ({
    type: 'array',
    maxItems,
    items: { type: 'integer' },
  });
  assert.ok(cost({ a: list(10), b: list(20) }) > 10 * cost({ a: list(1), b: list(1) }));
  assert.equal(cost({ a: list(10), b: list(20) }) === cost({ a: list(20), b: list(20) }), false);
  const outcome = compile('a.all(x, x > 0)', { a: list(10) }).evaluate({ a: [1, 2, 3] }, 2);
  assert.equal(outcome.isOverLimit, true);
});

test("resolves a name with a leading dot to the rule's variable and not to the macro's", () => {
  const rule = compile('[5].all(self, self == 5 && .self.replicas == 3)', { self });
  assert.equal(rule.evaluate({ self: { replicas: 3 } }).value, true);
});

test('limits the estimated cost of names by their longest length', () => {
  const named = (properties: Record<string, JSONSchemaProps>): JSONSchemaProps => ({
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    properties,
  });
  const costOf = (variable: JSONSchemaProps): number =>
    compile('self.metadata.name == self.metadata.generateName', { self: variable }).maxCost;
  assert.equal(costOf(named({})), 107);
  const metadata = { type: 'object', properties: { name: { type: 'string', maxLength: 10 } } };
  assert.equal(costOf(named({ metadata })), 10);
});

test('evaluates long texts in time proportional to their length', () => {
  const digits = '9'.repeat(500_000);
  const spaces = ' '.repeat(500_000);
  const texts: JSONSchemaProps = { type: 'string' };
  const evaluate = (expression: string, self: string): unknown => {
    const { value } = compile(expression, { self: texts }).evaluate({ self });
    return value instanceof CelError ? 'error' : value;
  };
  assert.equal(evaluate('int(self) > 0', digits), 'error');
  assert.equal(evaluate('int(self) == 7', `${'0'.repeat(500_000)}7`), true);
  assert.equal(evaluate('uint(self) > 0u', digits), 'error');
  assert.equal(evaluate('double(self) > 0.0', `${digits}x`), 'error');
  assert.equal(evaluate('isQuantity(self)', digits), false);
  assert.equal(evaluate('isQuantity(self)', `${digits}x`), false);
  assert.equal(evaluate('isSemver(self)', `1.0.${digits}`), false);
  assert.equal(
    evaluate(
      'semver(self).isLessThan(semver("1.0.0-" + self.substring(6) + "9"))',
      `1.0.0-${digits}`,
    ),
    true,
  );
  assert.equal(evaluate('duration(self) > duration("0s")', `${digits}s`), 'error');
  assert.equal(evaluate('duration(self) == duration("500ms")', `0.5${'0'.repeat(500_000)}s`), true);
  assert.equal(evaluate('self.trim() == self', `x${spaces}x`), true);
  assert.equal(evaluate('self.trim() == "x"', `${spaces}x${spaces}`), true);
  const duration: JSONSchemaProps = { type: 'string', format: 'duration' };
  const rule = compile('self == duration("2s")', { self: duration });
  assert.equal(rule.evaluate({ self: digits }).value instanceof CelError, true);
  assert.equal(rule.evaluate({ self: `${'0'.repeat(500_000)}2 seconds` }).value, true);
});
