import type { JSONSchemaProps } from '@vmgen/crd';
import type { SourcePosition } from '../diagnostics/diagnostic.js';

/** What a schema says beside its kind and its children, in the words of JSON schema. */
export type Keywords = Readonly<
  Omit<JSONSchemaProps, 'type' | 'properties' | 'items' | 'additionalProperties'>
>;

/** What every schema has. */
export interface SchemaBase {
  /** The type that the schema was made from. */
  readonly position: SourcePosition;
  /** The validation keywords beside the kind and the children. */
  readonly keywords: Keywords;
  /** Which marker set a keyword. */
  readonly origins: Readonly<Partial<Record<string, SourcePosition>>>;
  /** Keywords that are not known, since a marker that may have set them was refused. */
  readonly unknown?: readonly string[];
  /** Keywords that a marker carries word for word, from elsewhere: nobody here means something else by them. */
  readonly carried?: readonly string[];
  /** A marker says how null is taken: nothing is made of it to please the API server. */
  readonly isVerbatim?: boolean;
}

/** A field of an object, as the API knows it. */
export interface PropertySchema {
  /** The name of the property. */
  readonly name: string;
  /** Whether the API refuses objects without it. */
  readonly required: boolean;
  /** The schema of the values. */
  readonly schema: Schema;
  /** The position of the field that the property belongs to. */
  readonly position: SourcePosition;
}

/**
 * What the API accepts of a type and its markers: a structural schema as a tree. What stands beside the
 * kind and the children of a node are its `keywords`: description, default, enum, pattern...
 */
export type Schema =
  /** `isOpen`: written `{}`, which needs a marker's permission. */
  | (SchemaBase & {
      readonly kind: 'object';
      readonly properties: readonly PropertySchema[];
      readonly isOpen?: boolean;
      /** Written with an index signature beside the fields, which needs a marker that keeps them. */
      readonly isIndexed?: boolean;
      /** A base of it was refused: it has more fields than are known. */
      readonly isPartial?: boolean;
    })
  | (SchemaBase & { readonly kind: 'map'; readonly values: Schema })
  | (SchemaBase & { readonly kind: 'array'; readonly items: Schema })
  | (SchemaBase & { readonly kind: 'string' | 'integer' | 'boolean' | 'int-or-string' })
  /** `isOpen`: written `number`, which does not say whether integers or floats are meant. */
  | (SchemaBase & { readonly kind: 'number'; readonly isOpen: boolean })
  /** Anything; `isOpen`: written `unknown`, which needs a marker's permission. */
  | (SchemaBase & {
      readonly kind: 'opaque';
      readonly isOpen: boolean;
      /** All that the API accepts, where a marker says it as a whole. */
      readonly json?: JSONSchemaProps;
    })
  /** Refused with a diagnostic; it fits everywhere, so that nothing more is said of it. */
  | (SchemaBase & { readonly kind: 'invalid' });

type InvalidSchema = Extract<Schema, { kind: 'invalid' }>;

/** What stands for a schema that was refused. */
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

/** `schema` with other fields, items or values; the same one where `change` changes none. */
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
