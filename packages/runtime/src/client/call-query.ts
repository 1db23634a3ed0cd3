import type { DeleteOptions, ListOptions, WatchOptions } from './options.js';
import { encodeQuery } from './query.js';

/** The options that are sent as parameters of a write. */
export interface WriteQuery {
  readonly dryRun?: boolean;
  readonly fieldManager?: string;
  readonly fieldValidation?: string;
  readonly force?: boolean;
  readonly signal?: AbortSignal;
}

/** Returns the query of a write. */
export function writeQuery({ dryRun, fieldManager, fieldValidation, force }: WriteQuery): string {
  return encodeQuery({ dryRun: dryRun ? 'All' : undefined, fieldManager, fieldValidation, force });
}

/** Returns the query of a list or of `deleteCollection`. */
export function listQuery(options: ListOptions): string {
  const { labelSelector, fieldSelector, limit, resourceVersion, resourceVersionMatch } = options;
  return encodeQuery({
    labelSelector: labelSelector || undefined,
    fieldSelector: fieldSelector || undefined,
    limit: limit || undefined,
    continue: options.continue || undefined,
    resourceVersion: resourceVersion || undefined,
    resourceVersionMatch,
    timeoutSeconds: options.timeoutSeconds,
  });
}

export function watchQuery(options: WatchOptions): string {
  return encodeQuery({
    watch: true,
    labelSelector: options.labelSelector || undefined,
    fieldSelector: options.fieldSelector || undefined,
    resourceVersion: options.resourceVersion || undefined,
    resourceVersionMatch: options.resourceVersionMatch,
    allowWatchBookmarks: options.allowWatchBookmarks,
    sendInitialEvents: options.sendInitialEvents,
    timeoutSeconds: options.timeoutSeconds,
  });
}

/** Returns the body of a delete request. */
export function deleteOptionsBody(options: DeleteOptions): object {
  const { gracePeriodSeconds, propagationPolicy, preconditions, dryRun } = options;
  return {
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    gracePeriodSeconds,
    propagationPolicy,
    preconditions,
    ...(dryRun === true && { dryRun: ['All'] }),
  };
}
