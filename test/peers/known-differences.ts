/** A test that fails on the embedded server, and why. */
export interface KnownDifference {
  readonly suite: string;
  /** The test, or the start of its name up to a `/`. */
  readonly test: string;
  readonly reason: string;
}

/** Every listed test must fail: remove an entry when its test passes. */
export const KNOWN_DIFFERENCES: readonly KnownDifference[] = [];
