import type { JsonObject, JsonValue } from '@vmgen/base/json';
import { compileSchema } from '../../compile-schema.js';
import type { CustomResourceDefinition } from '../../definition/custom-resource-definition.js';
import type { JSONSchemaProps } from '@vmgen/base/schema';
import { validateCustomResourceDefinition } from '../../validation/validate-crd.js';
import type { ObjectCase } from '@vmgen/fixtures/crd/rules/object-cases';
import type { SchemaCase } from '@vmgen/fixtures/crd/rules/schema-cases';
import { textsOf } from '../../testing/answers.test.helper.js';

/** Places the schemas and values of the cases at `spec`, in a CRD and in an object. */

/** The root schema of a case. */
const rootSchema = (spec: JSONSchemaProps): JSONSchemaProps => ({
  type: 'object',
  properties: { spec },
});

/** A CRD with the schema of a case. */
const crdOf = (spec: JSONSchemaProps): CustomResourceDefinition => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'cases.lab.vmgen.io' },
  spec: {
    group: 'lab.vmgen.io',
    scope: 'Namespaced',
    names: { plural: 'cases', kind: 'Case' },
    versions: [
      { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: rootSchema(spec) } },
    ],
  },
});

/** Validates the schema of a case. Returns sorted texts of the form `field: message`. */
export const validateSchemaCase = ({ schema }: SchemaCase): string[] =>
  textsOf(validateCustomResourceDefinition(crdOf(schema)))
    .map(withoutTypeNumbers)
    .sort();

/** Validates the object of a case. */
export function validateObjectCase({ schema, spec, old }: ObjectCase): {
  errors: string[];
  warnings: string[];
} {
  const compiled = compileSchema(rootSchema(schema));
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
