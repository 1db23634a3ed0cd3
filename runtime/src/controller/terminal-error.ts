import { recognizeCopies, VmgenError } from '../errors/vmgen-error.js';

/**
 * A failure that trying again cannot mend, such as a spec that can never be satisfied. The key is
 * forgotten until its object changes.
 *
 * @example
 * throw new TerminalError('spec.image names no image that a registry could have');
 */
export class TerminalError extends VmgenError {
  override readonly name = 'TerminalError';

  static {
    recognizeCopies(this, 'TerminalError');
  }

  constructor(message: string, options?: ErrorOptions) {
    super('ERR_VMGEN_TERMINAL', message, options);
  }
}
