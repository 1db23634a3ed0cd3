/** An expression that is well typed but can never run; the message is cel-go's. */
export class PlanError extends Error {
  override readonly name = 'PlanError';
}
