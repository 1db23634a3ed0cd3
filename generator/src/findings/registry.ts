import type { FindingDefinition, FindingDefinitions } from './definitions/definition.js';
import { clientFindings } from './definitions/clients.js';
import { crdFindings } from './definitions/crd.js';
import { emitterFindings } from './definitions/emitters.js';
import { kindFindings } from './definitions/kinds.js';
import { markerFindings } from './definitions/markers.js';
import { roleFindings } from './definitions/roles.js';
import { sourceFindings } from './definitions/sources.js';
import { typeFindings } from './definitions/types.js';
import { valueFindings } from './definitions/values.js';

/** A chapter of the reference: a range of codes. */
interface FindingTopic {
  readonly title: string;
  readonly findings: FindingDefinitions;
}

/** Every kind of finding, by subject and the number of its code. */
export const FINDING_TOPICS = [
  { title: 'Files and names', findings: sourceFindings },
  { title: 'Kinds and versions', findings: kindFindings },
  { title: 'Markers', findings: markerFindings },
  { title: 'Types', findings: typeFindings },
  { title: 'Fields and values', findings: valueFindings },
  { title: 'Custom resource definitions', findings: crdFindings },
  { title: 'Clients', findings: clientFindings },
  { title: 'Roles and webhooks', findings: roleFindings },
  { title: 'Emitters of yours', findings: emitterFindings },
] as const satisfies readonly FindingTopic[];

/** All of them by code. */
export const FINDINGS: ReadonlyMap<string, FindingDefinition> = new Map(
  FINDING_TOPICS.flatMap(({ findings }) => Object.entries<FindingDefinition>(findings)),
);
