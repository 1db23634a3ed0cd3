import { celLiteral } from './cel-text.js';
import { oneOfAsRules } from './one-of-rules.js';
import type { Schema } from './schema.js';

/**
 * The API server refuses null for a nullable field with an `enum` or a `oneOf`, so there they become
 * rules, which it does not ask of null.
 */
export function toNullable(schema: Schema): Schema {
  if (!schema.keywords.nullable || schema.isVerbatim) return schema;
  const { enum: values, ...keywords } = schema.keywords;
  if (!values) return oneOfAsRules(schema);
  const rule = { rule: `self in [${values.map(celLiteral).join(', ')}]` };
  const rules = [...(keywords['x-kubernetes-validations'] ?? []), rule];
  return { ...schema, keywords: { ...keywords, 'x-kubernetes-validations': rules } };
}
