import type { FindingCode } from './code.js';
import type { FindingDefinition } from './definition.js';
import { clientFindings } from './definitions/clients.js';
import { crdFindings } from './definitions/crd.js';
import { kindFindings } from './definitions/kinds.js';
import { markerFindings } from './definitions/markers.js';
import { roleFindings } from './definitions/roles.js';
import { sourceFindings } from './definitions/sources.js';
import { typeFindings } from './definitions/types.js';
import { valueFindings } from './definitions/values.js';

/** Every kind of finding, by the number of its code. */
export const FINDINGS: Readonly<Record<FindingCode, FindingDefinition>> = {
  ...sourceFindings,
  ...kindFindings,
  ...markerFindings,
  ...typeFindings,
  ...valueFindings,
  ...crdFindings,
  ...clientFindings,
  ...roleFindings,
};
