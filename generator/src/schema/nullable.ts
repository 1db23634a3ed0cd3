import { celLiteral } from './cel-text.js';
import { oneOfAsRules } from './one-of-rules.js';
import type { Schema } from './schema.js';

/**
 * The API server rejects null for a nullable field with `enum` or `oneOf`; these keywords become rules, which
 * it does not evaluate for null.
 */
export function toNullable(schema: Schema): Schema {
  if (!schema.keywords.nullable || schema.isVerbatim) return schema;
  const { enum: values, ...keywords } = schema.keywords;
  if (!values) return oneOfAsRules(schema);
  const rule = { rule: `self in [${values.map(celLiteral).join(', ')}]` };
  const rules = [...(keywords['x-kubernetes-validations'] ?? []), rule];
  return { ...schema, keywords: { ...keywords, 'x-kubernetes-validations': rules } };
}
