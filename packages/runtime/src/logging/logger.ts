/** Values that a log line contains in addition to its message. */
export type LogFields = Readonly<Record<string, unknown>>;

/**
 * The destination of the runtime's log lines. Verbosity follows client-go's convention: level 0
 * (`info`) is for operators, 2 for state changes, 4 for debugging.
 */
export interface Logger {
  /** An operation failed, and the error is reported nowhere else. */
  error(message: string, fields?: LogFields): void;
  /** A problem that does not stop the work. */
  warn(message: string, fields?: LogFields): void;
  /** Information for operators. */
  info(message: string, fields?: LogFields): void;
  /** Written only if the logger's verbosity is at least `level`. */
  verbose(level: number, message: string, fields?: LogFields): void;
  /** Returns a logger that adds `fields` to each line. */
  with(fields: LogFields): Logger;
}

/** A logger that writes nothing: the default of library code. */
export const silentLogger: Logger = {
  error() {},
  warn() {},
  info() {},
  verbose() {},
  with: () => silentLogger,
};
