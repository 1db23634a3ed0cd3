import type { JSONSchemaProps } from '@vmgen/crd';
import type { CustomResource } from '../model/model.js';
import { partsOf, type Schema } from '../schema/schema.js';
import { schemaSegments, versionOf, walkSchema } from './locate-field.js';

/**
 * The replacements for rejected schemas in validation. Errors that occur with all of them have another cause:
 * the first accepts all values and is invalid in rules, the second is dynamic in rules, the third is valid
 * for keys and selectable fields.
 */
export const PLACEHOLDERS: readonly JSONSchemaProps[] = [
  { 'x-kubernetes-preserve-unknown-fields': true },
  { 'x-kubernetes-int-or-string': true },
  { type: 'string' },
];

/** Whether a part of a kind's schema, or a keyword of it, was refused. */
export function hasInvalid({ versions }: CustomResource): boolean {
  return versions.some(({ resource }) => someSchema(resource.schema, isRefused));
}

/** Whether a path of the CRD leads to a rejected schema, or depends on unknown fields. */
export function isOfInvalid(field: string, { versions }: CustomResource): boolean {
  const path = schemaSegments(field);
  const { resource } = versions[versionOf(field) ?? 0] ?? {};
  if (!path || !resource) return false;
  const { schema, rest } = walkSchema(path, resource.schema);
  if (schema.kind === 'invalid') return true;
  const [keyword = ''] = rest;
  if (schema.unknown?.includes(keyword)) return true;
  return OF_FIELDS.includes(keyword) && someSchema(schema, isPartial);
}

/** Keywords by which the API server reckons how much a rule may have to look at. */
const BOUNDS: readonly string[] = ['maxItems', 'maxLength', 'maxBytes', 'maxProperties', 'enum'];

/** Whether the cost of a rule depends on an unknown bound. */
export function isOfUnknownBound(field: string, { versions }: CustomResource): boolean {
  const path = schemaSegments(field);
  const { resource } = versions[versionOf(field) ?? 0] ?? {};
  if (!path || !resource) return false;
  const lacksBound = ({ unknown = [] }: Schema): boolean =>
    unknown.some((keyword) => BOUNDS.includes(keyword));
  const around = path.map((_, index) => walkSchema(path.slice(0, index), resource.schema).schema);
  return (
    around.some(lacksBound) || someSchema(walkSchema(path, resource.schema).schema, lacksBound)
  );
}

/** Keywords whose values contain names of fields. */
const OF_FIELDS: readonly string[] = ['default', 'x-kubernetes-validations'];

const isPartial = (schema: Schema): boolean =>
  schema.kind === 'object' && schema.isPartial === true;

const isRefused = (schema: Schema): boolean =>
  schema.kind === 'invalid' || isPartial(schema) || schema.unknown !== undefined;

function someSchema(schema: Schema, matches: (schema: Schema) => boolean): boolean {
  return matches(schema) || partsOf(schema).some((part) => someSchema(part.schema, matches));
}
