import type { Writable } from 'node:stream';
import type { LogFields, Logger } from './logger.js';
import { errorText } from './error-text.js';
import { functionWriter, streamWriter } from './line-writer.js';
import { printable } from './printable.js';
import { quote } from './quote.js';

/** What a logger shows, how, and where. */
export interface LoggerOptions {
  /** The highest level of `verbose` lines that are shown. Defaults to 0. */
  readonly verbosity?: number;
  /**
   * Where lines go. Defaults to the process's standard error. A stream that is blocked holds nothing up:
   * some thousand lines wait for it, and what comes then is lost.
   */
  readonly stream?: Writable;
  /** Takes each finished line, newline included, in the place of a stream. */
  readonly write?: (line: string) => void;
  /** `text` (the default) for people, `json` for programs. */
  readonly format?: 'text' | 'json';
  /** The time of a line. Defaults to the wall clock. */
  readonly now?: () => Date;
}

type Severity = 'error' | 'warn' | 'info';

interface Entry {
  readonly time: Date;
  readonly severity: Severity;
  readonly message: string;
  readonly fields: LogFields;
}

/**
 * A logger that writes one line per entry. Whatever an entry holds, it stays on its line: control
 * characters, terminal escapes and Unicode line breaks are written as escapes.
 *
 * Logging never fails and never waits. A line that could not be written is counted, and the first line
 * after it tells how many there were.
 *
 * @example
 * const log = createLogger({ verbosity: 2, format: 'json' }).with({ component: 'vm-controller' });
 * log.info('started', { workers: 2 });
 */
export function createLogger(options: LoggerOptions = {}): Logger {
  const { verbosity = 0, format = 'text', now = () => new Date() } = options;
  const write =
    options.write === undefined
      ? streamWriter(options.stream ?? process.stderr)
      : functionWriter(options.write);
  const print = format === 'json' ? printJson : printText;
  let lost = 0;

  const writeEntry = (entry: Entry, onLost: () => void): void => write(print(entry), onLost);
  const tellLost = (): void => {
    const lines = lost;
    if (lines === 0) return;
    const message = 'log lines were lost';
    const entry: Entry = { time: now(), severity: 'warn', message, fields: { lines } };
    lost = 0;
    writeEntry(entry, () => {
      lost += lines;
    });
  };

  const withFields = (own: LogFields): Logger => {
    const log = (severity: Severity, message: string, fields?: LogFields): void => {
      try {
        tellLost();
        writeEntry({ time: now(), severity, message, fields: { ...own, ...fields } }, () => lost++);
      } catch {
        lost++;
      }
    };
    return {
      error: (message, fields) => log('error', message, fields),
      warn: (message, fields) => log('warn', message, fields),
      info: (message, fields) => log('info', message, fields),
      verbose(level, message, fields) {
        if (level <= verbosity) log('info', message, fields);
      },
      with: (fields) => withFields({ ...own, ...fields }),
    };
  };
  return withFields({});
}

const SEVERITY_LETTERS: Readonly<Record<Severity, string>> = { error: 'E', warn: 'W', info: 'I' };

/** As klog: `I0102 15:04:05.123 "the message" key="value" count=3`. Times are UTC. */
function printText({ time, severity, message, fields }: Entry): string {
  const [date = '', clock = ''] = time.toISOString().slice(0, -1).split('T');
  let line = `${SEVERITY_LETTERS[severity]}${date.slice(5, 7)}${date.slice(8)} ${clock} ${quote(message)}`;
  for (const [key, value] of Object.entries(fields)) {
    if (value !== undefined) line += ` ${bareKey(key)}=${printValue(value)}`;
  }
  return `${line}\n`;
}

/** Field names come from code, but a map with foreign keys may be spread into fields. */
function bareKey(key: string): string {
  return /^[\w.\-/]+$/.test(key) ? key : quote(key);
}

function printValue(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) {
    return String(value);
  }
  return typeof value === 'string' ? quote(value) : printable(toJson(plain(value)));
}

function printJson({ time, severity, message, fields }: Entry): string {
  const entry: Record<string, unknown> = { ts: time.toISOString(), level: severity, msg: message };
  for (const [key, value] of Object.entries(fields)) {
    entry[Object.hasOwn(entry, key) ? `field.${key}` : key] = plain(value);
  }
  return `${printable(toJson(entry))}\n`;
}

/** Errors have no enumerable fields: their message and causes are what a line is to tell. */
function plain(value: unknown): unknown {
  return value instanceof Error ? describeError(value) : value;
}

function describeError(error: Error): string {
  const own = errorText(error);
  if (!(error.cause instanceof Error)) return own;
  const cause = describeError(error.cause);
  // Many messages tell their cause already.
  return own.includes(cause) ? own : `${own}: ${cause}`;
}

/** A line must never fail: what JSON cannot hold is told by its kind. */
function toJson(value: unknown): string {
  try {
    return stringify(value) ?? JSON.stringify(String(value));
  } catch (error) {
    return JSON.stringify(`unprintable value: ${String(error)}`);
  }
}

/** Undefined for a function or a symbol, which `JSON.stringify` keeps from its type. */
function stringify(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'bigint' ? String(part) : plain(part),
  );
}
