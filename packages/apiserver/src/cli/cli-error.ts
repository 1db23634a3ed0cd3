/** An error that is printed without a stack trace. The command then exits with code 1. */
export class CliError extends Error {
  override readonly name = 'CliError';
}
