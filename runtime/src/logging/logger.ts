/** Values that a log line carries beside its message. */
export type LogFields = Readonly<Record<string, unknown>>;

/**
 * Where the runtime tells what it does. Verbosity follows client-go's habit: `info` lines of level
 * 0 are for operators, 2 for changes of state, 4 for debugging.
 */
export interface Logger {
  /** Something failed, and nobody else will tell. */
  error(message: string, fields?: LogFields): void;
  /** Something is not as it should be, and the work goes on. */
  warn(message: string, fields?: LogFields): void;
  /** What operators want to see. */
  info(message: string, fields?: LogFields): void;
  /** Shown only when the logger's verbosity is at least `level`. */
  verbose(level: number, message: string, fields?: LogFields): void;
  /** A logger whose lines all carry `fields`. */
  with(fields: LogFields): Logger;
}

/** A logger that says nothing: the default of library code. */
export const silentLogger: Logger = {
  error() {},
  warn() {},
  info() {},
  verbose() {},
  with: () => silentLogger,
};
