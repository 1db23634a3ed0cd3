/** The Status object of an error response. */
export interface ServerStatus {
  readonly code?: number;
  readonly reason?: string;
  readonly message?: string;
  readonly details?: {
    readonly kind?: string;
    readonly name?: string;
    readonly causes?: readonly { readonly field?: string; readonly message?: string }[];
  };
}

/** A problem of a command or its input. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** An error response of the server. */
export class ServerError extends Error {
  override readonly name = 'ServerError';
  readonly status: ServerStatus;

  constructor(status: ServerStatus) {
    super(status.message ?? '');
    this.status = status;
  }

  get isNotFound(): boolean {
    return this.status.reason === 'NotFound';
  }
}

/** The errors of several objects. */
class SeveralErrors extends Error {
  override readonly name = 'SeveralErrors';
  readonly errors: readonly Error[];

  constructor(errors: readonly Error[]) {
    super(errors.map(({ message }) => message).join('\n'));
    this.errors = errors;
  }
}

/** Throws the collected errors, if there are any. */
export function throwAll(errors: readonly Error[]): void {
  const [first] = errors;
  if (first === undefined) return;
  throw errors.length === 1 ? first : new SeveralErrors(errors);
}

export const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error));

/** Adds what was done, and the file of the object, to the message of an error. */
export function withSource(error: unknown, verb: string, source: string): Error {
  const message = `error when ${verb} ${JSON.stringify(source)}: ${asError(error).message}`;
  return error instanceof ServerError
    ? new ServerError({ ...error.status, message })
    : new CommandError(message);
}

/** Returns the text of an error as kubectl prints it, with a line feed. */
export function errorText(error: unknown): string {
  if (error instanceof SeveralErrors)
    return error.errors.map((each) => `${lineOf(each)}\n`).join('');
  if (error instanceof ServerError && error.status.reason === 'Invalid')
    return invalidText(error.status);
  const line = lineOf(error);
  const isPrefixed = error instanceof ServerError || line.startsWith('error: ');
  return `${isPrefixed ? line : `error: ${line}`}\n`;
}

function lineOf(error: unknown): string {
  if (!(error instanceof ServerError)) return asError(error).message;
  const { reason = '', message = '' } = error.status;
  if (reason === 'Unauthorized') return `error: You must be logged in to the server (${message})`;
  return reason === ''
    ? `Error from server: ${message}`
    : `Error from server (${reason}): ${message}`;
}

/** The causes of an invalid object, each once. */
function invalidText({ message = '', details }: ServerStatus): string {
  const { kind = '', name = '', causes = [] } = details ?? {};
  const isNamed = kind !== '' || name !== '';
  const head = isNamed
    ? `The ${kind} ${JSON.stringify(name)} is invalid`
    : causes.length === 0 && message !== ''
      ? `The request is invalid: ${message}`
      : 'The request is invalid';
  const lines = [...new Set(causes.map((cause) => `${cause.field ?? ''}: ${cause.message ?? ''}`))];
  if (lines.length === 0) return `${head}\n`;
  if (lines.length === 1) return `${head}: ${lines.join('')}\n`;
  return `${head}: \n${lines.map((line) => `* ${line}\n`).join('')}`;
}
