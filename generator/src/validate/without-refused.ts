import type { FieldError, ValidationRule } from '@vmgen/crd';
import type { CustomResource } from '../model/model.js';
import { invalidSchema, type Keywords, type Schema } from '../schema/schema.js';
import { schemaSegments, versionOf } from './locate-field.js';

/**
 * Removes the rejected parts of a kind's schemas, so that the API server can validate the rest; returns the
 * same kind if nothing can be removed.
 */
export function withoutRefused(
  resource: CustomResource,
  refusals: readonly FieldError[],
): CustomResource {
  const versions = resource.versions.map((version, index) => {
    const { schema } = version.resource;
    const changed = refusals.reduce((rest: Schema, { field }) => {
      const path = schemaSegments(field);
      const isAbout = (versionOf(field) ?? index) === index;
      return path && isAbout && path.length > 0 ? without(path, rest) : rest;
    }, schema);
    return changed === schema
      ? version
      : { ...version, resource: { ...version.resource, schema: changed } };
  });
  const isSame = versions.every((version, index) => version === resource.versions[index]);
  return isSame ? resource : { ...resource, versions };
}

function without(path: readonly string[], schema: Schema): Schema {
  const [part = '', ...rest] = path;
  if (part === 'items' && schema.kind === 'array') {
    return { ...schema, items: without(rest, schema.items) };
  }
  if (part === 'additionalProperties' && schema.kind === 'map') {
    return { ...schema, values: without(rest, schema.values) };
  }
  if (part === 'properties' && schema.kind === 'object') {
    const [name, ...inner] = rest;
    const properties = schema.properties.map((property) => {
      const changed = property.name === name ? without(inner, property.schema) : property.schema;
      return changed === property.schema ? property : { ...property, schema: changed };
    });
    return { ...schema, properties };
  }
  if (part === RULES) return withoutRule(Number(rest[0]), schema);
  return withoutKeyword(part, schema) ?? invalidSchema(schema.position);
}

const RULES = 'x-kubernetes-validations';

/** The other rules keep their indices. */
function withoutRule(index: number, schema: Schema): Schema {
  const rules = schema.keywords[RULES]?.map((rule, i): ValidationRule =>
    i === index ? { rule: 'true' } : rule,
  );
  return rules ? { ...schema, keywords: { ...schema.keywords, [RULES]: rules } } : schema;
}

/** Keywords that are only valid together. */
const TOGETHER: readonly string[] = ['x-kubernetes-list-type', 'x-kubernetes-list-map-keys'];

function withoutKeyword(name: string, schema: Schema): Schema | undefined {
  const { keywords } = schema;
  if (!Object.hasOwn(keywords, name)) return undefined;
  const dropped = TOGETHER.includes(name) ? TOGETHER : [name];
  const kept: Keywords = Object.fromEntries(
    Object.entries(keywords).filter(([keyword]) => !dropped.includes(keyword)),
  );
  return { ...schema, keywords: kept, unknown: [...(schema.unknown ?? []), ...dropped] };
}
