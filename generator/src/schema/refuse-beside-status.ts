import type { FindingList } from '../findings/finding-list.js';
import type { Schema } from './schema.js';

/** What the API server takes at the root beside type, properties and required. */
const ALLOWED: readonly string[] = [
  'description',
  'title',
  'format',
  'example',
  'externalDocs',
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-validations',
];

/**
 * Refuses what may not be said of a whole kind with a status subresource: the server judges the
 * status by its part of the schema alone.
 */
export function refuseBesideStatus(
  { keywords, origins, position }: Schema,
  findings: FindingList,
): void {
  for (const keyword of Object.keys(keywords)) {
    if (ALLOWED.includes(keyword)) continue;
    findings.error(
      'VMGEN2010',
      origins[keyword] ?? position,
      `${keyword} may not be said of a whole kind with a status subresource`,
      'put the marker on the type of the spec, or say it in a rule',
    );
  }
}
