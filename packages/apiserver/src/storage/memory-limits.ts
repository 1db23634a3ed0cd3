const MIB = 1024 * 1024;

/** The default memory limits of a server's parts, in bytes. */
interface MemoryLimits {
  /** All stored objects. */
  readonly storage: number;
  /** The changes that watches can resume from. */
  readonly history: number;
  /** Copies of objects in other versions than the stored one. */
  readonly views: number;
  /** The cached JSON of stored objects. */
  readonly texts: number;
  /** The content of responses while they are sent. */
  readonly answers: number;
}

/**
 * Returns the defaults: shares of the heap, so that a process with a small heap rejects
 * requests before it runs out of memory. Sizes are estimates of `heapBytes`. Objects with distinct
 * field names take up to 3.5 times as much, including their managed fields: the shares leave a
 * reserve for this.
 *
 * @param heapLimit the heap limit of the program, in bytes
 */
export function memoryLimits(heapLimit: number): MemoryLimits {
  return {
    // etcd's default is 2 GiB.
    storage: Math.min(2048 * MIB, heapLimit / 8),
    history: Math.min(128 * MIB, heapLimit / 32),
    views: Math.min(64 * MIB, heapLimit / 64),
    texts: Math.min(64 * MIB, heapLimit / 64),
    answers: Math.min(256 * MIB, heapLimit / 16),
  };
}
