import { recogniseCopies, VmgenError } from './vmgen-error.js';

/**
 * Work did not end within its limit after its signal had aborted, and still runs: only the end of the
 * process ends it.
 */
export class ShutdownTimeoutError extends VmgenError {
  override readonly name = 'ShutdownTimeoutError';

  static {
    recogniseCopies(this, 'ShutdownTimeoutError');
  }

  constructor(message: string, options?: ErrorOptions) {
    super('ERR_VMGEN_TIMEOUT', message, options);
  }
}
