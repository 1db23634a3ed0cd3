import type { Int64 } from '../meta/types.js';

/** What every call takes. */
export interface CallOptions {
  /** Ends the call with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** What every writing call takes. */
export interface WriteOptions extends CallOptions {
  /** Runs every check and changes nothing. */
  readonly dryRun?: boolean;
  /** Who owns the fields that are set. Defaults to the program's user agent. */
  readonly fieldManager?: string;
  /** What the server does with unknown and duplicate fields; it warns by default. */
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict';
}

export interface CreateOptions extends WriteOptions {}
export interface UpdateOptions extends WriteOptions {}
export interface PatchOptions extends WriteOptions {}

export interface ApplyOptions extends CallOptions {
  readonly dryRun?: boolean;
  readonly fieldManager: string;
  /** Takes fields over from managers that conflict. */
  readonly force?: boolean;
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict';
}

export interface GetOptions extends CallOptions {
  readonly resourceVersion?: string;
}

export interface ListOptions extends CallOptions {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** The most items of one page. */
  readonly limit?: number;
  /** Where the next page starts: `metadata.continue` of the page before. */
  readonly continue?: string;
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: 'Exact' | 'NotOlderThan';
  readonly timeoutSeconds?: number;
  /**
   * Reads the answer's text in place of `JSON.parse`. Whoever keeps many objects can leave out here
   * what nobody asks for, before it costs memory.
   */
  readonly parse?: (text: string) => unknown;
}

export interface WatchOptions extends CallOptions {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: 'NotOlderThan';
  readonly allowWatchBookmarks?: boolean;
  readonly sendInitialEvents?: boolean;
  readonly timeoutSeconds?: number;
  /** Reads one event's text in place of `JSON.parse`; see {@link ListOptions.parse}. */
  readonly parse?: (text: string) => unknown;
}

export interface DeleteOptions extends CallOptions {
  readonly gracePeriodSeconds?: Int64;
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground';
  /** The delete is refused with a conflict unless the object still matches. */
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly dryRun?: boolean;
}
