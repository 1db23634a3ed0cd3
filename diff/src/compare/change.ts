import type { ChangeCode } from '../definitions/registry.js';

/** Names of fields and indices of lists that lead to a part of a CRD: `spec`, `versions`, 0... */
export type DocumentPath = readonly (string | number)[];

/** Something that differs between two sets of CRDs. */
export interface Change {
  readonly code: ChangeCode;
  /** The name of the CRD. */
  readonly crd: string;
  /** Undefined where it is about the whole kind. */
  readonly version?: string | undefined;
  /** The field, as people write it: `spec.disks[*].size`; undefined for what is no field. */
  readonly field?: string | undefined;
  /** What changed, in lower case. */
  readonly message: string;
  /** Whether items of a list above cannot be told apart: then its whole value counts as changed. */
  readonly isUncorrelated?: boolean | undefined;
  /** In which of the two the place is. */
  readonly side: 'old' | 'new';
  /** The place in the CRD, or the nearest that is there. */
  readonly at: DocumentPath;
}
