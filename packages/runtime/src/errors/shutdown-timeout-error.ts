import { recognizeCopies, VmgenError } from './vmgen-error.js';

/**
 * Work did not end within its limit after its signal had aborted, and is still running. Only the
 * end of the process stops it.
 */
export class ShutdownTimeoutError extends VmgenError {
  /** `ShutdownTimeoutError`, for checks without the class. */
  override readonly name = 'ShutdownTimeoutError';

  static {
    recognizeCopies(this, 'ShutdownTimeoutError');
  }

  constructor(message: string, options?: ErrorOptions) {
    super('ERR_VMGEN_TIMEOUT', message, options);
  }
}
