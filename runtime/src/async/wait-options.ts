/** How long to wait for something. */
export interface WaitOptions {
  /** Ends the waiting: it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}
