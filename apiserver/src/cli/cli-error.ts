/** What the user is told, without a stack; the program ends with 1. */
export class CliError extends Error {
  override readonly name = 'CliError';
}
