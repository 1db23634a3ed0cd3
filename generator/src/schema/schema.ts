import type { JSONSchemaProps } from '@vmgen/crd';
import type { SourcePosition } from '../diagnostics/diagnostic.js';

/** The keywords of a schema except for its kind and its children, as in JSON schema. */
export type Keywords = Readonly<
  Omit<JSONSchemaProps, 'type' | 'properties' | 'items' | 'additionalProperties'>
>;

/** The properties of all schemas. */
export interface SchemaBase {
  /** The position of the type that the schema was built from. */
  readonly position: SourcePosition;
  /** The validation keywords beside the kind and the children. */
  readonly keywords: Keywords;
  /** Which marker set a keyword. */
  readonly origins: Readonly<Partial<Record<string, SourcePosition>>>;
  /** Keywords with unknown values, because a marker that may have set them was rejected. */
  readonly unknown?: readonly string[];
  /** Keywords that a marker contains as raw JSON: they are not checked for suspicious values. */
  readonly carried?: readonly string[];
  /** A marker defines the handling of null: no rules are generated for the API server. */
  readonly isVerbatim?: boolean;
}

/** A field of an object in the API. */
export interface PropertySchema {
  /** The name of the property. */
  readonly name: string;
  /** Whether the API refuses objects without it. */
  readonly required: boolean;
  /** The schema of the values. */
  readonly schema: Schema;
  /** The position of the field that the property belongs to. */
  readonly position: SourcePosition;
  /** The paths of the field in other versions. Defaults to the same path. */
  readonly renamedFrom?: readonly {
    readonly version: string;
    readonly from: string;
    readonly position: SourcePosition;
  }[];
}

/**
 * The values that the API accepts for a type with its markers: a structural schema as a tree. Everything
 * except the kind and the children of a node is in `keywords`: description, default, enum, pattern...
 */
export type Schema =
  /** `isOpen`: written `{}`, which needs a marker's permission. */
  | (SchemaBase & {
      readonly kind: 'object';
      readonly properties: readonly PropertySchema[];
      readonly isOpen?: boolean;
      /**
       * The type has an index signature beside its fields, which requires a marker to preserve unknown
       * fields.
       */
      readonly isIndexed?: boolean;
      /** A base was rejected: the schema may have more fields. */
      readonly isPartial?: boolean;
    })
  | (SchemaBase & { readonly kind: 'map'; readonly values: Schema })
  | (SchemaBase & { readonly kind: 'array'; readonly items: Schema })
  | (SchemaBase & { readonly kind: 'string' | 'integer' | 'boolean' | 'int-or-string' })
  /** `isOpen`: declared as `number`, without a decision between integers and floats. */
  | (SchemaBase & { readonly kind: 'number'; readonly isOpen: boolean })
  /** Anything; `isOpen`: written `unknown`, which needs a marker's permission. */
  | (SchemaBase & {
      readonly kind: 'opaque';
      readonly isOpen: boolean;
      /** The complete schema, if a marker defines it. */
      readonly json?: JSONSchemaProps;
    })
  /** Rejected with a diagnostic; compatible with everything, so that it causes no further diagnostics. */
  | (SchemaBase & { readonly kind: 'invalid' });

type InvalidSchema = Extract<Schema, { kind: 'invalid' }>;

/** Replaces a schema that was rejected. */
export function invalidSchema(position: SourcePosition): InvalidSchema {
  return { position, keywords: {}, origins: {}, kind: 'invalid' };
}

/** The schemas of a schema's fields, values or items, by their names in messages. */
export function partsOf(schema: Schema): readonly Pick<PropertySchema, 'name' | 'schema'>[] {
  switch (schema.kind) {
    case 'object':
      return schema.properties;
    case 'map':
      return [{ name: '*', schema: schema.values }];
    case 'array':
      return [{ name: '[*]', schema: schema.items }];
    default:
      return [];
  }
}

/** Returns `schema` with other fields, items or values; the same object if `change` changes none. */
export function mapParts(schema: Schema, change: (part: Schema) => Schema): Schema {
  switch (schema.kind) {
    case 'object': {
      const properties = schema.properties.map((property) => {
        const changed = change(property.schema);
        return changed === property.schema ? property : { ...property, schema: changed };
      });
      const isSame = properties.every((property, index) => property === schema.properties[index]);
      return isSame ? schema : { ...schema, properties };
    }
    case 'array': {
      const items = change(schema.items);
      return items === schema.items ? schema : { ...schema, items };
    }
    case 'map': {
      const values = change(schema.values);
      return values === schema.values ? schema : { ...schema, values };
    }
    default:
      return schema;
  }
}

/** `schema` with further keywords, set at `position`. */
export function withKeywords(schema: Schema, keywords: Keywords, position: SourcePosition): Schema {
  const origins = Object.fromEntries(Object.keys(keywords).map((name) => [name, position]));
  return {
    ...schema,
    keywords: { ...schema.keywords, ...keywords },
    origins: { ...schema.origins, ...origins },
  };
}
