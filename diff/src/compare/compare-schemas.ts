import type { JSONSchemaProps } from '@vmgen/crd';
import { compareFields, comparePart } from './compare-fields.js';
import { compareJunctors } from './compare-junctors.js';
import { compareLists } from './compare-lists.js';
import { compareRules } from './compare-rules.js';
import { compareDefaults, compareNullable } from './compare-presence.js';
import { compareValues } from './compare-values.js';
import {
  ANYTHING,
  isEmbedded,
  itemOf,
  mayBe,
  SHALLOW,
  typesOf,
  withResourceFields,
} from './parts-of.js';
import { Place, type SchemaChange, type SchemaPair } from './place.js';

/**
 * What differs between two structural schemas of one version of a kind. Descriptions, titles and examples
 * are no part of what clients rely on.
 */
export function compareSchemas(old: JSONSchemaProps, next: JSONSchemaProps): SchemaChange[] {
  const changes: SchemaChange[] = [];
  const pair = { old: withResourceFields(old), new: withResourceFields(next) };
  compareAt(pair, Place.root(changes));
  return changes;
}

function compareAt(given: SchemaPair, place: Place): void {
  const pair = withImplied(given);
  if (!compareTypes(pair, place)) return;
  compareNullable(pair, place);
  compareDefaults(pair, place);
  compareValues(pair, place);
  compareJunctors(pair, place);
  compareRules(pair, place);
  if (mayBe(pair.old, 'array') && mayBe(pair.new, 'array')) {
    compareLists(pair, place);
    compareItems(pair, place);
  }
  if (mayBe(pair.old, 'object') && mayBe(pair.new, 'object')) {
    compareFields(pair, place, compareAt);
  }
}

/** Both sides of an embedded resource have its fields; where one side has none, that is told by itself. */
function withImplied({ old, new: next }: SchemaPair): SchemaPair {
  if (!isEmbedded(old) || !isEmbedded(next)) return { old, new: next };
  return { old: withResourceFields(old), new: withResourceFields(next) };
}

/** Whether there is anything further to compare. */
function compareTypes({ old, new: next }: SchemaPair, place: Place): boolean {
  const [before, after] = [typesOf(old), typesOf(next)];
  if (String(before) === String(after)) return true;
  const message = `${typeName(old)} -> ${typeName(next)}`;
  const isWider = after === undefined || (before?.every((type) => after.includes(type)) ?? false);
  place.add(isWider ? 'type-widened' : 'type-changed', message, typeKeyword(next));
  return isWider;
}

function typeName(schema: JSONSchemaProps): string {
  if (schema['x-kubernetes-int-or-string'] === true) return 'int-or-string';
  return schema.type || 'any type';
}

const typeKeyword = (schema: JSONSchemaProps): string =>
  schema['x-kubernetes-int-or-string'] === true ? 'x-kubernetes-int-or-string' : 'type';

function compareItems(pair: SchemaPair, place: Place): void {
  // What of these differs is told, and the items of each are the same again.
  if (pair.old === ANYTHING && pair.new === SHALLOW) return;
  comparePart({ old: itemOf(pair.old), new: itemOf(pair.new) }, place.items(pair), compareAt);
}
