import { DEEPEST } from '../../syntax/deepest.js';
import type { ArgumentType, MarkerValue, Scalar } from './arguments.js';
import { MarkerScanner } from './marker-scanner.js';
import { MarkerSyntaxError } from './marker-syntax-error.js';
import { nearest } from '../../text/nearest.js';

/** Characters that end an unquoted word, besides the end of the text. */
const WORD_END = /[,;}\n]/;
const MAP_KEY_END = /[,;}:\n]/;
/** Characters that end an unquoted argument in parentheses. */
const PARAMETER_END = /[,:)\n]/;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * Parses values of the marker grammar (controller-tools pkg/markers/parse.go): quoted, raw and unquoted
 * strings, `a;b` and `{a,b}` lists, `{key: value}` maps.
 */
export class ValueParser extends MarkerScanner {
  /** The number of open braces. */
  #depth = 0;

  /** A value between parentheses, where a colon also ends an unquoted word. */
  parameter(type: ArgumentType): MarkerValue {
    this.skipSpace();
    const quote = this.peek();
    if (quote === '"' || quote === '`') return this.value(type);
    const start = this.offset;
    const word = this.word(PARAMETER_END);
    if (word === '') throw this.error('VMGEN3101', 'expected a value');
    const inner = new ValueParser(word);
    try {
      const value = inner.value(type);
      if (inner.isAtEnd()) return value;
    } catch (error) {
      if (!(error instanceof MarkerSyntaxError)) throw error;
      throw new MarkerSyntaxError(error.code, error.message, start + error.offset);
    }
    throw new MarkerSyntaxError('VMGEN3107', `${shown(word)} must be quoted`, start);
  }

  value(type: ArgumentType): MarkerValue {
    this.skipSpace();
    switch (type.type) {
      case 'string':
        return this.string(WORD_END);
      case 'integer':
      case 'number':
        return this.#number(type.type);
      case 'boolean':
        return this.#boolean();
      case 'scalar':
        return this.#scalar();
      case 'any':
        return this.#any(true);
      case 'list':
        return this.#list(type.of);
      case 'choice':
        return this.#choice(type.of, type.anyCase ?? false);
      case 'words':
        return this.#words(type.of);
      case 'raw':
        return this.rest();
    }
  }

  #number(type: 'integer' | 'number'): number | bigint {
    const start = this.offset;
    const word = this.word(WORD_END);
    const value = numberOf(word);
    if (value === undefined || (type === 'integer' && !Number.isInteger(Number(value)))) {
      const expected = type === 'integer' ? 'an integer' : 'a number';
      throw new MarkerSyntaxError('VMGEN3106', `expected ${expected}, not ${shown(word)}`, start);
    }
    return value;
  }

  #boolean(): boolean {
    const start = this.offset;
    const word = this.word(WORD_END);
    if (word === 'true' || word === 'false') return word === 'true';
    throw new MarkerSyntaxError('VMGEN3106', `expected true or false, not ${shown(word)}`, start);
  }

  #choice(words: readonly string[], anyCase: boolean): string {
    const start = this.offset;
    const word = this.string(WORD_END);
    const found = words.find(
      (each) => each === word || (anyCase && each.toLowerCase() === word.toLowerCase()),
    );
    if (found !== undefined) return found;
    throw new MarkerSyntaxError(
      'VMGEN3106',
      `expected one of ${words.join(', ')}, not ${shown(word)}`,
      start,
    );
  }

  #words(known: readonly string[]): MarkerValue[] {
    const words: string[] = [];
    do {
      this.skipSpace();
      const start = this.offset;
      const word = this.string(WORD_END);
      if (!known.includes(word)) {
        const suggestion = nearest(word, known);
        const hint =
          suggestion === undefined
            ? `; there are ${known.join(', ')}`
            : `; did you mean ${suggestion}?`;
        throw new MarkerSyntaxError(
          'VMGEN3106',
          `unknown word ${shown(word)}${hint}`,
          start,
          suggestion === undefined ? undefined : { old: word, text: suggestion },
        );
      }
      words.push(word);
    } while (this.take(','));
    return words;
  }

  #list(of: ArgumentType): MarkerValue[] {
    // Items of a semicolon list cannot be semicolon lists themselves.
    const item = (): MarkerValue => (of.type === 'any' ? this.#any(false) : this.value(of));
    if (this.peek() === '{') return this.#braced(item);
    const values = [item()];
    while (this.take(';') && !this.#atListEnd()) values.push(item());
    return values;
  }

  /** A trailing semicolon is allowed. */
  #atListEnd(): boolean {
    return this.isAtEnd() || this.peek() === ',' || this.peek() === '}';
  }

  #any(mayBeList: boolean): MarkerValue {
    this.skipSpace();
    const value = this.peek() === '{' ? this.#listOrMap() : this.#scalar();
    if (!mayBeList || !this.take(';')) return value;
    const values = [value];
    while (!this.#atListEnd()) {
      values.push(this.#any(false));
      if (!this.take(';')) break;
    }
    return values;
  }

  #scalar(): Scalar {
    const first = this.peek();
    const word = this.string(WORD_END);
    if (first === '"' || first === '`') return word;
    if (word === 'true' || word === 'false') return word === 'true';
    return numberOf(word) ?? word;
  }

  #listOrMap(): MarkerValue {
    return this.#isMap() ? this.#map() : this.#braced(() => this.#any(false));
  }

  /** `{}` and `{key:` are maps. */
  #isMap(): boolean {
    const ahead = new ValueParser(this.text, this.offset + 1);
    if (ahead.take('}')) return true;
    if (ahead.isAtEnd() || ahead.peek() === '{') return false;
    try {
      ahead.string(MAP_KEY_END);
    } catch (error) {
      if (error instanceof MarkerSyntaxError) return false;
      throw error;
    }
    return ahead.take(':');
  }

  #map(): { [key: string]: MarkerValue } {
    const entries = new Map<string, MarkerValue>();
    this.#braced(() => {
      this.skipSpace();
      const start = this.offset;
      const key = this.string(MAP_KEY_END);
      if (!this.take(':')) throw this.error('VMGEN3107', `expected : after the key ${shown(key)}`);
      if (entries.has(key)) {
        throw new MarkerSyntaxError('VMGEN3006', `the key ${shown(key)} is specified twice`, start);
      }
      const value = this.#any(true);
      entries.set(key, value);
      return value;
    });
    // fromEntries defines properties, so a key `__proto__` stays a key.
    return Object.fromEntries(entries);
  }

  #braced(item: () => MarkerValue): MarkerValue[] {
    const start = this.offset;
    if (this.#depth >= DEEPEST) {
      throw this.error('VMGEN3107', `the value is nested more than ${DEEPEST} levels deep`);
    }
    this.#depth++;
    this.take('{');
    const values: MarkerValue[] = [];
    while (!this.take('}')) {
      if (values.length > 0 && !this.take(',')) {
        const message = this.isAtEnd() ? 'the brace is never closed' : 'expected , or }';
        throw new MarkerSyntaxError('VMGEN3107', message, this.isAtEnd() ? start : this.offset);
      }
      if (this.isAtEnd())
        throw new MarkerSyntaxError('VMGEN3107', 'the brace is never closed', start);
      if (values.length > 0 && this.take('}')) break;
      values.push(item());
    }
    this.#depth--;
    return values;
  }
}

function numberOf(word: string): number | bigint | undefined {
  if (!NUMBER.test(word)) return undefined;
  const value = Number(word);
  // JSON and YAML have no infinity.
  if (!Number.isFinite(value)) return undefined;
  return Number.isInteger(value) && !Number.isSafeInteger(value) && /^[+-]?\d+$/.test(word)
    ? BigInt(word.replace('+', ''))
    : value;
}

function shown(word: string): string {
  return word === '' ? 'nothing' : JSON.stringify(word);
}
