import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import type { ServedResource } from '../resource/served-resource.js';
import type { JSONSchemaProps } from '@vmgen/crd';
import { referenceTo } from './component-schemas.js';
import { LIST_FIELDS, OBJECT_FIELDS } from './descriptions.js';

const OBJECT_META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';
const LIST_META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta';

const text = (description: string): JsonObject => ({ description, type: 'string' });

/** Returns the component name of a custom kind: `tw.cloudnative.v1alpha1.VirtualMachine`. */
export function customComponentName(resource: ServedResource, kind: string): string {
  return [...resource.group.split('.').reverse(), resource.version, kind].join('.');
}

/** Returns the component of a custom kind: its CRD's schema with the fields of every object. */
export function customResourceSchema(resource: ServedResource): JsonObject {
  const schema = publish(resource.schema ?? { 'x-kubernetes-preserve-unknown-fields': true });
  return {
    ...schema,
    type: 'object',
    properties: objectProperties(schema),
    ...extensions(resource, resource.kind),
  };
}

/** Returns the component of a custom kind's list. */
export function customListSchema(resource: ServedResource): JsonObject {
  return {
    type: 'object',
    required: ['items'],
    properties: {
      apiVersion: text(LIST_FIELDS.apiVersion),
      items: {
        type: 'array',
        items: referenceTo(customComponentName(resource, resource.kind)),
      },
      kind: text(LIST_FIELDS.kind),
      metadata: { description: LIST_FIELDS.metadata, allOf: [referenceTo(LIST_META)] },
    },
    ...extensions(resource, resource.listKind),
  };
}

export function groupVersionKind(
  resource: { readonly group: string; readonly version: string },
  kind: string,
): JsonObject {
  return { group: resource.group, kind, version: resource.version };
}

/** Returns the extensions for clients: the kind and the selectable fields. */
function extensions(resource: ServedResource, kind: string): JsonObject {
  const selectable = resource.selectableFields.map((path) => ({
    fieldPath: path.replace(/^\./, ''),
  }));
  return {
    'x-kubernetes-group-version-kind': [groupVersionKind(resource, kind)],
    ...(selectable.length === 0 ? {} : { 'x-kubernetes-selectable-fields': selectable }),
  };
}

/**
 * Converts a CRD schema to the form that the server publishes: expands int-or-string and embedded
 * resources.
 */
function publish(schema: JSONSchemaProps): JsonObject {
  const published: JsonObject = {};
  for (const [key, value] of Object.entries(schema)) published[key] = publishKeyword(key, value);
  if (schema['x-kubernetes-int-or-string'] === true && schema.anyOf === undefined) {
    published['anyOf'] = [{ type: 'integer' }, { type: 'string' }];
  }
  return schema['x-kubernetes-embedded-resource'] === true ? embedResource(published) : published;
}

function publishKeyword(key: string, value: unknown): JsonObject[string] {
  if (value !== null && typeof value === 'object') {
    switch (key) {
      case 'properties':
        return publishEach({ ...value });
      case 'items':
      case 'additionalProperties':
        return publish(value);
    }
  }
  // Keywords that are not schemas are published unchanged.
  return value as JsonObject[string];
}

function publishEach(properties: NonNullable<JSONSchemaProps['properties']>): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, publish(schema)]),
  );
}

function embedResource(schema: JsonObject): JsonObject {
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return {
    ...schema,
    required: [...required, ...['kind', 'apiVersion'].filter((key) => !required.includes(key))],
    properties: objectProperties(schema),
  };
}

/** Returns the properties of a schema, followed by those of every object. */
function objectProperties(schema: JsonObject): JsonObject {
  const {
    apiVersion = text(OBJECT_FIELDS.apiVersion),
    kind = text(OBJECT_FIELDS.kind),
    ...properties
  } = propertiesOf(schema);
  const metadata = { description: OBJECT_FIELDS.metadata, allOf: [referenceTo(OBJECT_META)] };
  return { ...properties, apiVersion, kind, metadata };
}

function propertiesOf(schema: JsonObject): JsonObject {
  const properties = schema['properties'];
  return isJsonObject(properties) ? properties : {};
}
