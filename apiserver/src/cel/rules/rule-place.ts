import type { MissingBound } from '../../schema/field-error.js';
import { child, key } from '../../schema/field-path.js';
import type { JSONSchemaProps } from '../../schema/json-schema-props.js';
import { product } from '../cost/range.js';
import { declTypeOf, type DeclType } from '../types/decl-type.js';
import { escapeFieldName } from '../types/escape-field-name.js';

/** What rules see of a schema; nothing of values without a type. */
type Visible = DeclType | 'untyped';

/** A schema within a CRD as far as its rules depend on what is around it. */
export interface RulePlace {
  readonly schema: JSONSchemaProps;
  readonly path: string;
  /** Undefined where there is no rule here or above. */
  readonly visible: Visible | undefined;
  /** How often values of the schema can occur; undefined where nothing bounds it. */
  readonly cardinality: number | undefined;
  /** The lists and maps above of which any number of entries may be. */
  readonly unboundedAbove: readonly MissingBound[];
  /** The highest list above of which the items cannot be followed through changes. */
  readonly uncorrelated: string | undefined;
}

/** The root of a CRD's schema. */
export function rootPlace(schema: JSONSchemaProps, path: string): RulePlace {
  return {
    schema,
    path,
    visible: hasOwnRules(schema) ? visibleOf(schema, true) : undefined,
    cardinality: 1,
    unboundedAbove: [],
    uncorrelated: undefined,
  };
}

/** The schema of a list's items. */
export function itemsPlace(list: RulePlace, schema: JSONSchemaProps): RulePlace {
  const isMap = list.schema['x-kubernetes-list-type'] === 'map';
  const uncorrelated = list.uncorrelated ?? (isMap ? undefined : list.path);
  const place = placeBelow(list, schema, child(list.path, 'items'), (decl) => decl.element);
  return { ...place, uncorrelated };
}

/** The schema of a map's values. */
export function valuesPlace(map: RulePlace, schema: JSONSchemaProps): RulePlace {
  const path = child(map.path, 'additionalProperties');
  return placeBelow(map, schema, path, (decl) => decl.element);
}

/** The schema of an object's property. */
export function propertyPlace(object: RulePlace, name: string, schema: JSONSchemaProps): RulePlace {
  const path = key(child(object.path, 'properties'), name);
  return placeBelow(object, schema, path, (decl) => fieldOf(decl, name));
}

/** The type of a field; undefined where expressions cannot name it. */
export function fieldOf(object: DeclType, name: string): DeclType | undefined {
  const identifier = escapeFieldName(name);
  return identifier === undefined ? undefined : object.fields?.get(identifier);
}

function placeBelow(
  parent: RulePlace,
  schema: JSONSchemaProps,
  path: string,
  partOf: (decl: DeclType) => DeclType | undefined,
): RulePlace {
  const { visible: above, cardinality, unboundedAbove, uncorrelated } = parent;
  const [most, keyword] = mostParts(parent.schema);
  const isUnbounded = most === undefined;
  return {
    schema,
    path,
    visible:
      above === undefined && !hasOwnRules(schema)
        ? undefined
        : ((above && partIn(above, partOf)) ?? visibleOf(schema)),
    cardinality: cardinality === undefined || isUnbounded ? undefined : product(cardinality, most),
    unboundedAbove: isUnbounded
      ? [...unboundedAbove, { path: parent.path, keyword }]
      : unboundedAbove,
    uncorrelated,
  };
}

const visibleOf = (schema: JSONSchemaProps, isResource?: boolean): Visible =>
  declTypeOf(schema, isResource) ?? 'untyped';

function partIn(
  visible: Visible,
  partOf: (decl: DeclType) => DeclType | undefined,
): Visible | undefined {
  return visible === 'untyped' ? visible : partOf(visible);
}

/** Whether the schema itself has a rule. */
export const hasOwnRules = (schema: JSONSchemaProps): boolean =>
  (schema['x-kubernetes-validations'] ?? []).length > 0;

/** How many parts a value may have, and what would bound them. */
function mostParts(
  schema: JSONSchemaProps,
): readonly [number | undefined, MissingBound['keyword']] {
  if (schema.type === 'array') return [notNegative(schema.maxItems), 'maxItems'];
  const isMap = schema.type === 'object' && schema.additionalProperties !== undefined;
  return [isMap ? notNegative(schema.maxProperties) : 1, 'maxProperties'];
}

const notNegative = (bound: number | undefined): number | undefined =>
  bound === undefined ? undefined : Math.max(0, bound);
