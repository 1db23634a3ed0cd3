import { decodeUtf8 } from '@vmgen/base/bytes';
import type { DiagnosticCode } from '../../diagnostics/code.js';
import { closingQuote } from './closing-quote.js';
import { MarkerSyntaxError } from './marker-syntax-error.js';

/** Scans the tokens of the marker grammar: names, and quoted, raw and unquoted strings. */
export class MarkerScanner {
  protected readonly text: string;
  #offset: number;

  constructor(text: string, offset = 0) {
    this.text = text;
    this.#offset = offset;
  }

  get offset(): number {
    return this.#offset;
  }

  isAtEnd(): boolean {
    this.skipSpace();
    return this.#offset >= this.text.length;
  }

  /** Consumes `character` if it is next. */
  take(character: string): boolean {
    this.skipSpace();
    if (this.text[this.#offset] !== character) return false;
    this.#offset++;
    return true;
  }

  /** Whether a name followed by `separator` is next. */
  isName(separator: string): boolean {
    this.skipSpace();
    const next = /^[A-Za-z][\w-]*\s*(.)/.exec(this.text.slice(this.#offset))?.[1];
    return next === separator;
  }

  /** An argument's name, up to its `=`. */
  name(): string {
    this.skipSpace();
    const name = /^[A-Za-z][\w-]*/.exec(this.text.slice(this.#offset))?.[0];
    if (name === undefined) throw this.error('VMGEN3107', 'expected an argument name');
    this.#offset += name.length;
    return name;
  }

  /** A quoted, raw or unquoted string. */
  protected string(end: RegExp): string {
    const quote = this.peek();
    if (quote === '"') return this.#quoted();
    if (quote === '`') return this.#raw();
    const word = this.word(end);
    if (word === '') throw this.error('VMGEN3101', 'expected a value');
    return word;
  }

  #quoted(): string {
    const start = this.#offset;
    const end = closingQuote(this.text, start, '"');
    if (end < 0) throw this.error('VMGEN3107', 'the string has no closing quote');
    this.#offset = end + 1;
    const unescaped = unescapeGo(inOneLine(this.text.slice(start + 1, end)));
    if (unescaped === undefined)
      throw new MarkerSyntaxError('VMGEN3107', 'unknown escape in string', start);
    return unescaped;
  }

  #raw(): string {
    const start = this.#offset;
    const end = closingQuote(this.text, start, '`');
    if (end < 0) throw this.error('VMGEN3107', 'the raw string has no closing backtick');
    this.#offset = end + 1;
    return this.text.slice(start + 1, end);
  }

  /** Quotes inside an unquoted word protect the characters that would end it. */
  protected word(end: RegExp): string {
    const start = this.#offset;
    // If one quote is not closed, no later one is.
    let mayClose = true;
    while (this.#offset < this.text.length && !end.test(this.peek())) {
      const quote = this.peek();
      const isQuote = quote === '`' || (quote === '"' && mayClose);
      const close = isQuote ? this.#closing(quote) : -1;
      if (quote === '"' && close < 0) mayClose = false;
      this.#offset = close < 0 ? this.#offset + 1 : close + 1;
    }
    return this.text.slice(start, this.#offset).trim();
  }

  /**
   * The offset that closes the quote at the current position, on the same line, or for a raw string on any
   * line; -1 if it is not closed.
   */
  #closing(quote: '"' | '`'): number {
    const end = closingQuote(this.text, this.#offset, quote);
    return quote === '"' && this.text.slice(this.#offset, end).includes('\n') ? -1 : end;
  }

  protected rest(): string {
    const rest = this.text.slice(this.#offset).trim();
    this.#offset = this.text.length;
    return rest;
  }

  protected peek(): string {
    return this.text[this.#offset] ?? '';
  }

  protected skipSpace(): void {
    while (/\s/.test(this.peek())) this.#offset++;
  }

  protected error(code: DiagnosticCode, message: string): MarkerSyntaxError {
    return new MarkerSyntaxError(code, message, this.#offset);
  }
}

/** Line breaks and the surrounding spaces are replaced by one space. */
function inOneLine(text: string): string {
  const [first = '', ...rest] = text.split('\n');
  const last = rest.pop();
  if (last === undefined) return text;
  const between = rest.map((line) => line.trim()).filter((line) => line !== '');
  return [first.trimEnd(), ...between, last.trimStart()].join(' ');
}

const SIMPLE: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '"': '"',
};

/** `\x` and octal escapes denote bytes of UTF-8, so a sequence of them is decoded as a whole. */
const BYTES = /(?:\\x[0-9a-fA-F]{2}|\\[0-3][0-7]{2})+/;
const ESCAPE = new RegExp(
  `(${BYTES.source})|\\\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([\\s\\S]?))`,
  'g',
);

/** Decodes the escapes of a Go string literal; undefined for an invalid escape. */
function unescapeGo(text: string): string | undefined {
  const unknown: string[] = [];
  const unescaped = text.replace(
    ESCAPE,
    (whole: string, bytes?: string, short?: string, long?: string, simple?: string) => {
      if (bytes !== undefined) return decodeBytes(bytes);
      const digits = short ?? long;
      if (digits !== undefined) {
        const code = parseInt(digits, 16);
        if (code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)) {
          return String.fromCodePoint(code);
        }
      }
      const character = simple === undefined ? undefined : SIMPLE[simple];
      if (character === undefined) unknown.push(whole);
      return character ?? '';
    },
  );
  return unknown.length === 0 ? unescaped : undefined;
}

function decodeBytes(escapes: string): string {
  const bytes = [...escapes.matchAll(/\\(?:x(..)|(...))/g)].map(([, hex, octal = '']) => {
    return hex === undefined ? parseInt(octal, 8) : parseInt(hex, 16);
  });
  return decodeUtf8(Uint8Array.from(bytes));
}
