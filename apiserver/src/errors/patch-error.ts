/** A cause inside a Status' details. */
export interface StatusCause {
  readonly reason: string;
  readonly message: string;
  readonly field?: string;
}

/**
 * Why a patch was refused, in the words and with the HTTP code of kube-apiserver. The caller
 * turns it into a Status (`code`, `reason`, `message`, `details.causes`).
 */
export class PatchError extends Error {
  readonly code: number;
  /** The reason of the Status: `BadRequest`, `Invalid`, `Conflict`, `InternalError`, ... */
  readonly reason: string;
  readonly causes: readonly StatusCause[];

  constructor(code: number, reason: string, message: string, causes: readonly StatusCause[] = []) {
    super(message);
    this.name = 'PatchError';
    this.code = code;
    this.reason = reason;
    this.causes = causes;
  }
}
