import { goQuote } from '../text/index.js';

/**
 * Returns Go's message (encoding/json) for the first syntax error of a text, as the API server
 * quotes it (`invalid character '}' after object key`). Undefined for valid JSON.
 */
export function goJsonProblem(text: string): string | undefined {
  const scan = new Scan(text);
  try {
    scan.run();
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}

class Problem extends Error {}

/** The states of Go's scanner. Not recursive, because texts may be deeply nested. */
class Scan {
  readonly #text: string;
  /** The open brackets. */
  readonly #open: ('{' | '[')[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  run(): void {
    this.#value();
    while (this.#open.length > 0) this.#next();
    this.#skipSpace();
    if (this.#at < this.#text.length) throw this.#invalid('after top-level value');
  }

  /** Continues after a value inside a list or an object. */
  #next(): void {
    const isObject = this.#open.at(-1) === '{';
    const char = this.#peek();
    if (char === ',') {
      this.#at++;
      if (isObject) this.#key();
      return this.#value();
    }
    if (char !== (isObject ? '}' : ']')) {
      throw this.#invalid(isObject ? 'after object key:value pair' : 'after array element');
    }
    this.#at++;
    this.#open.pop();
  }

  /** Scans a scalar, or the start of a list or an object up to its first scalar. */
  #value(): void {
    for (;;) {
      const char = this.#peek();
      if (char !== '{' && char !== '[') return this.#scalar(char);
      this.#at++;
      const isEmpty = this.#peek() === (char === '{' ? '}' : ']');
      if (isEmpty) {
        this.#at++;
        return;
      }
      this.#open.push(char);
      if (char === '{') this.#key();
    }
  }

  #key(): void {
    if (this.#peek() !== '"') throw this.#invalid('looking for beginning of object key string');
    this.#string();
    if (this.#peek() !== ':') throw this.#invalid('after object key');
    this.#at++;
  }

  #scalar(char: string): void {
    if (char === '"') return this.#string();
    if (char === 't') return this.#literal('true');
    if (char === 'f') return this.#literal('false');
    if (char === 'n') return this.#literal('null');
    if (char === '-' || isDigit(char)) return this.#number();
    throw this.#invalid('looking for beginning of value');
  }

  #literal(word: string): void {
    for (const expected of word) {
      if (this.#current() !== expected) {
        throw this.#invalid(`in literal ${word} (expecting ${quoted(expected)})`);
      }
      this.#at++;
    }
  }

  #string(): void {
    this.#at++;
    for (let char = this.#inText(); char !== '"'; char = this.#inText()) {
      if (char < ' ') throw this.#invalid('in string literal');
      this.#at++;
      if (char === '\\') this.#escape();
    }
    this.#at++;
  }

  #escape(): void {
    const char = this.#current();
    if (!'bfnrt\\/"u'.includes(char)) throw this.#invalid('in string escape code');
    this.#at++;
    if (char !== 'u') return;
    for (let digits = 0; digits < 4; digits++, this.#at++) {
      if (!/[\da-fA-F]/.test(this.#current())) {
        throw this.#invalid('in \\u hexadecimal character escape');
      }
    }
  }

  #number(): void {
    if (this.#text[this.#at] === '-') this.#at++;
    if (this.#current() === '0') this.#at++;
    else this.#digits('in numeric literal');
    if (this.#text[this.#at] === '.') {
      this.#at++;
      this.#digits('after decimal point in numeric literal');
    }
    if (!/[eE]/.test(this.#text[this.#at] ?? '')) return;
    this.#at++;
    if (/[-+]/.test(this.#current())) this.#at++;
    this.#digits('in exponent of numeric literal');
  }

  /** Scans at least one digit. */
  #digits(context: string): void {
    if (!isDigit(this.#current())) throw this.#invalid(context);
    while (isDigit(this.#text[this.#at] ?? '')) this.#at++;
  }

  #skipSpace(): void {
    while (/[ \t\r\n]/.test(this.#text[this.#at] ?? '')) this.#at++;
  }

  /** The next character after white space. */
  #peek(): string {
    this.#skipSpace();
    return this.#inText();
  }

  #inText(): string {
    const char = this.#text[this.#at];
    if (char === undefined) throw new Problem('unexpected end of JSON input');
    return char;
  }

  /**
   * The current character. At the end of the text Go uses a space, which is invalid in literals,
   * numbers and escapes.
   */
  #current(): string {
    return this.#text[this.#at] ?? ' ';
  }

  #invalid(context: string): Problem {
    // Go scans bytes, and prints the first byte of a longer character as a character.
    const [byte = 0] = Buffer.from(String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 0x20));
    return new Problem(`invalid character ${quoted(String.fromCharCode(byte))} ${context}`);
  }
}

const isDigit = (char: string): boolean => char >= '0' && char <= '9' && char.length === 1;

/** Formats a character as Go's `%q` does. */
function quoted(char: string): string {
  if (char === "'") return "'\\''";
  return char === '"' ? `'"'` : `'${goQuote(char).slice(1, -1)}'`;
}
