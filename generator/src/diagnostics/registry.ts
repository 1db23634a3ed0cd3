import type { DiagnosticDefinition, DiagnosticDefinitions } from './definitions/definition.js';
import { clientDiagnostics } from './definitions/clients.js';
import { crdDiagnostics } from './definitions/crd.js';
import { emitterDiagnostics } from './definitions/emitters.js';
import { kindDiagnostics } from './definitions/kinds.js';
import { markerEffectDiagnostics } from './definitions/marker-effects.js';
import { markerDiagnostics } from './definitions/markers.js';
import { policyDiagnostics } from './definitions/policies.js';
import { roleDiagnostics } from './definitions/roles.js';
import { sourceDiagnostics } from './definitions/sources.js';
import { typeDiagnostics } from './definitions/types.js';
import { valueDiagnostics } from './definitions/values.js';

/** A chapter of the reference: a range of codes. */
interface DiagnosticTopic {
  readonly title: string;
  readonly diagnostics: DiagnosticDefinitions;
}

/** All diagnostics, by subject and code. */
export const DIAGNOSTIC_TOPICS = [
  { title: 'Files and names', diagnostics: sourceDiagnostics },
  { title: 'Kinds and versions', diagnostics: kindDiagnostics },
  { title: 'Markers', diagnostics: { ...markerDiagnostics, ...markerEffectDiagnostics } },
  { title: 'Types', diagnostics: typeDiagnostics },
  { title: 'Fields and values', diagnostics: valueDiagnostics },
  { title: 'Custom resource definitions', diagnostics: crdDiagnostics },
  { title: 'Clients', diagnostics: clientDiagnostics },
  { title: 'Roles and webhooks', diagnostics: roleDiagnostics },
  { title: 'Admission policies', diagnostics: policyDiagnostics },
  { title: 'Custom emitters', diagnostics: emitterDiagnostics },
] as const satisfies readonly DiagnosticTopic[];

/** All definitions by code. */
export const DIAGNOSTICS: ReadonlyMap<string, DiagnosticDefinition> = new Map(
  DIAGNOSTIC_TOPICS.flatMap(({ diagnostics }) => Object.entries<DiagnosticDefinition>(diagnostics)),
);

/** The code of a diagnostic that is given by code or name; undefined if it is unknown. */
export function codeOf(codeOrName: string): string | undefined {
  if (DIAGNOSTICS.has(codeOrName)) return codeOrName;
  return [...DIAGNOSTICS].find(([, { name }]) => name === codeOrName)?.[0];
}
