import type { JsonObject, JsonValue } from './json-value.js';
import { depthError, JsonSyntaxError, maxJsonDepth } from './json-limits.js';
import { integerFromText } from './integer-from-text.js';
import { setOwn } from './own-property.js';

const whitespace = /[ \t\n\r]*/y;
const stringLiteral = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const numberLiteral = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const literals = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const;

/**
 * A JSON parser that keeps int64 exact (as bigint beyond 2^53) and can list repeated keys. Slower
 * than JSON.parse, hence used only where one of the two matters.
 *
 * @param duplicates takes the paths of the keys that stand twice in one object
 */
export function parseJsonExact(text: string, duplicates?: string[]): JsonValue {
  return new ExactParser(text, duplicates).parse();
}

class ExactParser {
  private readonly text: string;
  private readonly duplicates: string[] | undefined;
  private position = 0;
  private depth = 0;

  constructor(text: string, duplicates: string[] | undefined) {
    this.text = text;
    this.duplicates = duplicates;
  }

  parse(): JsonValue {
    const value = this.value('');
    this.skipWhitespace();
    if (this.position < this.text.length) throw this.unexpected();
    return value;
  }

  private value(path: string): JsonValue {
    this.skipWhitespace();
    const char = this.text[this.position];
    if (char === '{') return this.nested(() => this.object(path));
    if (char === '[') return this.nested(() => this.array(path));
    if (char === '"') return this.string();
    for (const [word, value] of literals) {
      if (this.text.startsWith(word, this.position)) {
        this.position += word.length;
        return value;
      }
    }
    return this.number();
  }

  private nested<T>(read: () => T): T {
    if (++this.depth > maxJsonDepth) throw depthError();
    const value = read();
    this.depth--;
    return value;
  }

  private object(path: string): JsonObject {
    const object: JsonObject = {};
    this.expect('{');
    if (this.take('}')) return object;
    do {
      this.skipWhitespace();
      const key = this.string();
      this.expect(':');
      const keyPath = path === '' ? key : `${path}.${key}`;
      if (this.duplicates !== undefined && Object.hasOwn(object, key)) {
        if (!this.duplicates.includes(keyPath)) this.duplicates.push(keyPath);
      }
      setOwn(object, key, this.value(keyPath));
    } while (this.take(','));
    this.expect('}');
    return object;
  }

  private array(path: string): JsonValue[] {
    const array: JsonValue[] = [];
    this.expect('[');
    if (this.take(']')) return array;
    do {
      array.push(this.value(`${path}[${array.length}]`));
    } while (this.take(','));
    this.expect(']');
    return array;
  }

  private string(): string {
    const literal = this.match(stringLiteral);
    if (literal === undefined) throw this.unexpected();
    const inner = literal.slice(1, -1);
    return inner.includes('\\') ? String(JSON.parse(literal)) : inner;
  }

  private number(): number | bigint {
    const literal = this.match(numberLiteral);
    if (literal === undefined) throw this.unexpected();
    return integerFromText(literal) ?? Number(literal);
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.position += found.length;
    return found;
  }

  private skipWhitespace(): void {
    this.match(whitespace);
  }

  private take(char: string): boolean {
    this.skipWhitespace();
    if (this.text[this.position] !== char) return false;
    this.position++;
    return true;
  }

  private expect(char: string): void {
    if (!this.take(char)) throw this.unexpected();
  }

  private unexpected(): JsonSyntaxError {
    const char = this.text[this.position];
    const what = char === undefined ? 'unexpected end' : `unexpected ${JSON.stringify(char)}`;
    return new JsonSyntaxError(`body is not JSON: ${what} at position ${this.position}`);
  }
}
