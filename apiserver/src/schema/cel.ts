import { child, key } from './field-path.js';
import type { JSONSchemaProps } from './json-schema-props.js';
import { itemSchema, valueSchema } from './sub-schemas.js';

/**
 * The boundary to CEL. Expressions in `x-kubernetes-validations` are neither parsed nor evaluated:
 *
 * - of a CRD, only the form of its rules is judged (crd/validate-rules.ts); type checks, cost
 *   limits, the use of oldSelf and rules on defaults would join validateOpenApi;
 * - of an object, CompiledSchema.validate reports no rule that it breaks; an evaluator would run
 *   there after all else has passed.
 *
 * A server should tell its users so; this names the rules in question.
 *
 * @returns the paths of the schemas that have rules, such as `properties[spec]`
 */
export function schemasWithRules(schema: JSONSchemaProps, path = ''): string[] {
  const own = (schema['x-kubernetes-validations'] ?? []).length > 0 ? [path] : [];
  const items = itemSchema(schema);
  const values = valueSchema(schema);
  return [
    ...own,
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      schemasWithRules(property, key(child(path, 'properties'), name)),
    ),
    ...(items === undefined ? [] : schemasWithRules(items, child(path, 'items'))),
    ...(values === undefined ? [] : schemasWithRules(values, child(path, 'additionalProperties'))),
  ];
}
