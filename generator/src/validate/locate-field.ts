import type { SourcePosition } from '../findings/finding.js';
import {
  deprecatedVersionMarker,
  metadataMarker,
  printColumnMarker,
  resourceMarker,
  scaleMarker,
  selectableFieldMarker,
} from '../markers/definitions/resource.js';
import type { MarkerDefinition } from '../markers/definition.js';
import type { CustomResource, Resource } from '../model/model.js';
import { ruleOrigin } from '../schema/rule-origins.js';
import type { Schema } from '../schema/schema.js';

type Version = CustomResource['versions'][number];

/** The source of a field of a CRD, by the path that the API server gives it. */
export function locateField(field: string, resource: CustomResource): SourcePosition {
  const path = pathSegments(field);
  const index = path.indexOf('versions') + 1;
  const version = resource.versions[index > 0 ? Number(path[index]) : -1];
  const schemaAt = path.indexOf('openAPIV3Schema');
  if (schemaAt >= 0) {
    const { schema } = (version ?? mainVersion(resource)).resource;
    return locateSchema(path.slice(schemaAt + 1), schema);
  }
  if (version) return locateVersion(path.slice(index + 1), version);
  // Where all versions agree, the server's paths leave the version out.
  const [, part = '', row = '0'] = path;
  const definition = VERSION_MARKERS[part];
  if (definition) return markerOf(definition, resource.main, Number(row));
  if (path[1] === 'group') {
    const { origins, position } = mainVersion(resource).package;
    return origins.group ?? position;
  }
  if (path[1] === 'names') return sharedMarkerOf(resourceMarker, resource);
  if (path[0] === 'metadata' && path[1] !== 'name') return sharedMarkerOf(metadataMarker, resource);
  return resource.main.type.position;
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
  const uses = type.markers.filter((use) => use.definition === definition);
  return (uses[index] ?? uses[0])?.position ?? type.position;
}

/** The first marker, on whichever version it stands. */
function sharedMarkerOf(
  definition: MarkerDefinition,
  { main, versions }: CustomResource,
): SourcePosition {
  const all = [main, ...versions.map(({ resource }) => resource)];
  const marked = all.find(({ type }) => type.markers.some((use) => use.definition === definition));
  return markerOf(definition, marked ?? main);
}

/** Walks down as far as the path goes; the last part may be a keyword that a marker set. */
function locateSchema([part, ...rest]: string[], schema: Schema): SourcePosition {
  if (part === undefined) return schema.position;
  if (part === 'items' && schema.kind === 'array') return locateSchema(rest, schema.items);
  if (part === 'additionalProperties' && schema.kind === 'map') {
    return locateSchema(rest, schema.values);
  }
  if (part === 'properties' && schema.kind === 'object') {
    const property = schema.properties.find(({ name }) => name === rest[0]);
    return property ? locateSchema(rest.slice(1), property.schema) : schema.position;
  }
  const rule = part === 'x-kubernetes-validations' ? ruleOrigin(Number(rest[0])) : part;
  return schema.origins[rule] ?? schema.origins[part] ?? schema.position;
}
