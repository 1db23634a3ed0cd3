import { VmgenError } from '@vmgen/runtime';

/** A call of a webhook that fails as a whole, so that the `failurePolicy` of the webhook applies. */
export class WebhookCallError extends VmgenError {
  /** The HTTP status code of the answer. */
  readonly status: number;

  constructor(status: number, message: string) {
    super('ERR_VMGEN_ANSWER', message);
    this.status = status;
  }
}
