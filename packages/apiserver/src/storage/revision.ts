import type { JsonObject } from '@vmgen/base/json';

/** A state of an object. Immutable after it was stored, except for {@link text}. */
export interface Revision {
  /** `NAMESPACE/NAME`, or `NAME` for cluster-scoped kinds. */
  readonly key: string;
  readonly version: number;
  /** The object in the storage version. Its metadata contains {@link version}. */
  readonly object: JsonObject;
  /** The approximate size of the object in memory, in bytes. */
  readonly bytes: number;
  /** The schema that defaulted and pruned the object for its write. */
  readonly preparedBy: object | undefined;
  /** The JSON of {@link object} while the store caches it. Use `ObjectStore.textOf` to read it. */
  text: string | undefined;
}
