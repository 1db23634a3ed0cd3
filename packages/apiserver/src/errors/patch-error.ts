/** A cause in the details of a Status. */
export interface StatusCause {
  readonly reason: string;
  readonly message: string;
  readonly field?: string;
}

/**
 * A rejected patch, with the message and HTTP code of kube-apiserver. The caller converts it to a
 * Status (`code`, `reason`, `message`, `details.causes`).
 */
export class PatchError extends Error {
  readonly code: number;
  /** The reason of the Status: `BadRequest`, `Invalid`, `Conflict`, `InternalError`, ... */
  readonly reason: string;
  readonly causes: readonly StatusCause[];

  constructor(
    code: number,
    reason: string,
    message: string,
    causes: readonly StatusCause[] = [],
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'PatchError';
    this.code = code;
    this.reason = reason;
    this.causes = causes;
  }
}
