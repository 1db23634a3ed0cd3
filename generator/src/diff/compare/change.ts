import type { ChangeCode } from '../definitions/registry.js';

/** The path of field names and list indices to a part of a CRD: `spec`, `versions`, 0... */
export type DocumentPath = readonly (string | number)[];

/** A difference between two sets of CRDs. */
export interface Change {
  readonly code: ChangeCode;
  /** The name of the CRD. */
  readonly crd: string;
  /** Undefined where it is about the whole kind. */
  readonly version?: string | undefined;
  /**
   * The path of the field, such as `spec.disks[*].size`; undefined for a change that does not concern a
   * field.
   */
  readonly field?: string | undefined;
  /** The change as a phrase in lower case. */
  readonly message: string;
  /** Whether a list above has items without identity: the server then treats the whole list as changed. */
  readonly isUncorrelated?: boolean | undefined;
  /** In which of the two the place is. */
  readonly side: 'old' | 'new';
  /** The path in the CRD, or the nearest one that exists. */
  readonly at: DocumentPath;
}
