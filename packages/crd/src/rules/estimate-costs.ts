import { type JSONSchemaProps, itemSchema, valueSchema } from '@vmgen/base/schema';
import { PatternValidator } from '@vmgen/base/text';
import type { RulePlace } from './rule-place.js';
import { type RuleCost, RuleValidator } from './rule-validator.js';

/** The costs of all expressions in a valid schema, in its order. */
export function estimateCosts(schema: JSONSchemaProps, path: string): readonly RuleCost[] {
  const validator = new RuleValidator(true, new PatternValidator());
  visit(validator.root(schema, path), validator);
  return validator.costs;
}

function visit(place: RulePlace, validator: RuleValidator): void {
  validator.validate(place);
  const { schema } = place;
  const [items, values] = [itemSchema(schema), valueSchema(schema)];
  if (items) visit(place.items(items), validator);
  if (values) visit(place.values(values), validator);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    visit(place.property(name, property), validator);
  }
}
