/** vmgen was used wrongly: by its command line or its config. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
