import { type JsonValue, goJson } from '@vmgen/base/json';
import type { JSONSchemaProps } from '@vmgen/base/schema';
import type { Verbatim } from '../field/field-errors.js';
import type { InternalVersion } from './internal-crd.js';

/**
 * Prints schemas and versions as the API server does in errors: as Go's internal structs, with all
 * fields in the order of their declaration.
 */
export function printSchema(schema: JSONSchemaProps): Verbatim {
  return { verbatim: schemaText(schema) };
}

export function printVersions(versions: readonly InternalVersion[]): Verbatim {
  return { verbatim: list(versions, versionText) };
}

const json = (value: JsonValue | undefined): string => goJson(value ?? null);

function struct(fields: readonly (readonly [string, string])[]): string {
  return `{${fields.map(([name, text]) => `"${name}":${text}`).join(',')}}`;
}

function list<T>(items: readonly T[] | undefined, print: (item: T) => string): string {
  return items === undefined ? 'null' : `[${items.map(print).join(',')}]`;
}

function map<T>(entries: { [name: string]: T } | undefined, print: (item: T) => string): string {
  if (entries === undefined) return 'null';
  const sorted = Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([name, item]) => `${goJson(name)}:${print(item)}`).join(',')}}`;
}

function schemaText(schema: JSONSchemaProps): string {
  return struct([
    ['ID', json(schema.id ?? '')],
    ['Schema', json(schema.$schema ?? '')],
    ['Ref', json(schema.$ref)],
    ['Description', json(schema.description ?? '')],
    ['Type', json(schema.type ?? '')],
    ['Nullable', json(schema.nullable ?? false)],
    ['Format', json(schema.format ?? '')],
    ['Title', json(schema.title ?? '')],
    ['Default', json(schema.default)],
    ['Maximum', json(schema.maximum)],
    ['ExclusiveMaximum', json(schema.exclusiveMaximum ?? false)],
    ['Minimum', json(schema.minimum)],
    ['ExclusiveMinimum', json(schema.exclusiveMinimum ?? false)],
    ['MaxLength', json(schema.maxLength)],
    ['MinLength', json(schema.minLength)],
    ['Pattern', json(schema.pattern ?? '')],
    ['MaxItems', json(schema.maxItems)],
    ['MinItems', json(schema.minItems)],
    ['UniqueItems', json(schema.uniqueItems ?? false)],
    ['MultipleOf', json(schema.multipleOf)],
    ['Enum', json(schema.enum)],
    ['MaxProperties', json(schema.maxProperties)],
    ['MinProperties', json(schema.minProperties)],
    ['Required', json(schema.required)],
    ['Items', itemsText(schema.items)],
    ['AllOf', list(schema.allOf, schemaText)],
    ['OneOf', list(schema.oneOf, schemaText)],
    ['AnyOf', list(schema.anyOf, schemaText)],
    ['Not', schema.not === undefined ? 'null' : schemaText(schema.not)],
    ['Properties', map(schema.properties, schemaText)],
    ['AdditionalProperties', schemaOrBoolText(schema.additionalProperties)],
    ['PatternProperties', map(schema.patternProperties, schemaText)],
    ['Dependencies', map(schema.dependencies, dependencyText)],
    ['AdditionalItems', schemaOrBoolText(schema.additionalItems)],
    ['Definitions', map(schema.definitions, schemaText)],
    ['ExternalDocs', externalDocsText(schema.externalDocs)],
    ['Example', json(schema.example)],
    ['XPreserveUnknownFields', json(schema['x-kubernetes-preserve-unknown-fields'])],
    ['XEmbeddedResource', json(schema['x-kubernetes-embedded-resource'] ?? false)],
    ['XIntOrString', json(schema['x-kubernetes-int-or-string'] ?? false)],
    ['XListMapKeys', json(schema['x-kubernetes-list-map-keys'])],
    ['XListType', json(schema['x-kubernetes-list-type'])],
    ['XMapType', json(schema['x-kubernetes-map-type'])],
    ['XValidations', list(schema['x-kubernetes-validations'], ruleText)],
  ]);
}

function itemsText(items: JSONSchemaProps['items']): string {
  if (items === undefined) return 'null';
  const schemas = Array.isArray(items) ? items : undefined;
  const schema = Array.isArray(items) ? 'null' : schemaText(items);
  return struct([
    ['Schema', schema],
    ['JSONSchemas', list(schemas, schemaText)],
  ]);
}

function schemaOrBoolText(value: JSONSchemaProps | boolean | undefined): string {
  if (value === undefined) return 'null';
  return struct([
    ['Allows', String(value !== false)],
    ['Schema', typeof value === 'boolean' ? 'null' : schemaText(value)],
  ]);
}

function dependencyText(value: JSONSchemaProps | string[]): string {
  return struct([
    ['Schema', Array.isArray(value) ? 'null' : schemaText(value)],
    ['Property', Array.isArray(value) ? json(value) : 'null'],
  ]);
}

function externalDocsText(docs: JSONSchemaProps['externalDocs']): string {
  if (docs === undefined) return 'null';
  return struct([
    ['Description', json(docs.description ?? '')],
    ['URL', json(docs.url ?? '')],
  ]);
}

function ruleText(rule: NonNullable<JSONSchemaProps['x-kubernetes-validations']>[number]): string {
  return struct([
    ['Rule', json(rule.rule)],
    ['Message', json(rule.message ?? '')],
    ['MessageExpression', json(rule.messageExpression ?? '')],
    ['Reason', json(rule.reason)],
    ['FieldPath', json(rule.fieldPath ?? '')],
    ['OptionalOldSelf', json(rule.optionalOldSelf)],
  ]);
}

function versionText(version: InternalVersion): string {
  const { schema, subresources, additionalPrinterColumns, selectableFields } = version;
  return struct([
    ['Name', json(version.name)],
    ['Served', json(version.served)],
    ['Storage', json(version.storage)],
    ['Deprecated', json(version.deprecated ?? false)],
    ['DeprecationWarning', json(version.deprecationWarning)],
    ['Schema', schema === undefined ? 'null' : validationText(schema)],
    ['Subresources', subresources === undefined ? 'null' : subresourcesText(subresources)],
    ['AdditionalPrinterColumns', list(additionalPrinterColumns, columnText)],
    ['SelectableFields', list(selectableFields, (it) => struct([['JSONPath', json(it.jsonPath)]]))],
  ]);
}

function validationText({
  openAPIV3Schema: schema,
}: NonNullable<InternalVersion['schema']>): string {
  return struct([['OpenAPIV3Schema', schema === undefined ? 'null' : schemaText(schema)]]);
}

function subresourcesText(value: NonNullable<InternalVersion['subresources']>): string {
  const { scale } = value;
  const scaleText =
    scale === undefined
      ? 'null'
      : struct([
          ['SpecReplicasPath', json(scale.specReplicasPath)],
          ['StatusReplicasPath', json(scale.statusReplicasPath)],
          ['LabelSelectorPath', json(scale.labelSelectorPath)],
        ]);
  return struct([
    ['Status', value.status === undefined ? 'null' : '{}'],
    ['Scale', scaleText],
  ]);
}

type Column = NonNullable<InternalVersion['additionalPrinterColumns']>[number];

function columnText(column: Column): string {
  return struct([
    ['Name', json(column.name)],
    ['Type', json(column.type)],
    ['Format', json(column.format ?? '')],
    ['Description', json(column.description ?? '')],
    ['Priority', json(column.priority ?? 0)],
    ['JSONPath', json(column.jsonPath)],
  ]);
}
