import type { Int64 } from '../meta/types.js';

/** Options of all calls. */
export interface CallOptions {
  /** Aborts the call, which rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Options of all writes. */
export interface WriteOptions extends CallOptions {
  /** Validates the request without changing anything. Defaults to false. */
  readonly dryRun?: boolean;
  /** The manager that owns the fields that are set. Defaults to the program's user agent. */
  readonly fieldManager?: string;
  /** How the server handles unknown and duplicate fields. Defaults to `Warn`. */
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict';
}

/** Options of `create`. */
export interface CreateOptions extends WriteOptions {}
/** Options of `update` and `updateStatus`. */
export interface UpdateOptions extends WriteOptions {}
/** Options of all patches except server-side apply. */
export interface PatchOptions extends WriteOptions {}

/** Options of `apply` and `applyStatus`. */
export interface ApplyOptions extends CallOptions {
  /** Validates the request without changing anything. Defaults to false. */
  readonly dryRun?: boolean;
  /** The manager that owns the applied fields. */
  readonly fieldManager: string;
  /** Takes ownership of fields from conflicting managers. Defaults to false. */
  readonly force?: boolean;
  /** How the server handles unknown and duplicate fields. Defaults to `Warn`. */
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict';
}

/** Options of `get` and `find`. */
export interface GetOptions extends CallOptions {
  /**
   * The minimum version of the result; `0` for any cached version. Defaults to the newest state.
   */
  readonly resourceVersion?: string;
}

/** Options of `list`. */
export interface ListOptions extends CallOptions {
  /** Selects objects by labels, such as `tier in (web, data),!old`. Defaults to all objects. */
  readonly labelSelector?: string;
  /** Selects objects by fields, such as `metadata.name=vm-1`. Defaults to all objects. */
  readonly fieldSelector?: string;
  /** The maximum number of items per page. Defaults to no limit. */
  readonly limit?: number;
  /** The token of the next page: `metadata.continue` of the previous page. */
  readonly continue?: string;
  /**
   * The requested version, compared according to `resourceVersionMatch`. Defaults to the newest
   * state.
   */
  readonly resourceVersion?: string;
  /** How the server interprets `resourceVersion`. Defaults to the server's choice. */
  readonly resourceVersionMatch?: 'Exact' | 'NotOlderThan';
  /** The server's time limit for the response, in seconds. Defaults to the server's own limit. */
  readonly timeoutSeconds?: number;
  /**
   * Omits `metadata.managedFields`, which is often half of an object. It is removed from the
   * response before parsing. Defaults to false.
   */
  readonly omitManagedFields?: boolean;
  /**
   * Parses the text of the response. A program that keeps many objects can omit unused fields here
   * to save memory. Defaults to `JSON.parse`.
   */
  readonly parse?: (text: string) => unknown;
}

/** Options of `watch`. */
export interface WatchOptions extends CallOptions {
  /** Selects objects by labels, such as `tier in (web, data),!old`. Defaults to all objects. */
  readonly labelSelector?: string;
  /** Selects objects by fields, such as `metadata.name=vm-1`. Defaults to all objects. */
  readonly fieldSelector?: string;
  /** Sends the changes after this version. Defaults to starting with the newest state. */
  readonly resourceVersion?: string;
  /** Required with `sendInitialEvents`; `NotOlderThan` is the only value. */
  readonly resourceVersionMatch?: 'NotOlderThan';
  /** Requests BOOKMARK events, which report the current version. Defaults to false. */
  readonly allowWatchBookmarks?: boolean;
  /**
   * Starts with the state as ADDED events, followed by an annotated BOOKMARK (streaming lists).
   * Defaults to false.
   */
  readonly sendInitialEvents?: boolean;
  /** The server's time limit for the response, in seconds. Defaults to the server's own limit. */
  readonly timeoutSeconds?: number;
  /** See {@link ListOptions.omitManagedFields}. */
  readonly omitManagedFields?: boolean;
  /** Parses the text of one event; see {@link ListOptions.parse}. */
  readonly parse?: (text: string) => unknown;
}

/** Options of `delete` and `deleteCollection`. */
export interface DeleteOptions extends CallOptions {
  /**
   * The time for a graceful termination, in seconds; 0 deletes immediately. Defaults to the default
   * of the kind.
   */
  readonly gracePeriodSeconds?: Int64;
  /** How the garbage collector handles dependents. Defaults to the default of the kind. */
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground';
  /** Rejects the deletion with a conflict unless the object matches. */
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  /** Validates the request without deleting anything. Defaults to false. */
  readonly dryRun?: boolean;
}
