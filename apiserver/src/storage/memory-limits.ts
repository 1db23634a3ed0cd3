import { getHeapStatistics } from 'node:v8';

const MIB = 1024 * 1024;

/** How much memory the parts of a server may take by default, in bytes. */
interface MemoryLimits {
  /** All stored objects together. */
  readonly storage: number;
  /** The changes that watches can reach back to. */
  readonly history: number;
  /** Copies of objects in versions other than the stored one. */
  readonly views: number;
  /** The JSON of stored objects, which is kept for reads. */
  readonly texts: number;
  /** What answers hold while they are sent. */
  readonly answers: number;
}

/**
 * The defaults: shares of the heap that V8 may use, so that a process with a small heap refuses
 * requests before it ends. Sizes are estimates of `heapBytes`. Objects with very many distinct
 * field names take four times as much with the sets of their managed fields: the shares leave that.
 *
 * @param heapLimit what V8 may use in this process, in bytes
 */
export function memoryLimits(heapLimit = getHeapStatistics().heap_size_limit): MemoryLimits {
  return {
    // etcd's own default is 2 GiB.
    storage: Math.min(2048 * MIB, heapLimit / 8),
    history: Math.min(128 * MIB, heapLimit / 32),
    views: Math.min(64 * MIB, heapLimit / 64),
    texts: Math.min(64 * MIB, heapLimit / 64),
    answers: Math.min(256 * MIB, heapLimit / 16),
  };
}
