import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type {
  FieldUse,
  MarkerDefinition,
  MarkerUse,
  ObjectSchema,
  Refusal,
} from '../markers/language/definition.js';
import { foldKeywords } from '../schema/fold-keywords.js';
import { invalidSchema, type Schema } from '../schema/schema.js';
import type { Field } from '../types/type.js';

/**
 * Runs the effects of a declaration's markers on its schema, in their order.
 *
 * @param refused the refused markers of the declaration
 */
export function applyMarkers(
  schema: Schema,
  markers: readonly MarkerUse[],
  refused: readonly MarkerDefinition[],
  diagnostics: DiagnosticList,
): Schema {
  const effects = markers
    .filter(({ definition }) => definition.effect !== undefined)
    .sort((a, b) => (a.definition.order ?? 0) - (b.definition.order ?? 0));
  const known = withUnknown(schema, refused);
  if (effects.length === 0) return known;
  const unfit: MarkerDefinition[] = [];
  let overlay: Schema = { ...known, keywords: {}, origins: {} };
  for (const use of effects) {
    const all = [...refused, ...unfit];
    const context = { siblings: markers, refused: all, base: schema.keywords };
    const result = use.definition.effect?.(overlay, use, context);
    if (!result) continue;
    if ('schema' in result) overlay = result.schema;
    else {
      report(use, result, diagnostics);
      if (!result.isInformational) unfit.push(use.definition);
    }
  }
  const isUndecided = known.kind === 'invalid' && schema.kind !== 'invalid';
  if (isUndecided) return known;
  return foldKeywords(known, withUnknown(overlay, unfit));
}

function report(
  { definition, position }: MarkerUse,
  refusal: Refusal,
  diagnostics: DiagnosticList,
): void {
  const message = `+${definition.name} ${refusal.refusal}`;
  if (refusal.isFollowUp) return;
  if (refusal.isInformational) diagnostics.info(refusal.code, position, message);
  else diagnostics.error(refusal.code, position, message, refusal.remedy, refusal);
}

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
function withUnknown(schema: Schema, refused: readonly MarkerDefinition[]): Schema {
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

/** Runs the effects that markers of an object's fields have on the object. */
export function applyParentMarkers(
  schema: ObjectSchema,
  fields: readonly Pick<Field, 'name' | 'markers' | 'refused'>[],
  diagnostics: DiagnosticList,
): ObjectSchema {
  const all: FieldUse[] = fields.flatMap(({ name, markers }) =>
    markers
      .filter(({ definition }) => definition.parentEffect !== undefined)
      .map((use) => ({ field: name, use })),
  );
  const refused = fields.flatMap((field) => field.refused ?? []);
  let changed = schema;
  for (const marked of all) {
    const { definition, position } = marked.use;
    const result = definition.parentEffect?.(changed, marked, all, refused);
    if (!result) continue;
    if ('schema' in result) changed = result.schema;
    else if (!result.isFollowUp) {
      diagnostics.error(
        result.code,
        position,
        `+${definition.name} ${result.refusal}`,
        result.remedy,
        result,
      );
    }
  }
  return changed;
}
