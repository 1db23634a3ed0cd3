import { deepEqualJson, isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import type { FieldError } from './field-error.js';
import type * as fieldErrors from './field-errors.js';
import { FieldReport } from './field-report.js';

type Printed = JsonValue | fieldErrors.Verbatim;

/** A field that is validated: its value, its path, and the list of the object's errors. */
export class Field extends FieldReport {
  /** Undefined if the field is absent. */
  readonly value: JsonValue | undefined;

  constructor(value: JsonValue | undefined, path = '', errors: FieldError[] = []) {
    super(path, errors);
    this.value = value;
  }

  /** Returns the field at a path of names. */
  override at(name: string, ...below: readonly string[]): Field {
    const { path, value, errors } = this;
    const own = isJsonObject(value) ? value[name] : undefined;
    let field = new Field(own, path === '' ? name : `${path}.${name}`, errors);
    for (const next of below) field = field.at(next);
    return field;
  }

  /** Returns the entry of a map. */
  override key(name: string): Field {
    const value = isJsonObject(this.value) ? this.value[name] : undefined;
    return new Field(value, `${this.path}[${name}]`, this.errors);
  }

  /** The items of a list. */
  get items(): readonly Field[] {
    if (!Array.isArray(this.value)) return [];
    return this.value.map((item, i) => new Field(item, `${this.path}[${i}]`, this.errors));
  }

  /** The entries of a map, with their names. */
  get entries(): readonly (readonly [string, Field])[] {
    return Object.keys(this.object).map((name) => [name, this.key(name)]);
  }

  /** The value if it is an object, or an empty object. */
  get object(): JsonObject {
    return isJsonObject(this.value) ? this.value : {};
  }

  get isObject(): boolean {
    return isJsonObject(this.value);
  }

  /** Whether the value is a list or map that is not empty. */
  get isFilled(): boolean {
    return typeof this.value === 'object' && Object.keys(this.value ?? {}).length > 0;
  }

  /** The value if it is a string, or an empty string. */
  get text(): string {
    return typeof this.value === 'string' ? this.value : '';
  }

  /** The strings in a list. */
  get texts(): string[] {
    return Array.isArray(this.value) ? this.value.filter((it) => typeof it === 'string') : [];
  }

  /** The value if it is a number, or undefined. */
  get number(): number | undefined {
    return typeof this.value === 'bigint'
      ? Number(this.value)
      : typeof this.value === 'number'
        ? this.value
        : undefined;
  }

  /** @param printed the value in the message. Defaults to the value of the field. */
  override invalid(detail: string, printed: Printed = this.value ?? null): void {
    super.invalid(detail, printed);
  }

  override duplicate(printed: JsonValue = this.value ?? ''): void {
    super.duplicate(printed);
  }

  override notSupported(supported: readonly string[], printed: JsonValue = this.text): void {
    super.notSupported(supported, printed);
  }

  /** Reports an error whose message has a form of its own. */
  report(type: FieldError['type'], message: string): void {
    this.errors.push({ type, field: this.path === '' ? '<nil>' : this.path, message });
  }

  /** Reports each problem that a rule finds in a string. */
  check(problemsOf: (text: string) => readonly string[], text = this.text): void {
    for (const problem of problemsOf(text)) this.invalid(problem, this.text);
  }

  /** As {@link check}. An absent or empty string is valid. */
  checkIfSet(problemsOf: (text: string) => readonly string[]): void {
    if (this.text !== '') this.check(problemsOf);
  }

  /** As {@link check}. Reports an absent or empty string as required. */
  checkRequired(problemsOf: (text: string) => readonly string[], detail = ''): void {
    if (this.given(detail)) this.check(problemsOf);
  }

  /** Reports a non-empty string that is not one of the supported values. */
  oneOf(...supported: readonly string[]): void {
    if (this.text !== '' && !supported.includes(this.text)) this.notSupported(supported);
  }

  /** As {@link oneOf}, for a pointer in Go: an empty string is a value. */
  pointerToOneOf(...supported: readonly string[]): void {
    const { value } = this;
    if (typeof value === 'string' && !supported.includes(value)) this.notSupported(supported);
  }

  /** Reports negative numbers in fields of an object. */
  counts(...names: readonly string[]): void {
    for (const name of names) this.at(name).nonNegative();
  }

  nonNegative(): void {
    if ((this.number ?? 0) < 0) this.invalid('must be greater than or equal to 0');
  }

  /** Reports a number outside of a range. */
  inRange(first: number, last: number, value = this.value): void {
    if (typeof value !== 'number' && typeof value !== 'bigint') return;
    if (value >= first && value <= last) return;
    this.invalid(`must be between ${first} and ${last}, inclusive`, value);
  }

  port(value = this.value): void {
    this.inRange(1, 65_535, value);
  }

  /** Reports an absent or empty field, and returns whether it has a value. */
  given(detail = ''): boolean {
    const isGiven = this.value !== undefined && this.value !== null && this.value !== '';
    if (!isGiven) this.required(detail);
    return isGiven;
  }

  /** Reports a string that occurred before, and adds it to those that occurred. */
  unique(seen: Set<string>, text = this.text): void {
    if (seen.has(text)) this.duplicate(text);
    seen.add(text);
  }

  /** Reports a change of an immutable field. */
  immutable(live: JsonValue | undefined, printed: Printed = this.value ?? null): void {
    if (!deepEqualJson(this.value ?? null, live ?? null))
      this.invalid('field is immutable', printed);
  }
}
