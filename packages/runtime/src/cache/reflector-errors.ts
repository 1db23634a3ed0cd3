import { VmgenError } from '../errors/vmgen-error.js';

/** The list response is older than the requested minimum version. */
export class StaleListError extends VmgenError {
  override readonly name = 'StaleListError';

  constructor(got: string, wanted: string) {
    super(
      'ERR_VMGEN_ANSWER',
      `the list response has version ${got}, which is older than the requested ${wanted}`,
    );
  }
}

/** A streaming list ended before its state was complete. */
export class IncompleteListError extends VmgenError {
  override readonly name = 'IncompleteListError';

  constructor(durationMs: number) {
    super(
      'ERR_VMGEN_ANSWER',
      `the streaming list ended after ${durationMs} ms before it was complete`,
    );
  }
}

/**
 * The version of the server went back: this server lags behind another, or the store was rolled
 * back.
 */
export class VersionWentBackError extends VmgenError {
  override readonly name = 'VersionWentBackError';

  constructor(resourceVersion: string) {
    super(
      'ERR_VMGEN_ANSWER',
      `the resource version of the server went back before ${resourceVersion}; listing the newest state`,
    );
  }
}

/** Consecutive watches received nothing, although the server has a newer version. */
export class HeldWatchError extends VmgenError {
  override readonly name = 'HeldWatchError';

  constructor() {
    super(
      'ERR_VMGEN_CONNECTION',
      'consecutive watches received neither events nor bookmarks, although the server has a newer version; ' +
        'listing. A proxy may hold responses back until they end; disable its buffering',
    );
  }
}
