import type { TransportResponse } from '@vmgen/runtime';
import type { MemoryBudget } from '../storage/memory-budget.js';

/** Memory that an answer takes until it is sent. */
interface HeldMemory {
  /**
   * Reserves the memory until {@link release}.
   *
   * @param onExceeded called where the answer takes more later, and others hold too much by then
   * @returns false where others hold too much
   */
  reserve(memory: MemoryBudget, onExceeded: () => void): boolean;
  release(): void;
}

/** An answer that takes more memory than a short text until it is sent. */
export interface HeldResponse extends TransportResponse {
  readonly held: HeldMemory;
}

/** The memory that an answer takes; undefined for one that is a short text. */
export function heldMemoryOf(response: TransportResponse | HeldResponse): HeldMemory | undefined {
  return 'held' in response ? response.held : undefined;
}
