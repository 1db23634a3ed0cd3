import type { JsonValue } from '../json/json-value.js';

/** One CEL rule of a schema (`x-kubernetes-validations`). */
export interface ValidationRule {
  /** The CEL expression, which must be of type bool. `self` is the value that has the schema. */
  rule: string;
  /** The error message if the rule evaluates to false. Defaults to `failed rule: ` and the rule. */
  message?: string;
  /** A CEL expression of type string that computes the error message. Preferred over `message`. */
  messageExpression?: string;
  /**
   * The reason of the error: `FieldValueInvalid`, `FieldValueForbidden`, `FieldValueRequired` or
   * `FieldValueDuplicate`. Defaults to `FieldValueInvalid`.
   */
  reason?: string;
  /** The field that the error names, relative to the value: `.replicas`. Defaults to the value. */
  fieldPath?: string;
  /**
   * Whether a rule that uses `oldSelf` is also evaluated for new values; `oldSelf` is then an
   * optional. Defaults to false.
   */
  optionalOldSelf?: boolean;
}

/**
 * The schema language of CustomResourceDefinitions (apiextensions.k8s.io/v1 JSONSchemaProps). All
 * fields are optional; an omitted constraint does not apply.
 */
export interface JSONSchemaProps {
  /** A reference to another schema. CustomResourceDefinitions must not contain it. */
  $ref?: string;
  /** The version of JSON schema. Documentation only. */
  $schema?: string;
  /** The identifier of the schema. CustomResourceDefinitions must not contain it. */
  id?: string;
  /** The documentation of the value. */
  description?: string;
  /** The type: `object`, `array`, `string`, `integer`, `number` or `boolean`. */
  type?: string;
  /** The format of a string or number: `date-time`, `int32`... Unknown formats are ignored. */
  format?: string;
  /** A short name of the value. */
  title?: string;
  /** The value that the API server sets if the field is omitted. */
  default?: JsonValue;
  /** An example of the value. Documentation only. */
  example?: JsonValue;
  /** The largest valid number, included unless `exclusiveMaximum` is set. */
  maximum?: number;
  /** Whether `maximum` itself is invalid. Defaults to false. */
  exclusiveMaximum?: boolean;
  /** The smallest valid number, included unless `exclusiveMinimum` is set. */
  minimum?: number;
  /** Whether `minimum` itself is invalid. Defaults to false. */
  exclusiveMinimum?: boolean;
  /** The maximum length of a string in characters. */
  maxLength?: number;
  /** The minimum length of a string in characters. */
  minLength?: number;
  /** A regular expression (RE2) that a part of the string must match. */
  pattern?: string;
  /** The maximum number of items of an array. */
  maxItems?: number;
  /** The minimum number of items of an array. */
  minItems?: number;
  /** CustomResourceDefinitions must not set it to true: use `x-kubernetes-list-type: set`. */
  uniqueItems?: boolean;
  /** A number that must divide the value without remainder. */
  multipleOf?: number;
  /** The valid values. */
  enum?: JsonValue[];
  /** The maximum number of entries of an object. */
  maxProperties?: number;
  /** The minimum number of entries of an object. */
  minProperties?: number;
  /** The names of the fields that an object must have. */
  required?: string[];
  /** The schema of an array's items. CustomResourceDefinitions must not have a list here. */
  items?: JSONSchemaProps | JSONSchemaProps[];
  /** Schemas that must all accept the value. */
  allOf?: JSONSchemaProps[];
  /** Schemas of which exactly one must accept the value. */
  oneOf?: JSONSchemaProps[];
  /** Schemas of which at least one must accept the value. */
  anyOf?: JSONSchemaProps[];
  /** A schema that must not accept the value. */
  not?: JSONSchemaProps;
  /** The schemas of an object's fields. */
  properties?: { [name: string]: JSONSchemaProps };
  /** The schema of a map's values. True accepts any. Cannot be combined with `properties`. */
  additionalProperties?: JSONSchemaProps | boolean;
  /** CustomResourceDefinitions must not contain it. */
  patternProperties?: { [pattern: string]: JSONSchemaProps };
  /** CustomResourceDefinitions must not contain it. */
  dependencies?: { [name: string]: JSONSchemaProps | string[] };
  /** CustomResourceDefinitions must not contain it. */
  additionalItems?: JSONSchemaProps | boolean;
  /** CustomResourceDefinitions must not contain it. */
  definitions?: { [name: string]: JSONSchemaProps };
  /** A link to further documentation. */
  externalDocs?: { description?: string; url?: string };
  /** Whether null is valid. Defaults to false: a null is removed if the field has a default. */
  nullable?: boolean;
  /** Whether unspecified fields are kept. Defaults to false: they are pruned. */
  'x-kubernetes-preserve-unknown-fields'?: boolean;
  /** Whether the object has `apiVersion`, `kind` and `metadata`. Defaults to false. */
  'x-kubernetes-embedded-resource'?: boolean;
  /** Whether the value is an integer or a string; `type` is then omitted. Defaults to false. */
  'x-kubernetes-int-or-string'?: boolean;
  /** The names of the fields that identify the items of a list of type `map`. */
  'x-kubernetes-list-map-keys'?: string[];
  /** How lists are merged and compared: `atomic`, `set` or `map`. Defaults to `atomic`. */
  'x-kubernetes-list-type'?: string;
  /** How objects are merged: `granular` (by field) or `atomic`. Defaults to `granular`. */
  'x-kubernetes-map-type'?: string;
  /** The CEL rules of the value. */
  'x-kubernetes-validations'?: ValidationRule[];
}
