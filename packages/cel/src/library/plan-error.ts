/** Thrown for a well-typed expression that can never be evaluated. The message is cel-go's. */
export class PlanError extends Error {
  override readonly name = 'PlanError';
}
