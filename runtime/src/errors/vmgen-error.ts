/** What kind of error it is, for programs; see {@link VmgenError}. */
export type VmgenErrorCode =
  /** The API server refused: an `ApiError`. */
  | 'ERR_VMGEN_API'
  /** The API server answered with something that its API does not have. */
  | 'ERR_VMGEN_ANSWER'
  /** A call was given what can never be right, such as a name with a slash: nothing was sent. */
  | 'ERR_VMGEN_ARGUMENT'
  /** What was called has been closed, or has ended. */
  | 'ERR_VMGEN_CLOSED'
  /** A kubeconfig, or what it names, cannot be read or makes no sense. */
  | 'ERR_VMGEN_CONFIG'
  /** An object has a controller already, and cannot have a second one. */
  | 'ERR_VMGEN_CONTROLLED'
  /** The API server could not be reached, or the connection broke. */
  | 'ERR_VMGEN_CONNECTION'
  /** A token or a certificate for the API server could not be had. */
  | 'ERR_VMGEN_CREDENTIALS'
  /** A `LeadershipLostError`. */
  | 'ERR_VMGEN_LEADERSHIP_LOST'
  /** The API server serves no such kind or resource. */
  | 'ERR_VMGEN_NO_MATCH'
  /** A `QuantityError`. */
  | 'ERR_VMGEN_QUANTITY'
  /** A `SelectorError`. */
  | 'ERR_VMGEN_SELECTOR'
  /** Called at a time when it cannot be, such as a setting of what runs already. */
  | 'ERR_VMGEN_STATE'
  /** A `TerminalError`. */
  | 'ERR_VMGEN_TERMINAL'
  /** Something took longer than it may, such as a request: a `TransportTimeoutError`. */
  | 'ERR_VMGEN_TIMEOUT';

/**
 * What this package throws for reasons of its own. `instanceof` holds between two copies of the package
 * in one program as well, for this class and for those that extend it.
 *
 * @example
 * try {
 *   await loadKubeConfig();
 * } catch (error) {
 *   if (!(error instanceof VmgenError) || error.code !== 'ERR_VMGEN_CONFIG') throw error;
 *   console.error(`check the kubeconfig: ${error.message}`);
 * }
 */
export class VmgenError extends Error {
  override readonly name: string = 'VmgenError';
  readonly code: VmgenErrorCode;

  static {
    recogniseCopies(this, 'VmgenError');
  }

  constructor(code: VmgenErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * Makes `instanceof` of an error class ask for a mark that all copies of this package share, since
 * prototypes are not. Classes of users that extend it are asked as any other class is.
 */
export function recogniseCopies(errorClass: { readonly prototype: Error }, name: string): void {
  const mark = Symbol.for(`@vmgen/runtime ${name}`);
  Object.defineProperty(errorClass.prototype, mark, { value: true });
  Object.defineProperty(errorClass, Symbol.hasInstance, {
    value(this: unknown, value: unknown): boolean {
      if (this === errorClass) return typeof value === 'object' && value !== null && mark in value;
      return Function.prototype[Symbol.hasInstance].call(this, value);
    },
  });
}
