import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { validateObjectCase, validateSchemaCase } from './testing/validate-case.test.fixture.js';
import { objectCases } from '@vmgen/fixtures/crd/rules/object-cases';
import { schemaCases } from '@vmgen/fixtures/crd/rules/schema-cases';
import { recorded } from '../testing/answers.test.helper.js';

const schemaAnswers = recorded('rule-schemas');
const objectAnswers = recorded<{ errors: string[]; warnings: string[] }>('rule-objects');

describe('validates schemas with rules as kube-apiserver does', () => {
  for (const schemaCase of schemaCases) {
    test(schemaCase.name, () => {
      assert.deepEqual(validateSchemaCase(schemaCase), schemaAnswers[schemaCase.name]);
    });
  }
});

describe('validates objects by rules as kube-apiserver does', () => {
  for (const objectCase of objectCases) {
    test(objectCase.name, () => {
      assert.deepEqual(validateObjectCase(objectCase), objectAnswers[objectCase.name]);
    });
  }
});
