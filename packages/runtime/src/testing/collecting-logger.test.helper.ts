import type { LogFields, Logger } from '../logging/logger.js';

/** A line that a test logged, with the fields of its logger. */
export interface LogLine {
  readonly level: 'error' | 'warn' | 'info' | 'verbose';
  readonly message: string;
  readonly fields: LogFields;
}

/** A logger that collects its lines in `lines`. */
export function collectingLogger(lines: LogLine[], base: LogFields = {}): Logger {
  const at =
    (level: LogLine['level']) =>
    (message: string, fields: LogFields = {}): void =>
      void lines.push({ level, message, fields: { ...base, ...fields } });
  return {
    error: at('error'),
    warn: at('warn'),
    info: at('info'),
    verbose: (_level, message, fields) => at('verbose')(message, fields),
    with: (fields) => collectingLogger(lines, { ...base, ...fields }),
  };
}
