import type { CelValue } from '../values/value.js';

/** What a function does with the values of its arguments; the target of a method comes first. */
export type CelFunction = (args: readonly CelValue[]) => CelValue;

/** The functions of all libraries. */
export interface FunctionLibrary {
  /** Functions that take any values and judge them themselves, by name. */
  readonly generic: ReadonlyMap<string, CelFunction>;
  /** All others, by the id of the overload. */
  readonly overloads: ReadonlyMap<string, CelFunction>;
}
