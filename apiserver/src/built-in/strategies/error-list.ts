import { appendAll, stringifyJson, type JsonObject, type JsonValue } from '@vmgen/base/json';
import type { FieldError } from '@vmgen/crd';
import { fieldErrors } from '@vmgen/crd/internal';

/** Prints a value as Go prints a struct: with its fields in the given order. */
export const goStruct = (value: JsonObject): fieldErrors.Verbatim => ({
  verbatim: stringifyJson(value),
});

const isNumber = (value: JsonValue | undefined): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint';

/** Collects validation errors with the messages of Kubernetes. */
export class ErrorList {
  readonly errors: FieldError[] = [];

  add(errors: readonly FieldError[]): void {
    appendAll(this.errors, errors);
  }

  required(path: string, detail = ''): void {
    this.errors.push(fieldErrors.required(path, detail));
  }

  forbidden(path: string, detail: string): void {
    this.errors.push(fieldErrors.forbidden(path, detail));
  }

  invalid(path: string, value: JsonValue | fieldErrors.Verbatim, detail: string): void {
    this.errors.push(fieldErrors.invalid(path, value, detail));
  }

  /** Adds an error for each problem of one value. */
  problems(path: string, value: JsonValue, problems: readonly string[]): void {
    for (const problem of problems) this.invalid(path, value, problem);
  }

  duplicate(path: string, value: JsonValue): void {
    this.errors.push(fieldErrors.duplicate(path, value));
  }

  notFound(path: string, value: string): void {
    const message = `Not found: ${JSON.stringify(value)}`;
    this.errors.push({ type: 'FieldValueNotFound', field: path, message });
  }

  notSupported(path: string, value: JsonValue, supported: readonly string[]): void {
    this.errors.push(fieldErrors.notSupported(path, value, supported));
  }

  /** Reports a non-empty string that is not one of the supported values. */
  oneOf(path: string, value: JsonValue | undefined, supported: readonly string[]): void {
    if (typeof value !== 'string' || value === '' || supported.includes(value)) return;
    this.notSupported(path, value, supported);
  }

  nonNegative(path: string, value: JsonValue | undefined): void {
    if (isNumber(value) && value < 0) {
      this.invalid(path, value, 'must be greater than or equal to 0');
    }
  }

  /** Reports a number outside of a range. */
  inRange(path: string, value: JsonValue | undefined, first: number, last: number): void {
    if (!isNumber(value) || (value >= first && value <= last)) return;
    this.invalid(path, value, `must be between ${first} and ${last}, inclusive`);
  }

  port(path: string, value: JsonValue | undefined): void {
    this.inRange(path, value, 1, 65_535);
  }

  /** Reports an absent or empty field, and returns whether it has a value. */
  given(path: string, value: JsonValue | undefined, detail = ''): boolean {
    const isGiven = value !== undefined && value !== null && value !== '';
    if (!isGiven) this.required(path, detail);
    return isGiven;
  }

  /** Reports a change of an immutable field. */
  immutable(
    path: string,
    isSame: boolean,
    value: JsonValue | fieldErrors.Verbatim | undefined,
  ): void {
    if (!isSame) this.invalid(path, value ?? null, 'field is immutable');
  }
}
