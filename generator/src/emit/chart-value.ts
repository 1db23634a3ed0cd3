/** A value that Helm inserts when it renders a chart. The manifests without a chart contain the value itself. */
export class ChartValue {
  /** An expression of Helm's templates, such as `.Values.image`. */
  readonly expression: string;
  /** Whether the value is a number, which is printed without quotes. */
  readonly isNumber: boolean;

  constructor(expression: string, isNumber = false) {
    this.expression = expression;
    this.isNumber = isNumber;
  }

  toString(): string {
    return `{{ ${this.expression} }}`;
  }
}

/** Escapes text for a chart: Helm prints it as it is. */
export const escapeForHelm = (text: string): string => text.replaceAll('{{', '{{`{{`}}');

/** A copy of plain data in which all texts are escaped for a chart and all {@link ChartValue} are texts. */
export function dataForHelm(value: object): object {
  const copies = new Map<object, object>();
  const copyOf = (each: unknown): unknown => {
    if (typeof each === 'string') return escapeForHelm(each);
    if (each instanceof ChartValue) return String(each);
    return typeof each === 'object' && each !== null ? copyOfObject(each) : each;
  };
  // An object that occurs in several places is copied once, so that it is also printed once.
  const copyOfObject = (each: object): object => {
    const known = copies.get(each);
    if (known !== undefined) return known;
    const copy: object = Array.isArray(each)
      ? each.map(copyOf)
      : Object.fromEntries(
          Object.entries(each).map(([key, field]) => [escapeForHelm(key), copyOf(field)]),
        );
    copies.set(each, copy);
    return copy;
  };
  return copyOfObject(value);
}
