import type { JSONSchemaProps } from '@vmgen/crd';
import type { RuntimeTypeName } from '#generator/sources/runtime-types.js';
import {
  fieldShapes,
  objectComments,
  schemaShape,
  type ShapeContext,
} from '../shapes/schema-shape.js';
import type { Comments, Declaration, FieldShape, TypeExpression } from '../shapes/shape.js';
import { keyOf, type GroupVersionKind } from './api-resource.js';
import { clientMarkers, isAction } from './client-markers.js';
import { normaliseSchema } from './normalise-schema.js';
import type { PackageContext } from './package-context.js';
import type { Component } from './read-components.js';
import { runtimeTypeOf, schemaOfRef } from './schema-names.js';

/** The declaration of a type. */
export function declareComponent(
  component: Component,
  context: PackageContext,
  shapes: ShapeContext,
): Declaration {
  const { descriptions = true, components } = context;
  const schemas = new Map([...components].map(([name, { schema }]) => [name, schema]));
  const schema = normaliseSchema(component.schema, { descriptions, schemas });
  if (schema.type !== 'object' || schema.additionalProperties !== undefined) {
    return { kind: 'alias', ...schemaShape(schema, 'type', [component.type], shapes) };
  }
  const isTyped = component.kinds.length > 0;
  const own = isTyped ? withoutTypeMeta(schema) : schema;
  const comments = objectComments(own, shapes);
  return {
    kind: 'interface',
    ...comments,
    markers: [...kindMarkers(component, context), ...comments.markers],
    ...pageOf(component, context),
    bases: isTyped ? [runtime('TypeMeta')] : [],
    fields: fieldsOf(component, own, shapes),
  };
}

/** Whether a type is a list of kinds. */
export function isList({ kinds, schema }: Component): boolean {
  return kinds.length > 0 && metaOf(schema) === 'ListMeta';
}

const runtime = (name: RuntimeTypeName): TypeExpression => ({ kind: 'runtime', name });

/** The type of the runtime that the metadata are. */
function metaOf({ properties = {} }: JSONSchemaProps): RuntimeTypeName | undefined {
  const { metadata } = properties;
  const ref = metadata?.$ref ?? metadata?.allOf?.[0]?.$ref;
  return ref === undefined ? undefined : runtimeTypeOf(schemaOfRef(ref) ?? '');
}

/** The metadata of kinds and lists is always present and comes first. */
function fieldsOf(
  { type, kinds, schema }: Component,
  own: JSONSchemaProps,
  shapes: ShapeContext,
): FieldShape[] {
  const meta = kinds.length > 0 ? metaOf(schema) : undefined;
  const fields = fieldShapes(own, [type], shapes);
  if (meta === undefined) return fields;
  return [
    { name: 'metadata', isOptional: false, type: runtime(meta), doc: '', markers: [] },
    ...fields.filter(({ name }) => name !== 'metadata'),
  ];
}

function withoutTypeMeta(schema: JSONSchemaProps): JSONSchemaProps {
  const { apiVersion: _, kind: __, ...properties } = schema.properties ?? {};
  return { ...schema, properties };
}

function kindMarkers(component: Component, context: PackageContext): string[] {
  if (metaOf(component.schema) !== 'ObjectMeta') return [];
  const keys = component.kinds.map(keyOf);
  const resource = keys.map((key) => context.resources.get(key)).find((each) => each !== undefined);
  if (resource && !isAction(resource)) {
    return clientMarkers(resource, (kind) => pathOf(kind, context));
  }
  const subresource = keys
    .map((key) => context.subresources.get(key))
    .find((each) => each !== undefined);
  return subresource === undefined ? [] : [`+k8s:isSubresource="/${subresource}"`];
}

/** The generator knows these types. */
const KNOWN_TO_CLIENTS: readonly string[] = ['Scale', 'Status'];

/** A kind as markers name it: by its folder. Undefined where no package of the run declares it. */
function pathOf(
  kind: GroupVersionKind,
  { components, packages }: PackageContext,
): string | undefined {
  const found = [...components.values()].find(({ kinds }) =>
    kinds.some((each) => keyOf(each) === keyOf(kind)),
  );
  const isDeclared = found !== undefined && packages.has(found.package);
  if (isDeclared) return `${found.group}/${found.version}.${found.type}`;
  return KNOWN_TO_CLIENTS.includes(kind.kind) ? kind.kind : undefined;
}

function pageOf(
  { package: name, type, version }: Component,
  context: PackageContext,
): Pick<Comments, 'see'> {
  const group = context.packages.get(name)?.group;
  if (context.pageOf === undefined || group === undefined) return {};
  return { see: context.pageOf({ group, version, kind: type }) };
}
