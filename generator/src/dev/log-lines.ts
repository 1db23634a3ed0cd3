import { isJsonObject, parseJson, type JsonObject } from '@vmgen/base/json';

/** A line of the log of an operator. */
interface LogLine {
  /** As it is shown: time, severity and message with its fields for a JSON line, and otherwise the line itself. */
  readonly text: string;
  /** The port of the status page and the probes, if the line reports it. */
  readonly port: number | undefined;
}

/** Reads a line that the logger of the runtime, or the program itself, has written. */
export function readLogLine(line: string): LogLine {
  const entry = jsonLine(line);
  if (entry === undefined) return { text: line, port: undefined };
  const { ts, level, msg, ...fields } = entry;
  const time = typeof ts === 'string' ? (/T(\d\d:\d\d:\d\d)/.exec(ts)?.[1] ?? '') : '';
  const shown = Object.entries(fields).map(([key, value]) => `${key}=${textOf(value)}`);
  const port = fields['port'];
  const isServing = msg === 'serving probes and metrics' && isPort(port);
  return {
    text: [time, textOf(level), textOf(msg), ...shown].filter((part) => part !== '').join(' '),
    port: isServing ? port : undefined,
  };
}

function jsonLine(line: string): JsonObject | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const value = parseJson(line);
    return isJsonObject(value) && typeof value['msg'] === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Another number would be an exception of the request. */
const isPort = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 2 ** 16;

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
