import type { Schema } from './schema.js';

const KEYWORD = 'x-kubernetes-validations';

/** The key among a schema's origins of the marker that set one of its CEL rules. */
export const ruleOrigin = (index: number): string => `${KEYWORD}[${index}]`;

/** The origins of rules after those of a field are put before those of its type. */
export function foldRuleOrigins(type: Schema, field: Schema): Schema['origins'] {
  const before = field.keywords[KEYWORD]?.length ?? 0;
  const rules = type.keywords[KEYWORD] ?? [];
  return Object.fromEntries(
    rules.map((_, i) => [ruleOrigin(before + i), type.origins[ruleOrigin(i)]]),
  );
}
