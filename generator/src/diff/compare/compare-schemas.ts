import type { JSONSchemaProps } from '@vmgen/crd';
import { compareRules } from './compare-rules.js';
import { compareDefaults, compareNullable, refuseDefault } from './compare-presence.js';
import { compareValues } from './compare-values.js';
import {
  ANYTHING,
  entryOf,
  fieldOf,
  hasDefault,
  isClosed,
  isEmbedded,
  itemOf,
  mayBe,
  preserves,
  SHALLOW,
  typesOf,
  withResourceFields,
} from './parts-of.js';
import { Place, type SchemaChange, type SchemaPair } from './place.js';
import { normalMember, normalSchema } from './normal-schema.js';
import { canonical, shown } from './shown.js';

/**
 * Compares two structural schemas of one version of a kind. Clients do not depend on descriptions, titles and
 * examples.
 */
export function compareSchemas(old: JSONSchemaProps, next: JSONSchemaProps): SchemaChange[] {
  const changes: SchemaChange[] = [];
  const pair = { old: withResourceFields(old), new: withResourceFields(next) };
  compareAt(pair, Place.root(changes));
  return changes;
}

function compareAt(given: SchemaPair, place: Place): void {
  const [old, next] = [withoutIntOrString(given.old), withoutIntOrString(given.new)];
  const pair = withImplied({ old: normalSchema(old, next), new: normalSchema(next, old) });
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

/**
 * Embedded resources have the standard fields in both schemas; that only one of them is a resource is
 * reported separately.
 */
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
  // These differences are reported, and the items are then compared without them.
  if (pair.old === ANYTHING && pair.new === SHALLOW) return;
  comparePart({ old: itemOf(pair.old), new: itemOf(pair.new) }, place.items(pair), compareAt);
}

const TYPE = 'x-kubernetes-list-type';
const KEYS = 'x-kubernetes-list-map-keys';

/** Compares the merge type of a list, and which of its items are equal. */
function compareLists({ old, new: next }: SchemaPair, place: Place): void {
  const [before, after] = [old[TYPE] ?? 'atomic', next[TYPE] ?? 'atomic'];
  if (before !== after) {
    // Items became unique that were not, or by other keys.
    const hasRepeats = after !== 'atomic' && (old.maxItems ?? Infinity) > 1;
    const code = hasRepeats ? 'list-uniqueness-added' : 'merge-type-changed';
    return place.add(code, `${before} -> ${after}`, TYPE);
  }
  if (after !== 'map') return;
  const [oldKeys, newKeys] = [old[KEYS] ?? [], next[KEYS] ?? []];
  const message = `keys ${shown(oldKeys)} -> ${shown(newKeys)}`;
  if (!oldKeys.every((key) => newKeys.includes(key))) {
    place.add('list-uniqueness-added', message, KEYS);
  } else if (newKeys.length > oldKeys.length) {
    place.add('merge-type-changed', message, KEYS);
  }
}

/** Compares allOf, anyOf, oneOf and not. */
function compareJunctors(pair: SchemaPair, place: Place): void {
  for (const name of ['allOf', 'anyOf', 'oneOf'] as const) {
    const [old, next] = [pair.old[name] ?? [], pair.new[name] ?? []];
    const [before, after] = [new Set(old.map(canonicalMember)), new Set(next.map(canonicalMember))];
    const isGone = [...before].some((each) => !after.has(each));
    const isMore = [...after].some((each) => !before.has(each));
    if (name === 'oneOf' && before.size === after.size && old.length !== next.length) {
      // Duplicate alternatives count once.
      place.add('junctor-tightened', describe(name, old, next), name);
    } else if (isGone || isMore) {
      const code = codeOf(name, old.length, next.length, isGone, isMore);
      const added = next.filter((each) => !before.has(canonicalMember(each)));
      const isApart =
        next.length === after.size &&
        typesOf(pair.old)?.join() === 'object' &&
        added.every((each) => asksForNewField(each, pair));
      const isOverlapping = code === 'one-of-grown' && !isApart;
      place.add(isOverlapping ? 'junctor-tightened' : code, describe(name, old, next), name);
    }
  }
  const [before, after] = [pair.old.not, pair.new.not];
  if (canonicalMember(before) === canonicalMember(after)) return;
  if (after === undefined) place.add('constraint-loosened', 'not: removed');
  else place.add('junctor-tightened', `not: ${before ? 'changed' : 'added'}`, 'not');
}

const canonicalMember = (member: JSONSchemaProps | undefined): string =>
  canonical(member && normalMember(member));

function codeOf(
  name: 'allOf' | 'anyOf' | 'oneOf',
  oldCount: number,
  newCount: number,
  isGone: boolean,
  isMore: boolean,
): 'junctor-tightened' | 'constraint-loosened' | 'one-of-grown' {
  if (newCount === 0) return 'constraint-loosened';
  if (oldCount === 0) return 'junctor-tightened';
  if (name === 'allOf') return isMore ? 'junctor-tightened' : 'constraint-loosened';
  if (isGone) return 'junctor-tightened';
  return name === 'oneOf' ? 'one-of-grown' : 'constraint-loosened';
}

/** Whether no object that was there before fits a schema: it lacks a field that the server did not keep. */
function asksForNewField(
  { required = [] }: JSONSchemaProps,
  { old, new: next }: SchemaPair,
): boolean {
  return required.some((name) => !fieldOf(old, name) && !hasDefault(fieldOf(next, name)));
}

function describe(
  name: string,
  old: readonly JSONSchemaProps[],
  next: readonly JSONSchemaProps[],
): string {
  if (old.length === 0) return `${name}: added`;
  if (next.length === 0) return `${name}: removed`;
  return `${name}: ${old.length} -> ${next.length} schemas, not all the same`;
}

const INT_OR_STRING = canonical([{ type: 'integer' }, { type: 'string' }]);

/** Alternatives that repeat the integer-or-string type have no effect. */
function withoutIntOrString(schema: JSONSchemaProps): JSONSchemaProps {
  if (schema['x-kubernetes-int-or-string'] !== true) return schema;
  const { anyOf, allOf, ...rest } = schema;
  const isIdle = canonical(anyOf) === INT_OR_STRING;
  const others = allOf?.filter((each) => canonical(each) !== `{"anyOf":${INT_OR_STRING}}`);
  return {
    ...rest,
    ...(anyOf && !isIdle ? { anyOf } : {}),
    ...(others && others.length > 0 ? { allOf: others } : {}),
  };
}

type CompareAt = (pair: SchemaPair, place: Place) => void;

/** Compares the content of objects: fields, required fields and additional fields. */
function compareFields(pair: SchemaPair, place: Place, compareAt: CompareAt): void {
  compareEmbedded(pair, place);
  compareMapType(pair, place);
  compareRequired(pair, place);
  compareEntries(pair, place, compareAt);
  const { old, new: next } = pair;
  const names = new Set([
    ...Object.keys(old.properties ?? {}),
    ...Object.keys(next.properties ?? {}),
  ]);
  for (const name of names) {
    compareField(name, pair, place.property(name, pair), compareAt);
  }
}

function compareField(name: string, pair: SchemaPair, at: Place, compareAt: CompareAt): void {
  const [old, next] = [fieldOf(pair.old, name), fieldOf(pair.new, name)];
  if (next === undefined) {
    if (old !== undefined) at.add('field-removed', 'was removed');
    return;
  }
  if (old === undefined) {
    at.add('field-added', 'was added');
    if (!hasDefault(next)) return;
    if (refuseDefault(next, at)) return;
    const what = `default ${shown(next.default)} of a new field: stored objects have it too`;
    at.add('default-added', what, 'default');
    return;
  }
  comparePart({ old, new: next }, at, compareAt);
}

/** A part that both have. */
function comparePart(pair: SchemaPair, at: Place, compareAt: CompareAt): void {
  if (pair.old === pair.new) return;
  if (pair.new !== ANYTHING) return compareAt(pair, at);
  // A schema for any value without other keywords: no other schema is wider, and it has no defaults.
  if (typesOf(pair.old)) at.add('type-widened', 'accepts any value: no schema names it');
  else compareNullable(pair, at);
  compareDefaults(pair, at);
}

function compareRequired({ old, new: next }: SchemaPair, place: Place): void {
  // The server requires these itself.
  const isResource = place.isRoot || isEmbedded(old);
  const [before, after] = [new Set(old.required), new Set(next.required)];
  const pair = { old, new: next };
  for (const name of after) {
    if (before.has(name) || (isResource && /^(?:apiVersion|kind)$/.test(name))) continue;
    const code = hasDefault(fieldOf(next, name)) ? 'tightening-without-effect' : 'required-added';
    place.property(name, pair).add(code, 'is required');
  }
  for (const name of before) {
    // The removal of the field is already reported.
    if (after.has(name) || !fieldOf(next, name)) continue;
    const code =
      place.isStatus || place.property(name, pair).isStatus
        ? 'status-required-removed'
        : 'required-removed';
    place.property(name, pair).add(code, 'is optional');
  }
}

/** Compares the fields that a schema does not name. */
function compareEntries(pair: SchemaPair, place: Place, compareAt: CompareAt): void {
  const [old, next] = [entryOf(pair.old), entryOf(pair.new)];
  const wasPreserved = preserves(pair.old) && typeof pair.old.additionalProperties !== 'object';
  const isPreserved = preserves(pair.new) && typeof pair.new.additionalProperties !== 'object';
  if (isClosed(pair.new)) {
    if (!isClosed(pair.old)) place.add('unknown-fields-dropped', 'rejects all fields');
    return;
  }
  if (!old && !next) return;
  if (!next) {
    if (wasPreserved) {
      return place.add('unknown-fields-dropped', 'keeps unknown fields no longer');
    }
    return place.add('unknown-fields-dropped', 'allows only the named fields');
  }
  if (!old) {
    if (isPreserved) {
      const keyword = 'x-kubernetes-preserve-unknown-fields';
      return place.add('unknown-fields-kept', 'preserves unknown fields', keyword);
    }
    return place.add('unknown-fields-kept', 'allows fields with any name', 'additionalProperties');
  }
  comparePart({ old, new: next }, place.entries(), compareAt);
}

function compareEmbedded({ old, new: next }: SchemaPair, place: Place): void {
  const [was, is] = [isEmbedded(old), isEmbedded(next)];
  if (was === is) return;
  if (is) {
    const keyword = 'x-kubernetes-embedded-resource';
    return place.add('embedded-resource-added', 'must be an embedded Kubernetes object', keyword);
  }
  const isKept =
    isText(fieldOf(next, 'apiVersion')) &&
    isText(fieldOf(next, 'kind')) &&
    keepsAll(fieldOf(next, 'metadata'));
  const code = isKept ? 'embedded-resource-lifted' : 'embedded-resource-removed';
  place.add(code, 'is no longer an embedded Kubernetes object');
}

/** Whether any text fits. */
const isText = (schema: JSONSchemaProps | undefined): boolean =>
  schema?.type === 'string'
    ? Object.keys(schema).every((keyword) => keyword === 'type' || keyword === 'description')
    : isUnnamed(schema);

/** Whether an object is kept with all of its fields. */
const keepsAll = (schema: JSONSchemaProps | undefined): boolean =>
  schema === ANYTHING || (schema !== undefined && preserves(schema) && !isClosed(schema));

const isUnnamed = (schema: JSONSchemaProps | undefined): boolean =>
  schema === ANYTHING || schema === SHALLOW;

function compareMapType({ old, new: next }: SchemaPair, place: Place): void {
  const keyword = 'x-kubernetes-map-type';
  const [before, after] = [old[keyword] ?? 'granular', next[keyword] ?? 'granular'];
  if (before !== after) place.add('merge-type-changed', `${before} -> ${after}`, keyword);
}
