import { VmgenError } from '../errors/vmgen-error.js';

/** The server answered a list from an older state than it was asked for at least. */
export class StaleListError extends VmgenError {
  override readonly name = 'StaleListError';

  constructor(got: string, wanted: string) {
    super(
      'ERR_VMGEN_ANSWER',
      `the server listed version ${got} although not older than ${wanted} was asked for`,
    );
  }
}

/** A watch that was to begin with the state ended before that was whole. */
export class HalfListError extends VmgenError {
  override readonly name = 'HalfListError';

  constructor(durationMs: number) {
    super('ERR_VMGEN_ANSWER', `the server's streaming list stopped after ${durationMs} ms`);
  }
}

/** The server is at an older version than it was: it is behind another, or its store was rolled back. */
export class VersionWentBackError extends VmgenError {
  override readonly name = 'VersionWentBackError';

  constructor(resourceVersion: string) {
    super(
      'ERR_VMGEN_ANSWER',
      `the server's version went back behind ${resourceVersion}; listing its newest state`,
    );
  }
}
