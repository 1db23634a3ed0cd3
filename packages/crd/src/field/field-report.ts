import type { JsonValue } from '@vmgen/base/json';
import type { FieldError } from './field-error.js';
import * as fieldErrors from './field-errors.js';
import { child, index, key } from './field-path.js';

/** The path of a field, and the list that receives the errors of the whole object. */
export class FieldReport {
  readonly path: string;
  readonly errors: FieldError[];

  constructor(path: string, errors: FieldError[] = []) {
    this.path = path;
    this.errors = errors;
  }

  /** Returns the field at a path of names. */
  at(name: string, ...names: string[]): FieldReport {
    return new FieldReport(child(this.path, name, ...names), this.errors);
  }

  /** Returns the entry of a map. */
  key(name: string): FieldReport {
    return new FieldReport(key(this.path, name), this.errors);
  }

  /** Returns the item of a list. */
  item(position: number): FieldReport {
    return new FieldReport(index(this.path, position), this.errors);
  }

  required(detail = ''): void {
    this.errors.push(fieldErrors.required(this.path, detail));
  }

  forbidden(detail: string): void {
    this.errors.push(fieldErrors.forbidden(this.path, detail));
  }

  invalid(detail: string, value: JsonValue | fieldErrors.Verbatim): void {
    this.errors.push(fieldErrors.invalid(this.path, value, detail));
  }

  duplicate(value: JsonValue): void {
    this.errors.push(fieldErrors.duplicate(this.path, value));
  }

  tooLong(max: number): void {
    this.errors.push(fieldErrors.tooLong(this.path, max));
  }

  notSupported(supported: readonly string[], value: JsonValue): void {
    this.errors.push(fieldErrors.notSupported(this.path, value, supported));
  }
}
