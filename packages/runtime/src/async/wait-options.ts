/** Options of functions that wait. */
export interface WaitOptions {
  /** Cancels the wait: the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}
