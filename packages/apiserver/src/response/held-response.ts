import type { TransportResponse } from '@vmgen/runtime';
import type { MemoryBudget } from '../storage/memory-budget.js';

/** The memory that a response retains until it is sent. */
interface HeldMemory {
  /**
   * Reserves the memory until {@link release}.
   *
   * @param onExceeded called if the response retains more memory later and the budget is exceeded
   * @returns false if the budget is exceeded
   */
  reserve(memory: MemoryBudget, onExceeded: () => void): boolean;
  release(): void;
}

/** A response that retains more memory than a short text until it is sent. */
export interface HeldResponse extends TransportResponse {
  readonly held: HeldMemory;
}

/** Returns the memory that a response retains; undefined for a short text. */
export function heldMemoryOf(response: TransportResponse | HeldResponse): HeldMemory | undefined {
  return 'held' in response ? response.held : undefined;
}
