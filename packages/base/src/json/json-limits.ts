import type { JsonValue } from './json-value.js';

/**
 * The maximum nesting of objects and arrays, because all later steps are recursive. The smallest stack is that of a worker in a
 * browser.
 */
export const MAX_JSON_DEPTH = 400;

/** Thrown for a body that is not valid JSON or YAML, or that is nested too deeply. */
export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError';
  /** The message of the API server's YAML parser for the same text, if known. */
  readonly upstream: string | undefined;

  constructor(message: string, options: ErrorOptions & { readonly upstream?: string } = {}) {
    super(message, options);
    this.upstream = options.upstream;
  }
}

export function depthError(): JsonSyntaxError {
  return new JsonSyntaxError(`body is nested more than ${MAX_JSON_DEPTH} levels deep`);
}

/** Whether a value is nested more deeply than a body may be. Works at any depth. */
export function isTooDeep(value: JsonValue, levels = MAX_JSON_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((item) => isTooDeep(item, levels - 1));
  for (const key in value) {
    const entry = value[key];
    if (entry !== undefined && isTooDeep(entry, levels - 1)) return true;
  }
  return false;
}

/**
 * Rejects a text whose brackets are nested too deeply. Ignores brackets inside strings. Skips texts
 * that are too short to contain that many brackets, so that this costs nothing for most objects.
 */
export function assertDepth(text: string): void {
  if (text.length < 2 * MAX_JSON_DEPTH) return;
  if (measureBrackets(text).depth > MAX_JSON_DEPTH) throw depthError();
}

/**
 * Whether a JSON text has more objects, lists and fields than allowed. It is not parsed. False for a
 * text that is nested too deeply, which the parser rejects.
 */
export function hasMoreParts(text: string, allowed: number): boolean {
  const { parts, depth } = measureBrackets(text);
  return parts > allowed && depth <= MAX_JSON_DEPTH;
}

/** Returns the number of parts of a JSON text, and the depth of its brackets outside strings. */
function measureBrackets(text: string): { readonly parts: number; readonly depth: number } {
  let parts = 0;
  let current = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x3a) parts++;
    else if (code === 0x7b || code === 0x5b) {
      parts++;
      current++;
      if (current > depth) depth = current;
    } else if (code === 0x7d || code === 0x5d) current--;
  }
  return { parts, depth };
}

/** The index of the quote that closes the string opened at `start`. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === 0x5c) backslashes++;
  return backslashes % 2 === 1;
}
