import type { TransportResponse } from '@vmgen/runtime';

/** An answer that keeps objects alive until it is sent. */
export interface HeldResponse extends TransportResponse {
  /** About how much memory they take, in bytes. */
  readonly heldBytes: number;
}

/** How much memory an answer holds, as far as it says. */
export function heldBytesOf(response: TransportResponse | HeldResponse): number {
  return 'heldBytes' in response ? response.heldBytes : 0;
}
