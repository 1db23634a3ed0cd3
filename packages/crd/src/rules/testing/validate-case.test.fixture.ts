import type { JsonObject, JsonValue } from '@vmgen/base/json';
import { compileSchema } from '../../compile-schema.js';
import type { CustomResourceDefinition } from '../../definition/custom-resource-definition.js';
import type { JSONSchemaProps } from '@vmgen/base/schema';
import { validateCustomResourceDefinition } from '../../validation/validate-crd.js';
import { crdOf, versionWith } from '@vmgen/fixtures/crd-of';
import type { ObjectCase } from '@vmgen/fixtures/crd/rules/object-cases';
import type { SchemaCase } from '@vmgen/fixtures/crd/rules/schema-cases';
import { textsOf } from '../../testing/answers.test.helper.js';

/** Places the schemas and values of the cases at `spec`, in a CRD and in an object. */

/** A CRD with the schema of a case. */
const caseWith = (spec: JSONSchemaProps): CustomResourceDefinition =>
  crdOf({ group: 'lab.vmgen.io', kind: 'Case' }, [versionWith('v1', { spec })]);

/** Validates the schema of a case. Returns sorted texts of the form `field: message`. */
export const validateSchemaCase = ({ schema }: SchemaCase): string[] =>
  textsOf(validateCustomResourceDefinition(caseWith(schema)))
    .map(withoutTypeNumbers)
    .sort();

/** Validates the object of a case. */
export function validateObjectCase({ schema, spec, old }: ObjectCase): {
  errors: string[];
  warnings: string[];
} {
  const compiled = compileSchema({ type: 'object', properties: { spec: schema } });
  const prepared = (value: JsonValue): JsonObject => {
    const object = objectOf(structuredClone(value));
    compiled.default(object);
    return object;
  };
  const warnings: string[] = [];
  const errors = compiled.validate(prepared(spec), {
    oldObject: old === undefined ? undefined : prepared(old),
    warn: (text) => void warnings.push(text),
  });
  return { errors: textsOf(errors), warnings: warnings.sort() };
}

/** The object of a case. */
const objectOf = (spec: JsonValue): JsonObject => ({
  apiVersion: 'lab.vmgen.io/v1',
  kind: 'Case',
  metadata: { name: 'case' },
  spec,
});

/**
 * Removes the numbers from type names, because the API server assigns new ones to the type of
 * `self` every time.
 */
const withoutTypeNumbers = (text: string): string => text.replace(/selfType\d+/g, 'selfTypeN');
