import type { FieldError } from '../field-error.js';
import { child } from '../field-path.js';
import { invalid } from '../field-errors.js';

/**
 * The errors of one validation run. As in kube-openapi's Result, an error whose text stands there
 * already is not added again.
 */
export class Findings {
  readonly errors: FieldError[] = [];
  private readonly texts = new Set<string>();
  private readonly prefix: string;

  /** @param prefix what stands before every path, though not within the texts */
  constructor(prefix: string) {
    this.prefix = prefix;
  }

  get isEmpty(): boolean {
    return this.errors.length === 0;
  }

  /** A run of its own, whose errors may be dropped or merged. */
  fork(): Findings {
    return new Findings(this.prefix);
  }

  /**
   * @param text what makes the error distinct
   * @param path the path of the value, without the prefix
   */
  add(text: string, path: string, make: (path: string) => FieldError): void {
    if (this.isNew(text)) this.errors.push(make(this.absolute(path)));
  }

  /** An error that the API reports on the whole object, naming the path in its text only. */
  addGeneral(text: string): void {
    if (this.isNew(text)) this.errors.push(invalid(this.prefix, '', text));
  }

  merge(other: Findings): void {
    const texts = [...other.texts];
    other.errors.forEach((error, i) => {
      if (this.isNew(texts[i] ?? '')) this.errors.push(error);
    });
  }

  private isNew(text: string): boolean {
    if (this.texts.has(text)) return false;
    this.texts.add(text);
    return true;
  }

  private absolute(path: string): string {
    const relative = path.startsWith('.') ? path.slice(1) : path;
    return relative === '' ? this.prefix : child(this.prefix, relative);
  }
}
