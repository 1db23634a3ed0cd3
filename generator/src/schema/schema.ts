import type { JSONSchemaProps } from '@vmgen/apiserver/schema';
import type { SourcePosition } from '../findings/finding.js';

/** What a schema says beside its kind and its children, in the words of JSON schema. */
export type Keywords = Readonly<
  Omit<JSONSchemaProps, 'type' | 'properties' | 'required' | 'items' | 'additionalProperties'>
>;

interface SchemaBase {
  /** The type that the schema was made from. */
  readonly position: SourcePosition;
  readonly keywords: Keywords;
  /** Which marker set a keyword. */
  readonly origins: Readonly<Partial<Record<string, SourcePosition>>>;
}

export interface PropertySchema {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  readonly position: SourcePosition;
}

/** The schema of a type; frozen data. */
export type Schema =
  /** `isOpen`: written `{}`, which needs a marker's permission. */
  | (SchemaBase & {
      readonly kind: 'object';
      readonly properties: readonly PropertySchema[];
      readonly isOpen?: boolean;
    })
  | (SchemaBase & { readonly kind: 'map'; readonly values: Schema })
  | (SchemaBase & { readonly kind: 'array'; readonly items: Schema })
  | (SchemaBase & { readonly kind: 'string' | 'integer' | 'boolean' | 'int-or-string' })
  /** `isOpen`: written `number`, which does not say whether integers or floats are meant. */
  | (SchemaBase & { readonly kind: 'number'; readonly isOpen: boolean })
  /** Anything; `isOpen`: written `unknown`, which needs a marker's permission. */
  | (SchemaBase & { readonly kind: 'opaque'; readonly isOpen: boolean });

/** `schema` with further keywords, set at `position`. */
export function withKeywords(schema: Schema, keywords: Keywords, position: SourcePosition): Schema {
  const origins = Object.fromEntries(Object.keys(keywords).map((name) => [name, position]));
  return {
    ...schema,
    keywords: { ...schema.keywords, ...keywords },
    origins: { ...schema.origins, ...origins },
  };
}
