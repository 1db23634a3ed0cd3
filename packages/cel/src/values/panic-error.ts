/** Thrown if cel-go would panic. The message is Go's. */
export class PanicError extends Error {
  override readonly name = 'PanicError';
}
