import { recognizeCopies, VmgenError } from './vmgen-error.js';

/** The API server did not respond in time. It is unknown whether the request took effect. */
export class TransportTimeoutError extends VmgenError {
  /** `TransportTimeoutError`, for checks without the class. */
  override readonly name = 'TransportTimeoutError';

  static {
    recognizeCopies(this, 'TransportTimeoutError');
  }

  constructor(message: string, options?: ErrorOptions) {
    super('ERR_VMGEN_TIMEOUT', message, options);
  }
}
