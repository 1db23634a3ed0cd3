import { settled } from '../async/settled.js';
import { silentLogger } from './logger.js';
import type { LogFields, Logger } from './logger.js';

/**
 * A logger that never throws and never leaves a rejection behind: what `logger` cannot write is
 * lost. For loops that must go on whatever happens; a log line is not worth an informer.
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

/** The types say that writing gives nothing back; an async method fits them all the same. */
function attempt(write: () => unknown): void {
  try {
    const result = write();
    if (result !== undefined) void settled(result, ignore);
  } catch {
    // There is nobody left to tell.
  }
}

function ignore(): void {}
