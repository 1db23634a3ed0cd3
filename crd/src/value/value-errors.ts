import { WorkBudget } from '@vmgen/base/json';
import type { FieldError } from '../field/field-error.js';
import { child } from '../field/field-path.js';
import { invalid } from '../field/field-errors.js';

/** How many errors a run collects: nobody reads more, and each may quote a long value. */
const MAX_ERRORS = 1000;

/** How many checks one run makes, for about a second; a schema of usual size makes a few a value. */
const MAX_CHECKS = 5_000_000;

/** An error costs as much as so many checks: texts are made for it. */
const ERROR_CHECKS = 20;

/** Counts work, and ends it where it is too much. */
export interface WorkCounter {
  /** @throws WorkLimitError */
  spend(steps: number): void;
}

/**
 * The errors of one validation run, at most a thousand. As in kube-openapi's Result, an error whose text stands there
 * already is not added again.
 */
export class ValueErrors {
  readonly all: FieldError[] = [];
  private readonly texts = new Set<string>();
  private readonly prefix: string;
  private readonly checks: WorkCounter;

  /** @param prefix what stands before every path, though not within the texts */
  constructor(prefix: string, checks: WorkCounter = new WorkBudget(MAX_CHECKS)) {
    this.prefix = prefix;
    this.checks = checks;
  }

  /** True when no further error is wanted. */
  get isFull(): boolean {
    return this.all.length >= MAX_ERRORS;
  }

  /**
   * Notes that checks are made.
   *
   * @throws WorkLimitError where they are too many
   */
  countChecks(count = 1): void {
    this.checks.spend(count);
  }

  get isEmpty(): boolean {
    return this.all.length === 0;
  }

  /** A run of its own, whose errors may be dropped or merged. */
  fork(): ValueErrors {
    this.countChecks(2);
    return new ValueErrors(this.prefix, this.checks);
  }

  /**
   * @param text what makes the error distinct
   * @param path the path of the value, without the prefix
   */
  add(text: string, path: string, make: (path: string) => FieldError): void {
    if (this.isNew(text)) this.all.push(make(this.absolute(path)));
  }

  /** An error that the API reports on the whole object, naming the path in its text only. */
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
