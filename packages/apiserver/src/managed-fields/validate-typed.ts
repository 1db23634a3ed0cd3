import { errorMessage } from '@vmgen/base/text';
import {
  goText,
  goTypeName,
  stringifyJson,
  type JsonObject,
  type JsonValue,
} from '@vmgen/base/json';
import { listItemElement } from './list-items.js';
import { fieldElement, formatPathElement, type PathElement } from './path-element.js';
import {
  entryType,
  type ListType,
  type MapType,
  type ScalarType,
  type ValueType,
} from './value-type.js';
import { asList, asMap, entryOf, firstKind, isScalarOf, kindOf } from './walk-values.js';

/** Options of {@link validateTyped}. */
interface ValidationOptions {
  /** Whether an associative list may contain duplicates. Defaults to false. */
  readonly allowDuplicates?: boolean;
  /** A valid value. Parts that are shared with it are not validated again. */
  readonly known?: JsonValue | undefined;
}

/**
 * Validates a value against its type, with structured-merge-diff's messages (`.spec.x: field not
 * declared in schema`). Returns undefined for a valid value. Upstream: typed/validate.go.
 */
export function validateTyped(
  value: JsonValue,
  type: ValueType,
  { allowDuplicates = false, known }: ValidationOptions = {},
): string | undefined {
  const validation = new Validation(allowDuplicates);
  validation.check(value, type, known);
  const errors = validation.errors.map(({ path, message }) =>
    path === '' ? message : `${path}: ${message}`,
  );
  if (errors.length <= 1) return errors[0];
  return ['errors:', ...errors.sort().map((error) => `  ${error}`)].join('\n');
}

/** The maximum number of errors in the message. A value may have a million errors. */
const MAX_ERRORS = 100;

class Validation {
  readonly errors: { path: string; message: string }[] = [];
  readonly #allowDuplicates: boolean;

  constructor(allowDuplicates: boolean) {
    this.#allowDuplicates = allowDuplicates;
  }

  check(value: JsonValue, type: ValueType, known?: JsonValue): void {
    if (value === known || this.errors.length >= MAX_ERRORS) return;
    switch (firstKind(type, kindOf(type, value))) {
      case 'map':
        return type.map && this.#checkMap(value, type.map, asMap(known));
      case 'list':
        return type.list && this.#checkList(value, type.list);
      case 'scalar':
        return type.scalar && this.#checkScalar(value, type.scalar);
    }
  }

  /** Validates a nested value. The path is added to its errors. */
  #checkBelow(element: PathElement, value: JsonValue, type: ValueType, known?: JsonValue): void {
    const before = this.errors.length;
    this.check(value, type, known);
    if (this.errors.length > before) this.#prefix(before, element);
  }

  #prefix(from: number, element: PathElement): void {
    for (const error of this.errors.slice(from)) {
      error.path = formatPathElement(element) + error.path;
    }
  }

  #report(message: string): void {
    this.errors.push({ path: '', message });
  }

  #checkScalar(value: JsonValue, type: ScalarType): void {
    if (!isScalarOf(type, value)) this.#report(scalarMessage(type, value));
  }

  #checkList(value: JsonValue, type: ListType): void {
    if (value === null) return;
    const list = asList(value);
    if (list === undefined) return this.#report(`expected list, got &{${goText(value)}}`);
    if (type.associative) return this.#checkElements(list, type);
    for (const [index, item] of list.entries()) this.#checkBelow(`i:${index}`, item, type.element);
  }

  #checkElements(list: readonly JsonValue[], type: ListType): void {
    const seen = new Set<PathElement>();
    for (const [index, item] of list.entries()) {
      const element = this.#identify(item, index, type);
      if (element === undefined) return;
      if (seen.has(element) && !this.#allowDuplicates) {
        this.#report(`duplicate entries for key ${formatPathElement(element)}`);
      }
      seen.add(element);
      this.#checkBelow(element, item, type.element);
    }
  }

  #identify(item: JsonValue, index: number, type: ListType): PathElement | undefined {
    try {
      return listItemElement(type, item);
    } catch (error) {
      this.#report(`element ${index}: ${errorMessage(error)}`);
      return undefined;
    }
  }

  #checkMap(value: JsonValue, type: MapType, known: JsonObject | undefined): void {
    if (value === null) return;
    const map = asMap(value);
    if (map === undefined) return this.#report(`expected map, got &{${goText(value)}}`);
    for (const key in map) {
      const entry = map[key];
      if (entry === undefined) continue;
      const expected = entryType(type, key);
      if (expected === undefined) {
        this.#report('field not declared in schema');
        return this.#prefix(this.errors.length - 1, fieldElement(key));
      }
      this.#checkBelow(fieldElement(key), entry, expected, entryOf(known, key));
    }
  }
}

function scalarMessage(type: ScalarType, value: JsonValue): string {
  switch (type) {
    case 'numeric':
      return `expected numeric (int or float), got ${goTypeName(value)}`;
    case 'string':
      return `expected string, got &value.valueUnstructured{Value:${stringifyJson(value)}}`;
    case 'boolean':
      return `expected boolean, got &{${goText(value)}}`;
    case 'untyped':
      return `expected any scalar, got &{${goText(value)}}`;
  }
}
