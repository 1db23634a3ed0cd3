import type { JsonObject, JsonValue } from './json-value.js';
import { DuplicateFields } from './duplicate-fields.js';
import type { StrictJson } from './strict-json.js';
import { depthError, JsonSyntaxError, MAX_JSON_DEPTH } from './json-limits.js';
import { integerFromText } from './integer-from-text.js';
import { setOwn } from './own-property.js';

const WHITESPACE = /[ \t\n\r]*/y;
/** An unpaired surrogate. */
const LONE = /\p{Cs}/gu;
const STRING_LITERAL = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const NUMBER_LITERAL = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERALS = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const;

/**
 * A JSON parser that keeps int64 exact (as bigint beyond 2^53) and can report duplicate keys.
 * Slower than JSON.parse, so it is used only if one of the two is needed.
 *
 * @param duplicates receives the paths of duplicate keys
 */
export function parseJsonExact(text: string, duplicates?: DuplicateFields): JsonValue {
  return new ExactParser(text, duplicates).parse();
}

/** Parses consecutive values in one text, each as {@link parseJsonExact} does. */
export function* parseJsonStream(text: string): Generator<StrictJson, undefined> {
  const parser = new ExactParser(text, undefined);
  while (parser.hasMore()) {
    const duplicates = new DuplicateFields();
    yield {
      value: parser.next(duplicates),
      duplicates: duplicates.paths,
      duplicateKeys: duplicates.byObject,
      keys: duplicates.keys,
      offsets: duplicates.offsets,
    };
  }
  return undefined;
}

class ExactParser {
  private readonly text: string;
  private duplicates: DuplicateFields | undefined;
  /** The keys and positions that lead to the current value. */
  private readonly path: (string | number)[] = [];
  private position = 0;

  constructor(text: string, duplicates: DuplicateFields | undefined) {
    this.text = text;
    this.duplicates = duplicates;
  }

  parse(): JsonValue {
    const value = this.value();
    this.skipWhitespace();
    if (this.position < this.text.length) throw this.unexpected();
    return value;
  }

  /** Whether the text continues. */
  hasMore(): boolean {
    this.skipWhitespace();
    return this.position < this.text.length;
  }

  /** Parses the next value. */
  next(duplicates: DuplicateFields): JsonValue {
    this.duplicates = duplicates;
    return this.value();
  }

  private value(): JsonValue {
    this.skipWhitespace();
    const char = this.text[this.position];
    if (char === '"') return this.string();
    if (char === '{' || char === '[') {
      if (this.path.length === MAX_JSON_DEPTH) throw depthError();
      return char === '{' ? this.object() : this.array();
    }
    for (const [word, value] of LITERALS) {
      if (this.text.startsWith(word, this.position)) {
        this.position += word.length;
        return value;
      }
    }
    return this.number();
  }

  private below(step: string | number): JsonValue {
    this.path.push(step);
    const value = this.value();
    this.path.pop();
    return value;
  }

  private object(): JsonObject {
    const object: JsonObject = {};
    this.expect('{');
    if (this.take('}')) return object;
    do {
      this.skipWhitespace();
      const start = this.position;
      const key = this.string();
      this.expect(':');
      if (this.duplicates !== undefined && Object.hasOwn(object, key)) {
        this.duplicates.add([...this.path, key], start, object);
      }
      setOwn(object, key, this.below(key));
    } while (this.take(','));
    this.expect('}');
    return object;
  }

  private array(): JsonValue[] {
    const array: JsonValue[] = [];
    this.expect('[');
    if (this.take(']')) return array;
    do {
      array.push(this.below(array.length));
    } while (this.take(','));
    this.expect(']');
    return array;
  }

  private string(): string {
    const literal = this.match(STRING_LITERAL);
    if (literal === undefined) throw this.unexpected();
    const inner = literal.slice(1, -1);
    // Go replaces unpaired surrogates too.
    return inner.includes('\\') ? String(JSON.parse(literal)).replace(LONE, '\ufffd') : inner;
  }

  private number(): number | bigint {
    const literal = this.match(NUMBER_LITERAL);
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
    this.match(WHITESPACE);
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
    const what =
      char === undefined
        ? 'unexpected end of JSON input'
        : `invalid character ${JSON.stringify(char)} at position ${this.position}`;
    return new JsonSyntaxError(`body is not JSON: ${what}`);
  }
}
