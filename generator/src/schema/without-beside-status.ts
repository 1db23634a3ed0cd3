import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { Keywords, Schema } from './schema.js';

/** What the API server takes at the root beside type, properties and required. */
const ALLOWED: readonly string[] = [
  'description',
  'title',
  'format',
  'example',
  'externalDocs',
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-validations',
  'required',
];

/**
 * Refuses what may not be said of a whole kind with a status subresource: the server judges the
 * status by its part of the schema alone.
 */
export function withoutBesideStatus(schema: Schema, diagnostics: DiagnosticList): Schema {
  const { keywords, origins, position } = schema;
  const refused = Object.keys(keywords).filter((keyword) => !ALLOWED.includes(keyword));
  for (const keyword of refused) {
    diagnostics.error(
      'VMGEN2010',
      origins[keyword] ?? position,
      `${keyword} may not be said of a whole kind with a status subresource`,
      'put the marker on the type of the spec, or say it in a rule',
    );
  }
  const kept: Keywords = Object.fromEntries(
    Object.entries(keywords).filter(([keyword]) => !refused.includes(keyword)),
  );
  return refused.length === 0 ? schema : { ...schema, keywords: kept };
}
