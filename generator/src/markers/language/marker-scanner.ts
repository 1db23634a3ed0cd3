import type { DiagnosticCode } from '../../diagnostics/code.js';
import { closingQuote } from './closing-quote.js';
import { unescapeGo } from './go-escapes.js';
import { MarkerSyntaxError } from './marker-syntax-error.js';

/** Reads the words of the marker grammar one after the other: names, quoted, raw and bare strings. */
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

  /** Takes `character` if it comes next. */
  take(character: string): boolean {
    this.skipSpace();
    if (this.text[this.#offset] !== character) return false;
    this.#offset++;
    return true;
  }

  /** Whether a name and then `separator` come next. */
  isName(separator: string): boolean {
    this.skipSpace();
    const next = /^[A-Za-z][\w-]*\s*(.)/.exec(this.text.slice(this.#offset))?.[1];
    return next === separator;
  }

  /** An argument's name, up to its `=`. */
  name(): string {
    this.skipSpace();
    const name = /^[A-Za-z][\w-]*/.exec(this.text.slice(this.#offset))?.[0];
    if (name === undefined) throw this.error('VMGEN3107', 'expected the name of an argument');
    this.#offset += name.length;
    return name;
  }

  /** A quoted, raw or bare string. */
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

  /** Quotes inside a bare word keep what ends words from ending it. */
  protected word(end: RegExp): string {
    const start = this.#offset;
    // Where one quote is not closed, none after it is.
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

  /** Where the quote that stands here is closed in its line, a raw one in any line; -1 where it is not. */
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

/** Line breaks and what surrounds them become a space. */
function inOneLine(text: string): string {
  const [first = '', ...rest] = text.split('\n');
  const last = rest.pop();
  if (last === undefined) return text;
  const between = rest.map((line) => line.trim()).filter((line) => line !== '');
  return [first.trimEnd(), ...between, last.trimStart()].join(' ');
}
