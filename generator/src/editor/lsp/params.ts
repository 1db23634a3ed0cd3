import { isMapping } from '@vmgen/base/json';
import { ErrorCodes, ResponseError } from 'vscode-jsonrpc/node';
import type { Change, Position, Range } from './document-text.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads the parameters of a message, which may be any JSON.
 *
 * @throws ResponseError that names the missing parameter
 */
export class Params {
  readonly #value: Fields;
  readonly #path: string;

  constructor(value: unknown, path = 'params') {
    if (!isMapping(value)) throw invalid(path, 'an object');
    this.#value = value;
    this.#path = path;
  }

  /** All parameters, of any type. */
  get fields(): Fields {
    return this.#value;
  }

  object(key: string): Params {
    return new Params(this.#value[key], this.#pathOf(key));
  }

  /** Undefined if it is missing or of another type: clients may send parts that this server does not know. */
  optional(key: string): Params | undefined {
    const value = this.#value[key];
    return isMapping(value) ? this.object(key) : undefined;
  }

  text(key: string): string {
    const value = this.#value[key];
    if (typeof value === 'string') return value;
    throw invalid(this.#pathOf(key), 'a string');
  }

  /** An integer from 0 on. */
  count(key: string): number {
    const value = this.#value[key];
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
    throw invalid(this.#pathOf(key), 'an integer from 0 on');
  }

  integer(key: string): number {
    const value = this.#value[key];
    if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
    throw invalid(this.#pathOf(key), 'an integer');
  }

  /** Whether a value is true; false if it is missing. */
  isTrue(key: string): boolean {
    return this.#value[key] === true;
  }

  /** The value, of any type. */
  raw(key: string): unknown {
    return this.#value[key];
  }

  objects(key: string): Params[] {
    const value = this.#value[key];
    if (!Array.isArray(value)) throw invalid(this.#pathOf(key), 'a list');
    return value.map((each, index) => new Params(each, `${this.#pathOf(key)}[${index}]`));
  }

  /** The strings of a list; none if it is missing. */
  texts(key: string): string[] {
    return this.optionalTexts(key) ?? [];
  }

  /** The strings of a list; undefined if it is missing. */
  optionalTexts(key: string): string[] | undefined {
    const value = this.#value[key];
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : undefined;
  }

  position(key: string): Position {
    const position = this.object(key);
    return { line: position.count('line'), character: position.count('character') };
  }

  range(key: string): Range {
    const range = this.object(key);
    return { start: range.position('start'), end: range.position('end') };
  }

  changes(key: string): Change[] {
    return this.objects(key).map((change) => {
      const text = change.text('text');
      const range = change.raw('range');
      const isWhole = range === undefined || range === null;
      return isWhole ? { text } : { text, range: change.range('range') };
    });
  }

  #pathOf(key: string): string {
    return `${this.#path}.${key}`;
  }
}

const invalid = (path: string, noun: string): ResponseError =>
  new ResponseError(ErrorCodes.InvalidParams, `${path} must be ${noun}`);
