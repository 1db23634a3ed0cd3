import type { JSONSchemaProps } from '@vmgen/crd';
import type { CustomResource } from '../model/model.js';
import { partsOf, type Schema } from '../schema/schema.js';
import { schemaSegments, versionOf, walkSchema } from './locate-field.js';

/**
 * What the API server is shown in the place of schemas that were refused. What it refuses with each of
 * them has another cause: the first takes all values and cannot be named in rules, the second may mean
 * anything in rules, the third is the type of keys and of selectable fields.
 */
export const STAND_INS: readonly JSONSchemaProps[] = [
  { 'x-kubernetes-preserve-unknown-fields': true },
  { 'x-kubernetes-int-or-string': true },
  { type: 'string' },
];

/** Whether a part of a kind's schema was refused. */
export function hasInvalid({ versions }: CustomResource): boolean {
  return versions.some(({ resource }) => someSchema(resource.schema, isRefused));
}

/** Whether a path of the CRD leads to what was refused itself, or hangs on fields that are not known. */
export function isOfInvalid(field: string, { versions }: CustomResource): boolean {
  const path = schemaSegments(field);
  const { resource } = versions[versionOf(field) ?? 0] ?? {};
  if (!path || !resource) return false;
  const { schema, rest } = walkSchema(path, resource.schema);
  if (schema.kind === 'invalid') return true;
  const [keyword = ''] = rest;
  return OF_FIELDS.includes(keyword) && someSchema(schema, isPartial);
}

/** Keywords whose values speak of the fields of an object. */
const OF_FIELDS: readonly string[] = ['default', 'x-kubernetes-validations'];

const isPartial = (schema: Schema): boolean =>
  schema.kind === 'object' && schema.isPartial === true;

const isRefused = (schema: Schema): boolean => schema.kind === 'invalid' || isPartial(schema);

function someSchema(schema: Schema, matches: (schema: Schema) => boolean): boolean {
  return matches(schema) || partsOf(schema).some((part) => someSchema(part.schema, matches));
}
