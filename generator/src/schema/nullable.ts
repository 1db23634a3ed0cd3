import type { Schema } from './schema.js';

/**
 * The API server refuses null for a nullable field with an `enum`, so there the values become a
 * rule, which it does not ask of null.
 */
export function toNullable(schema: Schema): Schema {
  const { enum: values, ...keywords } = schema.keywords;
  if (!keywords.nullable || !values) return schema;
  const literals = values.map((value: unknown) =>
    celLiteral(String(value), typeof value === 'string'),
  );
  const rule = { rule: `self in [${literals.join(', ')}]` };
  const rules = [...(keywords['x-kubernetes-validations'] ?? []), rule];
  return { ...schema, keywords: { ...keywords, 'x-kubernetes-validations': rules } };
}

function celLiteral(text: string, isText: boolean): string {
  if (!isText) return text;
  const escaped = text.replace(/[\\']/g, '\\$&').replace(/[\p{Cc}\u2028\u2029]/gu, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `'${escaped}'`;
}
