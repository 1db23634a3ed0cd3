import { WorkBudget } from '@vmgen/base/json';
import type { FieldError } from '../field/field-error.js';
import { child } from '../field/field-path.js';
import { invalid } from '../field/field-errors.js';

/** The maximum number of errors of one validation, because each may quote a long value. */
const MAX_ERRORS = 1000;

/**
 * The maximum number of checks of one validation, which take about a second. Typical schemas need a
 * few checks per value.
 */
const MAX_CHECKS = 5_000_000;

/** The number of checks that an error counts as, because its text must be created. */
const ERROR_CHECKS = 20;

/** Counts work, and throws if it exceeds a limit. */
export interface WorkCounter {
  /** @throws WorkLimitError if the budget is exhausted */
  spend(steps: number): void;
}

/**
 * The errors of one validation, at most 1000. As in kube-openapi's Result, an error with the same
 * text is added only once.
 */
export class ValueErrors {
  readonly all: FieldError[] = [];
  private readonly texts = new Set<string>();
  private readonly prefix: string;
  private readonly checks: WorkCounter;

  /** @param prefix the prefix of all paths, except inside the texts */
  constructor(prefix: string, checks: WorkCounter = new WorkBudget(MAX_CHECKS)) {
    this.prefix = prefix;
    this.checks = checks;
  }

  /** Whether further errors are ignored. */
  get isFull(): boolean {
    return this.all.length >= MAX_ERRORS;
  }

  /**
   * Counts checks.
   *
   * @throws WorkLimitError if there are too many
   */
  countChecks(count = 1): void {
    this.checks.spend(count);
  }

  get isEmpty(): boolean {
    return this.all.length === 0;
  }

  /** Creates a separate collection, whose errors can be merged or discarded. */
  fork(): ValueErrors {
    this.countChecks(2);
    return new ValueErrors(this.prefix, this.checks);
  }

  /**
   * @param text the text that makes the error distinct
   * @param path the path of the value, without the prefix
   */
  add(text: string, path: string, make: (path: string) => FieldError): void {
    if (this.isNew(text)) this.all.push(make(this.absolute(path)));
  }

  /** Adds an error that the API reports for the whole object, with the path only in its text. */
  addGeneral(text: string): void {
    if (this.isNew(text)) this.all.push(invalid(this.prefix, '', text));
  }

  merge(other: ValueErrors): void {
    const texts = [...other.texts];
    other.all.forEach((error, i) => {
      if (this.isNew(texts[i] ?? '')) this.all.push(error);
    });
  }

  private isNew(text: string): boolean {
    if (this.isFull) return false;
    this.countChecks(ERROR_CHECKS);
    if (this.texts.has(text)) return false;
    this.texts.add(text);
    return true;
  }

  private absolute(path: string): string {
    const relative = path.startsWith('.') ? path.slice(1) : path;
    return relative === '' ? this.prefix : child(this.prefix, relative);
  }
}
