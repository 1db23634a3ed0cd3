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
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  error(message: string, fields?: LogFields): void {
    attempt(() => this.#logger.error(message, fields));
  }

  warn(message: string, fields?: LogFields): void {
    attempt(() => this.#logger.warn(message, fields));
  }

  info(message: string, fields?: LogFields): void {
    attempt(() => this.#logger.info(message, fields));
  }

  verbose(level: number, message: string, fields?: LogFields): void {
    attempt(() => this.#logger.verbose(level, message, fields));
  }

  with(fields: LogFields): Logger {
    try {
      return safeLogger(this.#logger.with(fields));
    } catch {
      return this;
    }
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
