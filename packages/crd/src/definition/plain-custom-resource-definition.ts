import type { JSONSchemaProps } from '@vmgen/base/schema';
import type { JSONValue, RawExtension } from '@vmgen/runtime';
import type {
  CustomResourceConversion,
  CustomResourceDefinition,
  CustomResourceDefinitionSpec,
  CustomResourceDefinitionVersion,
} from './custom-resource-definition.js';

/** A schema that is also typed JSON; see {@link PlainCustomResourceDefinition}. */
type JsonSchema = PlainSchema & RawExtension;

/** A schema without integers beyond 2^53; see {@link PlainCustomResourceDefinition}. */
export interface PlainSchema extends JSONSchemaProps {
  /** The value that the API server sets if the field is omitted. */
  default?: JSONValue;
  /** An example of the value. Documentation only. */
  example?: JSONValue;
  /** The valid values. */
  enum?: JSONValue[];
  /** The schema of an array's items. */
  items?: JsonSchema;
  /** Schemas that must all accept the value. */
  allOf?: PlainSchema[];
  /** Schemas of which exactly one must accept the value. */
  oneOf?: PlainSchema[];
  /** Schemas of which at least one must accept the value. */
  anyOf?: PlainSchema[];
  /** A schema that must not accept the value. */
  not?: PlainSchema;
  /** The schemas of an object's fields. */
  properties?: { [name: string]: PlainSchema };
  /** The schema of a map's values. True accepts any. Cannot be combined with `properties`. */
  additionalProperties?: JsonSchema | boolean;
  /** CustomResourceDefinitions must not contain it. */
  patternProperties?: { [pattern: string]: PlainSchema };
  /** CustomResourceDefinitions must not contain it. */
  dependencies?: { [name: string]: JsonSchema | string[] };
  /** CustomResourceDefinitions must not contain it. */
  additionalItems?: JsonSchema | boolean;
  /** CustomResourceDefinitions must not contain it. */
  definitions?: { [name: string]: PlainSchema };
}

/**
 * A {@link CustomResourceDefinition} that the client of `@vmgen/kubernetes/apiextensions/v1` accepts as
 * well. There, parts of a schema are any JSON, without the bigints of integers beyond 2^53.
 */
export interface PlainCustomResourceDefinition extends CustomResourceDefinition {
  /** The desired state. */
  spec: CustomResourceDefinitionSpec & {
    versions: (CustomResourceDefinitionVersion & { schema?: { openAPIV3Schema?: PlainSchema } })[];
    conversion?: CustomResourceConversion & { webhook?: { conversionReviewVersions: string[] } };
  };
  /** Only the API server sets it. */
  status?: never;
}
