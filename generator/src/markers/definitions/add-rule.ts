import type { ValidationRule } from '@vmgen/apiserver/schema';
import type { SourcePosition } from '../../findings/finding.js';
import { withKeywords, type Schema } from '../../schema/schema.js';

const KEYWORD = 'x-kubernetes-validations';

/** `schema` with one more CEL rule; the first rule's place stands for all of them. */
export function addRule<S extends Schema>(
  schema: S,
  rule: ValidationRule,
  position: SourcePosition,
): S {
  const rules = [...(schema.keywords[KEYWORD] ?? []), rule];
  const { keywords, origins } = withKeywords(
    schema,
    { [KEYWORD]: rules },
    schema.origins[KEYWORD] ?? position,
  );
  return { ...schema, keywords, origins };
}
