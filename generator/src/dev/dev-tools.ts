import type { JsonObject } from '@vmgen/base/json';
import type { TextFile } from './dev-files.js';
import type { CrdChange } from './dev-state.js';

/** The outcome of a run of the compiler. */
export interface Generated {
  /** Whether the output is up to date. */
  readonly isDone: boolean;
  /** The number of files that were written or removed. */
  readonly written: number;
  readonly diagnostics: readonly string[];
}

/** The parts of vmgen that a session uses. */
export interface DevTools {
  /** Generates, and again after each change, until the signal aborts. */
  readonly generate: (report: (result: Generated) => void, signal: AbortSignal) => Promise<void>;
  /**
   * Compares CRDs with those of files.
   *
   * @param installed a list of CRDs as JSON
   * @throws an Error with the reasons if they cannot be compared
   */
  readonly diff: (installed: string, files: readonly TextFile[]) => readonly CrdChange[];
  /** Reads the objects of a manifest. */
  readonly parse: (file: TextFile) => {
    readonly objects: readonly JsonObject[];
    readonly problems: readonly string[];
  };
}
