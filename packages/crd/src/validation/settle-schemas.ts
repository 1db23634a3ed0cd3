import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { someSchema } from '@vmgen/base/schema';
import type { CustomResourceDefinition } from '../definition/custom-resource-definition.js';
import { asPlainJson } from './as-json.js';

const BOUNDS = [
  'maximum',
  'minimum',
  'multipleOf',
  'maxLength',
  'minLength',
  'maxItems',
  'minItems',
  'maxProperties',
  'minProperties',
];

/** The fields that contain schemas, by name or in a list. */
const PARTS = ['properties', 'patternProperties', 'definitions', 'allOf', 'anyOf', 'oneOf'];

/**
 * Converts values in a CRD that was parsed from JSON to what Go's types hold, in place: bounds
 * beyond 2^53, which are bigints here, become doubles, and a null schema becomes an empty one.
 */
export function settleSchemas({ spec }: CustomResourceDefinition): void {
  for (const { schema } of spec.versions) {
    someSchema(schema?.openAPIV3Schema, (part) => {
      const json = asPlainJson(part);
      if (json !== undefined && isJsonObject(json)) settle(json);
      return false;
    });
  }
}

function settle(schema: JsonObject): void {
  for (const keyword of BOUNDS) {
    const bound = schema[keyword];
    if (typeof bound === 'bigint') schema[keyword] = Number(bound);
  }
  for (const keyword of PARTS) fillIn(schema[keyword]);
  if (Array.isArray(schema['items'])) fillIn(schema['items']);
  for (const [keyword, value] of Object.entries(schema)) {
    if (value === null) Reflect.deleteProperty(schema, keyword);
  }
}

function fillIn(parts: JsonValue | undefined): void {
  if (Array.isArray(parts)) {
    for (const [index, part] of parts.entries()) if (part === null) parts[index] = {};
  } else if (parts !== undefined && isJsonObject(parts)) {
    for (const [name, part] of Object.entries(parts)) if (part === null) parts[name] = {};
  }
}
