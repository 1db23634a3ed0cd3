import type { clientFindings } from './definitions/clients.js';
import type { crdFindings } from './definitions/crd.js';
import type { kindFindings } from './definitions/kinds.js';
import type { markerFindings } from './definitions/markers.js';
import type { roleFindings } from './definitions/roles.js';
import type { sourceFindings } from './definitions/sources.js';
import type { typeFindings } from './definitions/types.js';
import type { valueFindings } from './definitions/values.js';

/**
 * The code of a finding that somebody defined. The definitions are types here: what they say at length
 * is loaded by those who print it.
 */
export type FindingCode =
  | keyof typeof sourceFindings
  | keyof typeof kindFindings
  | keyof typeof markerFindings
  | keyof typeof typeFindings
  | keyof typeof valueFindings
  | keyof typeof crdFindings
  | keyof typeof clientFindings
  | keyof typeof roleFindings;
