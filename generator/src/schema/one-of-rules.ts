import type { JSONSchemaProps, ValidationRule } from '@vmgen/crd';
import { celIsOther, fieldOfSelf } from './cel-text.js';
import type { Schema } from './schema.js';

/**
 * Converts the `oneOf` of a union to rules, for positions where the API server allows no allOf, anyOf, oneOf
 * or not.
 */
export function oneOfAsRules(schema: Schema): Schema {
  const { oneOf, ...keywords } = schema.keywords;
  if (!oneOf) return schema;
  const isTagged = oneOf.every(({ properties, required }) => !properties && required?.length === 1);
  const rules = isTagged
    ? [exactlyOne(oneOf.flatMap(({ required = [] }) => required))]
    : oneOf.flatMap(branchRules);
  const all = [...(keywords['x-kubernetes-validations'] ?? []), ...rules];
  const validations = all.length > 0 ? { 'x-kubernetes-validations': all } : {};
  return { ...schema, keywords: { ...keywords, ...validations } };
}

/** As controller-gen writes it for ExactlyOneOf. */
function exactlyOne(names: readonly string[]): ValidationRule {
  const counts = names.map((name) => `(${has(name)}?1:0)`);
  return {
    rule: `${counts.join('+')} == 1`,
    message: `exactly one of the fields in [${names.join(' ')}] must be set`,
  };
}

/** The requirements of one value of the discriminator. */
function branchRules({ properties = {}, required = [] }: JSONSchemaProps): ValidationRule[] {
  return Object.entries(properties).flatMap(([discriminator, { enum: values = [] }]) => {
    const needed = required.filter((name) => name !== discriminator);
    if (needed.length === 0) return [];
    const isOther = celIsOther(fieldOfSelf(discriminator), values);
    const all = needed.map(has).join(' && ');
    const rule = `${isOther} || ${needed.length > 1 ? `(${all})` : all}`;
    const when = values.map(String).join(' or ').replaceAll('\n', ' ');
    return [{ rule, message: `${needed.join(', ')} must be set when ${discriminator} is ${when}` }];
  });
}

function has(name: string): string {
  return `has(${fieldOfSelf(name)})`;
}
