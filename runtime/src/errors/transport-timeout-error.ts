import { recogniseCopies, VmgenError } from './vmgen-error.js';

/** An API server said nothing for too long. Whether the request took effect is not known. */
export class TransportTimeoutError extends VmgenError {
  override readonly name = 'TransportTimeoutError';

  static {
    recogniseCopies(this, 'TransportTimeoutError');
  }

  constructor(message: string, options?: ErrorOptions) {
    super('ERR_VMGEN_TIMEOUT', message, options);
  }
}
