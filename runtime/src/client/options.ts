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

/** What `create` takes. */
export interface CreateOptions extends WriteOptions {}
/** What `update` and `updateStatus` take. */
export interface UpdateOptions extends WriteOptions {}
/** What all patches but server-side apply take. */
export interface PatchOptions extends WriteOptions {}

/** What `apply` and `applyStatus` take. */
export interface ApplyOptions extends CallOptions {
  /** Runs every check and changes nothing. */
  readonly dryRun?: boolean;
  /** Who owns the fields that are applied. */
  readonly fieldManager: string;
  /** Takes fields over from managers that conflict. */
  readonly force?: boolean;
  /** What the server does with unknown and duplicate fields; it warns by default. */
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict';
}

/** What `get` and `find` take. */
export interface GetOptions extends CallOptions {
  /** Not older than this version; `0` for what the server has at hand. The newest state by default. */
  readonly resourceVersion?: string;
}

/** Which objects a list gives, of which moment, and how many at a time. */
export interface ListOptions extends CallOptions {
  /** Such as `tier in (web, data),!old`. */
  readonly labelSelector?: string;
  /** Such as `metadata.name=vm-1`. */
  readonly fieldSelector?: string;
  /** The most items of one page. */
  readonly limit?: number;
  /** Where the next page starts: `metadata.continue` of the page before. */
  readonly continue?: string;
  /** The moment asked for; `resourceVersionMatch` says how exactly. The newest state by default. */
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: 'Exact' | 'NotOlderThan';
  /** When the server ends its answer at the latest. */
  readonly timeoutSeconds?: number;
  /**
   * Leaves out who owns which field: `metadata.managedFields` is undefined. It is often half of an
   * object, and is cut out before anything is made of it. False by default.
   */
  readonly omitManagedFields?: boolean;
  /**
   * Reads the answer's text in place of `JSON.parse`. Whoever keeps many objects can leave out here
   * what nobody asks for, before it costs memory.
   */
  readonly parse?: (text: string) => unknown;
}

/** Which objects a watch tells of, from where on, and for how long. */
export interface WatchOptions extends CallOptions {
  /** Such as `tier in (web, data),!old`. */
  readonly labelSelector?: string;
  /** Such as `metadata.name=vm-1`. */
  readonly fieldSelector?: string;
  /** Tells the changes since this version. */
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: 'NotOlderThan';
  /** Asks for BOOKMARK events, which say how far the watch has come. */
  readonly allowWatchBookmarks?: boolean;
  /** Begins with the state as ADDED events, up to an annotated BOOKMARK (streaming lists). */
  readonly sendInitialEvents?: boolean;
  /** When the server ends its answer at the latest. */
  readonly timeoutSeconds?: number;
  /** See {@link ListOptions.omitManagedFields}. */
  readonly omitManagedFields?: boolean;
  /** Reads one event's text in place of `JSON.parse`; see {@link ListOptions.parse}. */
  readonly parse?: (text: string) => unknown;
}

/** How an object goes, and under which conditions. */
export interface DeleteOptions extends CallOptions {
  /** How long the object may take to end by itself; 0 for at once. */
  readonly gracePeriodSeconds?: Int64;
  /** What becomes of the objects that this one owns, and when. */
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground';
  /** The delete is refused with a conflict unless the object still matches. */
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  /** Runs every check and deletes nothing. */
  readonly dryRun?: boolean;
}
