import type { MissingBound } from '../field/field-error.js';
import { child, key } from '../field/field-path.js';
import { type JSONSchemaProps, hasOwnRules } from '@vmgen/base/schema';
import { product, declTypeOf, type DeclType, escapeFieldName } from '@vmgen/cel/internal';

/** What rules see of a schema; nothing of values without a type. */
type Visible = DeclType | 'untyped';

/** What the schemas above a place say of it. */
interface Above {
  readonly visible: Visible | undefined;
  readonly cardinality: number | undefined;
  readonly unboundedAbove: readonly MissingBound[];
  readonly uncorrelated: string | undefined;
}

/** A schema within a CRD as far as its rules depend on what is around it. */
export class RulePlace implements Above {
  readonly schema: JSONSchemaProps;
  readonly path: string;
  /** Undefined where there is no rule here or above. */
  readonly visible: Visible | undefined;
  /** How often values of the schema can occur; undefined where nothing bounds it. */
  readonly cardinality: number | undefined;
  /** The lists and maps above of which any number of entries may be. */
  readonly unboundedAbove: readonly MissingBound[];
  /** The highest list (or map of unknown type) above of which the items cannot be followed through changes. */
  readonly uncorrelated: string | undefined;

  private constructor(schema: JSONSchemaProps, path: string, above: Above) {
    this.schema = schema;
    this.path = path;
    this.visible = above.visible;
    this.cardinality = above.cardinality;
    this.unboundedAbove = above.unboundedAbove;
    this.uncorrelated = above.uncorrelated;
  }

  /** The root of a CRD's schema. */
  static root(schema: JSONSchemaProps, path: string): RulePlace {
    const visible = hasOwnRules(schema) ? visibleOf(schema, true) : undefined;
    const above = { visible, cardinality: 1, unboundedAbove: [], uncorrelated: undefined };
    return new RulePlace(schema, path, above);
  }

  /** The schema of a list's items. */
  items(schema: JSONSchemaProps): RulePlace {
    const isMap = this.schema['x-kubernetes-list-type'] === 'map';
    const uncorrelated = this.uncorrelated ?? (isMap ? undefined : this.path);
    const above = this.#above(schema, (decl) => decl.element);
    return new RulePlace(schema, child(this.path, 'items'), { ...above, uncorrelated });
  }

  /** The schema of a map's values. */
  values(schema: JSONSchemaProps): RulePlace {
    const path = child(this.path, 'additionalProperties');
    return new RulePlace(
      schema,
      path,
      this.#above(schema, (decl) => decl.element),
    );
  }

  /** The schema of an object's property. */
  property(name: string, schema: JSONSchemaProps): RulePlace {
    const path = key(child(this.path, 'properties'), name);
    const mapType = this.schema['x-kubernetes-map-type'] ?? 'granular';
    const uncorrelated = this.uncorrelated ?? (MAP_TYPES.has(mapType) ? undefined : this.path);
    const above = this.#above(schema, (decl) => fieldOf(decl, name));
    return new RulePlace(schema, path, { ...above, uncorrelated });
  }

  #above(schema: JSONSchemaProps, partOf: (decl: DeclType) => DeclType | undefined): Above {
    const { visible, cardinality, unboundedAbove, uncorrelated } = this;
    const isInScope = visible !== undefined || hasOwnRules(schema);
    const part = visible && (visible === 'untyped' ? visible : partOf(visible));
    const [most, keyword] = mostParts(this.schema);
    const own = most === undefined ? [{ path: this.path, keyword }] : [];
    return {
      visible: isInScope ? (part ?? visibleOf(schema)) : undefined,
      cardinality:
        cardinality === undefined || most === undefined ? undefined : product(cardinality, most),
      unboundedAbove: [...unboundedAbove, ...own],
      uncorrelated,
    };
  }
}

const MAP_TYPES: ReadonlySet<string> = new Set(['granular', 'atomic']);

/** The type of a field; undefined where expressions cannot name it. */
export function fieldOf(object: DeclType, name: string): DeclType | undefined {
  const identifier = escapeFieldName(name);
  return identifier === undefined ? undefined : object.fields?.get(identifier);
}

const visibleOf = (schema: JSONSchemaProps, isResource?: boolean): Visible =>
  declTypeOf(schema, isResource) ?? 'untyped';

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
