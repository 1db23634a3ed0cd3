/** Says how long a key that failed waits before its next try. */
export interface RateLimiter {
  /** Counts one more failure of the key; the wait in milliseconds. */
  when(key: string): number;
  /** The key succeeded, or is given up: its failures no longer count. */
  forget(key: string): void;
  /** How many failures of the key count. */
  retries(key: string): number;
}
