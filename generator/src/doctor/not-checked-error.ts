/** A check cannot run; the message is the reason. */
export class NotCheckedError extends Error {
  override readonly name = 'NotCheckedError';
}
