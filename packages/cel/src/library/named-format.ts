import { CelObject } from '../values/value.js';

/** A named format: `format.dns1123Label()`. */
export class NamedFormat extends CelObject {
  readonly typeName = 'kubernetes.NamedFormat';
  readonly name: string;
  /** The length of its regular expression, for cost computation. */
  readonly regexSize: number;
  /** Validates a text. Returns an empty list if it is valid. */
  readonly problemsOf: (text: string) => readonly string[];

  constructor(name: string, regexSize: number, problemsOf: (text: string) => readonly string[]) {
    super();
    this.name = name;
    this.regexSize = regexSize;
    this.problemsOf = problemsOf;
  }

  override equals(other: NamedFormat): boolean {
    return this.name === other.name;
  }
}
