import type { JSONSchemaProps } from '@vmgen/crd';
import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { ownProperty } from '@vmgen/base/schema';

/** A schema with all that its values must also satisfy: `allOf`, and one alternative of `oneOf` and of `anyOf`. */
export function partsOf(schema: JSONSchemaProps, branch: number): readonly JSONSchemaProps[] {
  const { allOf = [], oneOf = [], anyOf = [] } = schema;
  const isIntOrString = schema['x-kubernetes-int-or-string'] === true;
  const chosen = isIntOrString
    ? []
    : [oneOf, anyOf].flatMap((list) => list[branch % list.length] ?? []);
  return [schema, ...[...allOf, ...chosen].flatMap((part) => partsOf(part, branch))];
}

/** The schema of a field in parts that must all accept an object. */
export function propertyOf(
  parts: readonly JSONSchemaProps[],
  name: string,
): JSONSchemaProps | undefined {
  const [first, ...others] = parts.flatMap((part) => ownProperty(part, name) ?? []);
  if (first === undefined || others.length === 0) return first;
  return { ...first, allOf: [...(first.allOf ?? []), ...others] };
}

export const isContainer = (value: JsonValue | undefined): value is JsonObject | JsonValue[] =>
  Array.isArray(value) || isJsonObject(value);
