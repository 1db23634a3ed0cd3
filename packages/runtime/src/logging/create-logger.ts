import type { Writable } from 'node:stream';
import type { LogFields, Logger } from './logger.js';
import { panicStack } from '../errors/is-panic.js';
import { textWithCauses } from './error-text.js';
import { functionWriter, streamWriter } from './line-writer.js';
import { printable } from './printable.js';
import { quote } from './quote.js';

/** Options of {@link createLogger}. */
export interface LoggerOptions {
  /**
   * The highest level of `verbose` lines to write, or a function that returns it, to change it at
   * run time (see `createVerbosity`). Defaults to 0.
   */
  readonly verbosity?: number | (() => number);
  /**
   * The destination. Defaults to standard error. A blocked stream does not block the program: about
   * 1 MiB of lines is buffered, and further lines are dropped.
   */
  readonly stream?: Writable;
  /** Receives each finished line, including its newline, instead of a stream. */
  readonly write?: (line: string) => void;
  /** `text` is for humans, `json` for programs. Defaults to `text`. */
  readonly format?: 'text' | 'json';
  /** Returns the time of a line. Defaults to the wall clock. */
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
 * Creates a logger that writes one line per entry. No content can break out of its line: control
 * characters, terminal escapes and Unicode line breaks are escaped. If the field `error` is a
 * programming error, such as a `TypeError`, the line has its stack in the field `stack`.
 *
 * Logging never throws and never waits. Lines that could not be written are counted, and the next
 * successful line is preceded by their number.
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
  const highest = typeof verbosity === 'number' ? () => verbosity : verbosity;
  const print = format === 'json' ? printJson : printText;
  let lost = 0;

  const writeEntry = (entry: Entry, onLost: () => void): void => write(print(entry), onLost);
  const reportLost = (): void => {
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
        reportLost();
        const all: LogFields = { ...own, ...fields };
        // The message of a programming error names no place.
        const stack = all['stack'] ?? panicStack(all['error']);
        writeEntry({ time: now(), severity, message, fields: { ...all, stack } }, () => lost++);
      } catch {
        lost++;
      }
    };
    return {
      error: (message, fields) => log('error', message, fields),
      warn: (message, fields) => log('warn', message, fields),
      info: (message, fields) => log('info', message, fields),
      verbose(level, message, fields) {
        if (level <= highest()) log('info', message, fields);
      },
      with: (fields) => withFields({ ...own, ...fields }),
    };
  };
  return withFields({});
}

const SEVERITY_LETTERS: Readonly<Record<Severity, string>> = { error: 'E', warn: 'W', info: 'I' };

/** The format of klog: `I0102 15:04:05.123 "the message" key="value" count=3`. Times are UTC. */
function printText({ time, severity, message, fields }: Entry): string {
  const [date = '', clock = ''] = time.toISOString().slice(0, -1).split('T');
  let line = `${SEVERITY_LETTERS[severity]}${date.slice(5, 7)}${date.slice(8)} ${clock} ${quote(message)}`;
  for (const [key, value] of Object.entries(fields)) {
    if (value !== undefined) line += ` ${bareKey(key)}=${printValue(value)}`;
  }
  return `${line}\n`;
}

/** Field names come from code, but fields may also be spread from a map with foreign keys. */
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

/** Errors have no enumerable fields, so a line contains their message and causes. */
function plain(value: unknown): unknown {
  return value instanceof Error ? textWithCauses(value) : value;
}

/** A line must never fail: a value that JSON cannot represent is described by its type. */
function toJson(value: unknown): string {
  try {
    return stringify(value) ?? JSON.stringify(String(value));
  } catch (error) {
    return JSON.stringify(`unprintable value: ${String(error)}`);
  }
}

/** Undefined for a function or a symbol. The type of `JSON.stringify` omits this case. */
function stringify(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'bigint' ? String(part) : plain(part),
  );
}
