/** Whether two lists have the same objects or values in the same order. */
export const hasSameElements = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((element, index) => Object.is(element, b[index]));
