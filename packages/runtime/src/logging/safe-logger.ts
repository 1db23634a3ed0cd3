import { settled } from '../async/settled.js';
import { silentLogger } from './logger.js';
import type { LogFields, Logger } from './logger.js';

/**
 * Returns a logger that never throws and never leaves a rejection unhandled. Lines that `logger`
 * cannot write are lost. For loops that must continue in any case.
 */
export function safeLogger(logger: Logger): Logger {
  if (logger === silentLogger || logger instanceof SafeLogger) return logger;
  return new SafeLogger(logger);
}

class SafeLogger implements Logger {
  #logger: Logger;
  /** The fields that {@link #logger} does not have yet. */
  #fields: LogFields | undefined;

  constructor(logger: Logger, fields?: LogFields) {
    this.#logger = logger;
    this.#fields = fields;
  }

  error(message: string, fields?: LogFields): void {
    attempt(() => this.#own().error(message, fields));
  }

  warn(message: string, fields?: LogFields): void {
    attempt(() => this.#own().warn(message, fields));
  }

  info(message: string, fields?: LogFields): void {
    attempt(() => this.#own().info(message, fields));
  }

  verbose(level: number, message: string, fields?: LogFields): void {
    attempt(() => this.#own().verbose(level, message, fields));
  }

  /** The fields are added with the first line, because most loggers of reconciles write none. */
  with(fields: LogFields): Logger {
    return new SafeLogger(this.#own(), fields);
  }

  #own(): Logger {
    const fields = this.#fields;
    if (fields === undefined) return this.#logger;
    this.#fields = undefined;
    try {
      this.#logger = this.#logger.with(fields);
    } catch {
      // Its lines lack the fields.
    }
    return this.#logger;
  }
}

/** The types require that writing returns nothing, but they also accept an async method. */
function attempt(write: () => unknown): void {
  try {
    const result = write();
    if (result !== undefined) void settled(result, ignore);
  } catch {
    // There is no other destination for this error.
  }
}

function ignore(): void {}
