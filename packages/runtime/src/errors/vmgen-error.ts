/** The category of an error, for programs; see {@link VmgenError}. */
export type VmgenErrorCode =
  /** The API server rejected the request: an `ApiError`. */
  | 'ERR_VMGEN_API'
  /** The API server's response violates the API. */
  | 'ERR_VMGEN_ANSWER'
  /** An argument can never be valid, such as a name with a slash. Nothing was sent. */
  | 'ERR_VMGEN_ARGUMENT'
  /** The object that was called is closed or has ended. */
  | 'ERR_VMGEN_CLOSED'
  /** A kubeconfig, or a file that it names, cannot be read or is invalid. */
  | 'ERR_VMGEN_CONFIG'
  /** The object already has a controller, and an object has at most one. */
  | 'ERR_VMGEN_CONTROLLED'
  /** The API server could not be reached, or the connection broke. */
  | 'ERR_VMGEN_CONNECTION'
  /** A token or certificate for the API server could not be obtained. */
  | 'ERR_VMGEN_CREDENTIALS'
  /** A `LeadershipLostError`. */
  | 'ERR_VMGEN_LEADERSHIP_LOST'
  /** The API server does not serve the kind or resource. */
  | 'ERR_VMGEN_NO_MATCH'
  /** A `QuantityError`. */
  | 'ERR_VMGEN_QUANTITY'
  /** A `SelectorError`. */
  | 'ERR_VMGEN_SELECTOR'
  /**
   * The call is not allowed in the current state, such as a setting that is changed while running.
   */
  | 'ERR_VMGEN_STATE'
  /** A `TerminalError`. */
  | 'ERR_VMGEN_TERMINAL'
  /** An operation exceeded its time limit, such as a request: a `TransportTimeoutError`. */
  | 'ERR_VMGEN_TIMEOUT';

/**
 * The base class of this package's errors. `instanceof` also recognizes errors from another copy of
 * this package in the same program, for this class and its subclasses.
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
  /** The name of the class, for logs. */
  override readonly name: string = 'VmgenError';
  /** The category of this error. */
  readonly code: VmgenErrorCode;

  static {
    recognizeCopies(this, 'VmgenError');
  }

  constructor(code: VmgenErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * Makes `instanceof` of an error class check a symbol that all copies of this package share,
 * because copies do not share prototypes. Subclasses by users keep the usual `instanceof`.
 */
export function recognizeCopies(errorClass: { readonly prototype: Error }, name: string): void {
  const mark = Symbol.for(`@vmgen/runtime ${name}`);
  Object.defineProperty(errorClass.prototype, mark, { value: true });
  Object.defineProperty(errorClass, Symbol.hasInstance, {
    value(this: unknown, value: unknown): boolean {
      if (this === errorClass) return typeof value === 'object' && value !== null && mark in value;
      return Function.prototype[Symbol.hasInstance].call(this, value);
    },
  });
}
