import { noSuchOverload, type CelValue } from '../values/value.js';

/** The implementation of a function. The first argument of a method is its receiver. */
export type CelFunction = (args: readonly CelValue[]) => CelValue;

/** The functions of all libraries. */
export interface FunctionLibrary {
  /** Functions that accept any values and check the types themselves, by name. */
  readonly generic: ReadonlyMap<string, CelFunction>;
  /** All other functions, by the id of the overload. */
  readonly overloads: ReadonlyMap<string, CelFunction>;
}

/** A method of the values of a class. */
export const methodOf =
  <T>(
    type: abstract new (...args: never) => T,
    apply: (receiver: T, ...args: CelValue[]) => CelValue,
  ): CelFunction =>
  ([receiver, ...args]) =>
    receiver instanceof type ? apply(receiver, ...args) : noSuchOverload;
