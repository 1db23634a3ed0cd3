import { recognizeCopies, VmgenError } from '../errors/vmgen-error.js';

/**
 * A failure that retrying cannot fix, such as an invalid spec. The key is not retried until its
 * object changes.
 *
 * @example
 * throw new TerminalError('spec.image is not a valid image reference');
 */
export class TerminalError extends VmgenError {
  /** `TerminalError`, for checks without the class. */
  override readonly name = 'TerminalError';

  static {
    recognizeCopies(this, 'TerminalError');
  }

  constructor(message: string, options?: ErrorOptions) {
    super('ERR_VMGEN_TERMINAL', message, options);
  }
}
