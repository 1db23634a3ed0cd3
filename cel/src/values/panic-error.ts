/** An evaluation in which cel-go breaks down; the message is Go's. */
export class PanicError extends Error {
  override readonly name = 'PanicError';
}
