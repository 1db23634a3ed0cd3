import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { compile, CompileError } from '../index.js';
import { INVALID_CASES, SELF } from '@vmgen/fixtures/cel/function-cases';

/** What the API server puts before the message of a step. */
const PREFIX = /^(?:compilation|program instantiation) failed: /;

const recorded = new URL('../../testdata/recorded/invalid.json', import.meta.url);
const messages = JSON.parse(readFileSync(recorded, 'utf8')) as Record<string, string>;

function problemOf(text: string): string | undefined {
  try {
    compile(text, { self: SELF });
    return undefined;
  } catch (error) {
    assert.ok(error instanceof CompileError);
    return error.message;
  }
}

for (const [step, expressions] of Object.entries(INVALID_CASES)) {
  describe(`rejects in the step ${step} with the message of Kubernetes`, () => {
    for (const expression of expressions) {
      test(expression, () => {
        assert.equal(problemOf(expression), messages[expression]?.replace(PREFIX, ''));
      });
    }
  });
}

/** Expressions and the types of their results. */
const TYPES: Readonly<Record<string, string>> = {
  '1': 'int',
  '1u': 'uint',
  '1.5': 'double',
  'b"a"': 'bytes',
  null: 'null',
  'type(1)': 'type(int)',
  '[1, 2]': 'list(int)',
  '[dyn(1), dyn("a")]': 'list(dyn)',
  '[]': 'list(dyn)',
  '{"a": [1]}': 'map(string, list(int))',
  '{"a": dyn(1), "b": dyn("c")}': 'map(string, dyn)',
  'dyn(1)': 'dyn',
  'true ? [1] : []': 'list(int)',
  'self.text': 'string',
  'self.nested': 'list(list(int))',
  'self.labels': 'map(string, string)',
  'self.time': 'timestamp',
  'self.time - self.time': 'duration',
  'self.intOrString': 'dyn',
  'self.texts.map(t, t.size())': 'list(int)',
  'self.texts[?0]': 'optional_type(string)',
  'quantity("1")': 'kubernetes.Quantity',
  'self.texts.filter(t, true)[0]': 'string',
};

for (const [expression, type] of Object.entries(TYPES)) {
  test(`${expression} has the type ${type}`, () => {
    assert.equal(compile(expression, { self: SELF }).type, type);
  });
}
