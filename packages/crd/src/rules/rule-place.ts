import type { MissingBound } from '../field/field-error.js';
import { child, key } from '../field/field-path.js';
import { type JSONSchemaProps, hasOwnRules } from '@vmgen/base/schema';
import { product, declTypeOf, type DeclType, escapeFieldName } from '@vmgen/cel/internal';

/** The type that rules see. They cannot use values without a type. */
type Visible = DeclType | 'untyped';

/** Properties that a place inherits from the schemas above it. */
interface Above {
  readonly visible: Visible | undefined;
  readonly cardinality: number | undefined;
  readonly unboundedAbove: readonly MissingBound[];
  readonly uncorrelated: string | undefined;
}

/** A schema within a CRD, with the context that its rules depend on. */
export class RulePlace implements Above {
  readonly schema: JSONSchemaProps;
  readonly path: string;
  /** Undefined if there are no rules here or above. */
  readonly visible: Visible | undefined;
  /** The maximum number of values of this schema in an object. Undefined if it is unbounded. */
  readonly cardinality: number | undefined;
  /** The lists and maps above this place that have no bound. */
  readonly unboundedAbove: readonly MissingBound[];
  /**
   * The outermost list (or map of unknown type) above this place whose items cannot be matched with
   * their old values.
   */
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

  /** The place of a list's items. */
  items(schema: JSONSchemaProps): RulePlace {
    const isMap = this.schema['x-kubernetes-list-type'] === 'map';
    const uncorrelated = this.uncorrelated ?? (isMap ? undefined : this.path);
    const above = this.#above(schema, (decl) => decl.element);
    return new RulePlace(schema, child(this.path, 'items'), { ...above, uncorrelated });
  }

  /** The place of a map's values. */
  values(schema: JSONSchemaProps): RulePlace {
    const path = child(this.path, 'additionalProperties');
    return new RulePlace(
      schema,
      path,
      this.#above(schema, (decl) => decl.element),
    );
  }

  /** The place of an object's property. */
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

/** The type of a field. Undefined if expressions cannot name it. */
export function fieldOf(object: DeclType, name: string): DeclType | undefined {
  const identifier = escapeFieldName(name);
  return identifier === undefined ? undefined : object.fields?.get(identifier);
}

const visibleOf = (schema: JSONSchemaProps, isResource?: boolean): Visible =>
  declTypeOf(schema, isResource) ?? 'untyped';

/** The maximum number of parts of a value, and the keyword that would bound it. */
function mostParts(
  schema: JSONSchemaProps,
): readonly [number | undefined, MissingBound['keyword']] {
  if (schema.type === 'array') return [notNegative(schema.maxItems), 'maxItems'];
  const isMap = schema.type === 'object' && schema.additionalProperties !== undefined;
  return [isMap ? notNegative(schema.maxProperties) : 1, 'maxProperties'];
}

const notNegative = (bound: number | undefined): number | undefined =>
  bound === undefined ? undefined : Math.max(0, bound);
