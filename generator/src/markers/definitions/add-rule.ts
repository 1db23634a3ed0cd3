import type { ValidationRule } from '@vmgen/apiserver/schema';
import type { SourcePosition } from '../../findings/finding.js';
import { ruleOrigin } from '../../schema/rule-origins.js';
import { withKeywords, type Schema } from '../../schema/schema.js';

const KEYWORD = 'x-kubernetes-validations';

/** `schema` with one more CEL rule, which knows its own place. */
export function addRule<S extends Schema>(
  schema: S,
  rule: ValidationRule,
  position: SourcePosition,
): S {
  const rules = schema.keywords[KEYWORD] ?? [];
  const ruled = withKeywords(schema, { [KEYWORD]: [...rules, rule] }, position);
  const origins = { ...ruled.origins, [ruleOrigin(rules.length)]: position };
  return { ...schema, keywords: ruled.keywords, origins };
}
