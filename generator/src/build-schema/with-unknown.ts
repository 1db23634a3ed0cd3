import type { MarkerDefinition } from '../markers/language/definition.js';
import { invalidSchema, type Schema } from '../schema/schema.js';

/** Markers that define the values: without them the schema is unknown. */
const DECIDES: ReadonlySet<string> = new Set([
  'kubebuilder:validation:Type',
  'kubebuilder:validation:XIntOrString',
  'kubebuilder:validation:Schemaless',
]);

const OF_ITEMS = 'kubebuilder:validation:items:';

/** Keywords whose names differ from their markers. */
const KEYWORDS: Readonly<Record<string, string>> = {
  listType: 'x-kubernetes-list-type',
  listMapKey: 'x-kubernetes-list-map-keys',
  eachVal: 'maxItems',
  eachKey: 'maxProperties',
};

/** The known part of a schema if these markers were refused. */
export function withUnknown(schema: Schema, refused: readonly MarkerDefinition[]): Schema {
  return refused.length === 0
    ? schema
    : without(
        refused.map(({ name }) => name),
        schema,
      );
}

function without(names: readonly string[], schema: Schema): Schema {
  const isUndecided =
    names.some((name) => DECIDES.has(name)) ||
    (isOpen(schema) && names.some((name) => name.endsWith('PreserveUnknownFields')));
  if (names.length === 0 || isUndecided) {
    return isUndecided ? invalidSchema(schema.position) : schema;
  }
  const isOfItems = (name: string): boolean => name.startsWith(OF_ITEMS);
  const unknown = names.filter((name) => !isOfItems(name)).map(keywordOf);
  if (schema.unknown) unknown.push(...schema.unknown);
  if (schema.kind !== 'array') return { ...schema, unknown };
  const ofItems = names.filter(isOfItems).map((name) => name.replace('items:', ''));
  return { ...schema, unknown, items: without(ofItems, schema.items) };
}

/** Whether it does not describe its values unless a marker does. */
const isOpen = (schema: Schema): boolean =>
  schema.kind === 'opaque' || ('isOpen' in schema && schema.isOpen === true);

/** The keyword that a marker sets: `maxItems` for `kubebuilder:validation:MaxItems`. */
function keywordOf(marker: string): string {
  const name = marker.slice(marker.lastIndexOf(':') + 1);
  return KEYWORDS[name] ?? `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`;
}
