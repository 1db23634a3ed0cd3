import { getHeapStatistics } from 'node:v8';

/** V8's heap limit of this process, in bytes. */
export const heapLimit = (): number => getHeapStatistics().heap_size_limit;
