import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { Keywords, Schema } from './schema.js';

/** The keywords that the API server allows at the root besides type, properties and required. */
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
 * Reports keywords that are not allowed at the root of a kind with a status subresource: the server validates
 * the status only with its own schema.
 */
export function withoutBesideStatus(schema: Schema, diagnostics: DiagnosticList): Schema {
  const { keywords, origins, position } = schema;
  const refused = Object.keys(keywords).filter((keyword) => !ALLOWED.includes(keyword));
  for (const keyword of refused) {
    diagnostics.error(
      'VMGEN2010',
      origins[keyword] ?? position,
      `${keyword} is not allowed on a kind with a status subresource`,
      'put the marker on the type of the spec, or use a rule',
    );
  }
  const kept: Keywords = Object.fromEntries(
    Object.entries(keywords).filter(([keyword]) => !refused.includes(keyword)),
  );
  return refused.length === 0 ? schema : { ...schema, keywords: kept };
}
