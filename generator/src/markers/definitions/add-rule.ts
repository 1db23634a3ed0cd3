import type { ValidationRule } from '@vmgen/crd';
import { BeyondBoundsError } from '../../diagnostics/beyond-bounds.js';
import type { SourcePosition } from '../../diagnostics/diagnostic.js';
import { ruleOrigin } from '../../schema/rule-origins.js';
import { withKeywords, type Schema } from '../../schema/schema.js';

const KEYWORD = 'x-kubernetes-validations';

/** More rules would exceed the cost limits of the API server. */
const MOST_RULES = 1000;

/** `schema` with one more CEL rule and the position of its marker. */
export function addRule<S extends Schema>(
  schema: S,
  rule: ValidationRule,
  position: SourcePosition,
): S {
  const rules = schema.keywords[KEYWORD] ?? [];
  if (rules.length >= MOST_RULES) {
    const message = `adds more than ${MOST_RULES} rules to this declaration`;
    throw new BeyondBoundsError('VMGEN4103', position, message, 'combine rules');
  }
  const ruled = withKeywords(schema, { [KEYWORD]: [...rules, rule] }, position);
  const origins = { ...ruled.origins, [ruleOrigin(rules.length)]: position };
  return { ...schema, keywords: ruled.keywords, origins };
}
