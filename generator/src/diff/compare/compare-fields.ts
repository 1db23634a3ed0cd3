import { compareDefaults, compareNullable, refuseDefault } from './compare-presence.js';
import type { JSONSchemaProps } from '@vmgen/crd';
import {
  ANYTHING,
  entryOf,
  fieldOf,
  hasDefault,
  isClosed,
  isEmbedded,
  preserves,
  SHALLOW,
  typesOf,
} from './parts-of.js';
import type { Place, SchemaPair } from './place.js';
import { shown } from './shown.js';

type CompareAt = (pair: SchemaPair, place: Place) => void;

/** Compares the content of objects: fields, required fields and additional fields. */
export function compareFields(pair: SchemaPair, place: Place, compareAt: CompareAt): void {
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
export function comparePart(pair: SchemaPair, at: Place, compareAt: CompareAt): void {
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
