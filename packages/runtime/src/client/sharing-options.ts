/** Options of lists and watches for callers that never modify the objects. */
export interface SharingOptions {
  /**
   * Parses equal field sets of managed fields once for all objects (see `FieldSets`). Without effect if
   * managed fields are omitted or the caller has its own parser.
   */
  readonly sharesFieldSets?: boolean;
}
