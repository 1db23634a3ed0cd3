import type { JsonObject } from '@vmgen/base/json';

/** One state of one object. Never changed after it was stored, except for {@link text}. */
export interface Revision {
  /** `NAMESPACE/NAME`, or `NAME` for cluster-scoped kinds. */
  readonly key: string;
  readonly version: number;
  /** In the storage version; its metadata carries {@link version}. */
  readonly object: JsonObject;
  /** About how much memory the object takes, in bytes. */
  readonly bytes: number;
  /** The schema that defaulted and pruned the object when it was written. */
  readonly preparedBy: object | undefined;
  /** The JSON of {@link object} while the store keeps it. Read it by `ObjectStore.textOf`. */
  text: string | undefined;
}
