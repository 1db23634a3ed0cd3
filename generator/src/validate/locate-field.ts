import type { SourcePosition } from '../diagnostics/diagnostic.js';
import { resourceName } from '../markers/definitions/client.js';
import {
  conversionMarker,
  deprecatedVersionMarker,
  metadataMarker,
  printColumnMarker,
  resourceMarker,
  scaleMarker,
  selectableFieldMarker,
} from '../markers/definitions/resource.js';
import type { MarkerDefinition, UseOf } from '../markers/language/definition.js';
import { isUseOf, usesOf } from '../markers/language/uses-of.js';
import type { CustomResource, Resource } from '../model/model.js';
import { ruleOrigin } from '../schema/rule-origins.js';
import type { Schema } from '../schema/schema.js';

type Version = CustomResource['versions'][number];

/** Finds the source of a field of a CRD by its path in an API server error. */
export function locateField(field: string, resource: CustomResource): SourcePosition {
  const path = pathSegments(field);
  const version = resource.versions[versionOf(field) ?? -1];
  const inSchema = schemaSegments(field);
  if (inSchema) {
    const { schema } = (version ?? mainVersion(resource)).resource;
    return locateSchema(inSchema, schema);
  }
  if (version) return locateVersion(path.slice(path.indexOf('versions') + 2), version);
  // Where all versions agree, the server's paths leave the version out.
  const [, part = '', row = '0'] = path;
  const definition = VERSION_MARKERS[part];
  if (definition) return markerOf(definition, resource.main, Number(row));
  if (path[1] === 'group') {
    const { origins, position } = mainVersion(resource).package;
    return origins.group ?? position;
  }
  if (path[1] === 'conversion') return sharedMarkerOf(conversionMarker, resource);
  if (path[1] === 'names') return locateName(row, resource);
  if (path[0] === 'metadata' && path[1] !== 'name') return sharedMarkerOf(metadataMarker, resource);
  return resource.main.type.position;
}

/** The arguments of +kubebuilder:resource by their field in a CRD. */
const NAME_ARGUMENTS: Readonly<
  Partial<Record<string, keyof UseOf<typeof resourceMarker>['values']>>
> = {
  plural: 'path',
  singular: 'singular',
  shortNames: 'shortName',
  categories: 'categories',
};

function locateName(name: string, resource: CustomResource): SourcePosition {
  const argument = NAME_ARGUMENTS[name];
  const all = [resource.main, ...resource.versions.map((version) => version.resource)];
  const saying = all
    .flatMap(({ type }) => type.markers)
    .find((use) =>
      isUseOf(use, resourceName)
        ? argument === 'path'
        : argument && isUseOf(use, resourceMarker) && use.values[argument] !== undefined,
    );
  return saying?.position ?? sharedMarkerOf(resourceMarker, resource);
}

function mainVersion(resource: CustomResource): Version {
  const found = resource.versions.find((each) => each.resource === resource.main);
  if (!found) throw new Error('the main version is one of the versions');
  return found;
}

/** `spec.versions[0].schema.openAPIV3Schema.properties[a.b].items` in its parts. */
export function pathSegments(field: string): string[] {
  return [...field.matchAll(/\[([^\]]*)\]|[^.[\]]+/g)].map((match) => match[1] ?? match[0]);
}

/** The part of a path below a schema; undefined for a path to something else. */
export function schemaSegments(field: string): string[] | undefined {
  const path = pathSegments(field);
  const schemaAt = path.indexOf('openAPIV3Schema');
  return schemaAt < 0 ? undefined : path.slice(schemaAt + 1);
}

/** The version that a path names; undefined where it is about all of them. */
export function versionOf(field: string): number | undefined {
  const path = pathSegments(field);
  const index = path.indexOf('versions') + 1;
  return index > 0 && path[index] !== undefined ? Number(path[index]) : undefined;
}

const VERSION_MARKERS: Readonly<Record<string, MarkerDefinition>> = {
  additionalPrinterColumns: printColumnMarker,
  selectableFields: selectableFieldMarker,
  subresources: scaleMarker,
  deprecationWarning: deprecatedVersionMarker,
};

function locateVersion([part = '', index = '0']: string[], version: Version): SourcePosition {
  const { resource, package: pkg } = version;
  if (part === 'name') return pkg.origins.version ?? pkg.position;
  const definition = VERSION_MARKERS[part];
  return definition ? markerOf(definition, resource, Number(index)) : resource.type.position;
}

function markerOf(definition: MarkerDefinition, { type }: Resource, index = 0): SourcePosition {
  const uses = usesOf(type.markers, definition);
  return (uses[index] ?? uses[0])?.position ?? type.position;
}

/** The first marker among the versions. */
function sharedMarkerOf(
  definition: MarkerDefinition,
  { main, versions }: CustomResource,
): SourcePosition {
  const all = [main, ...versions.map(({ resource }) => resource)];
  const marked = all.find(({ type }) => type.markers.some((use) => use.definition === definition));
  return markerOf(definition, marked ?? main);
}

/** Finds the schema at a path, and the remaining path: a keyword and its content. */
export function walkSchema(
  path: readonly string[],
  schema: Schema,
): { readonly schema: Schema; readonly rest: readonly string[] } {
  const [part, ...rest] = path;
  if (part === 'items' && schema.kind === 'array') return walkSchema(rest, schema.items);
  if (part === 'additionalProperties' && schema.kind === 'map') {
    return walkSchema(rest, schema.values);
  }
  if (part === 'properties' && schema.kind === 'object') {
    const property = schema.properties.find(({ name }) => name === rest[0]);
    if (property) return walkSchema(rest.slice(1), property.schema);
  }
  return { schema, rest: path };
}

/** Follows the path as far as possible; the last part may be a keyword that a marker set. */
function locateSchema(path: readonly string[], root: Schema): SourcePosition {
  const {
    schema,
    rest: [part, ...rest],
  } = walkSchema(path, root);
  if (part === undefined) return schema.position;
  const rule = part === 'x-kubernetes-validations' ? ruleOrigin(Number(rest[0])) : part;
  return schema.origins[rule] ?? schema.origins[part] ?? schema.position;
}
