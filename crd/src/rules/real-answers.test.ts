import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeObjectCase, judgeSchemaCase } from './testing/judge-case.test.fixture.js';
import { objectCases } from './testing/object-cases.test.data.js';
import { objectAnswers } from './testing/recorded-object-answers.test.data.js';
import { schemaAnswers } from './testing/recorded-schema-answers.test.data.js';
import { schemaCases } from './testing/schema-cases.test.data.js';

describe('schemas are judged as by kube-apiserver 1.36.3', () => {
  for (const schemaCase of schemaCases) {
    it(`of the rule or schema ${schemaCase.name}`, () => {
      assert.deepEqual(judgeSchemaCase(schemaCase), schemaAnswers[schemaCase.name]);
    });
  }
});

describe('objects are judged as by kube-apiserver 1.36.3', () => {
  for (const objectCase of objectCases) {
    it(`of ${objectCase.name}`, () => {
      assert.deepEqual(judgeObjectCase(objectCase), objectAnswers[objectCase.name]);
    });
  }
});
