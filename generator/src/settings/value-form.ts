import { isMapping } from '@vmgen/base/json';

/** The form of a value: the part of JSON Schema that vmgen needs, with `description` as the noun of messages. */
export interface ValueForm {
  readonly type:
    'array' | 'boolean' | 'integer' | 'object' | 'string' | readonly ['string', 'number'];
  /** As the end of `must be`. */
  readonly description: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly not?: { readonly enum: readonly string[] };
  readonly items?: ValueForm;
  readonly properties?: Readonly<Record<string, ValueForm>>;
  readonly required?: readonly string[];
  /** The form of other keys, or false for none. Defaults to any value. */
  readonly additionalProperties?: false | ValueForm;
}

/** The first problem of a value. */
interface ValueProblem {
  /** The place of the value, such as `env[0].name`. */
  readonly place: string;
  /** As the end of a sentence that starts with the place. */
  readonly problem: string;
}

/** The first problem of a value at a place; undefined if it has the form. */
export function valueProblem(
  value: unknown,
  form: ValueForm,
  place: string,
): ValueProblem | undefined {
  if (!hasType(value, form) || !isInBounds(value, form)) {
    return { place, problem: `must be ${form.description}` };
  }
  if (Array.isArray(value)) {
    const { items } = form;
    return (
      items && firstOf(value, (each, index) => valueProblem(each, items, `${place}[${index}]`))
    );
  }
  return isMapping(value) ? objectProblem(value, form, place) : undefined;
}

function objectProblem(
  value: Readonly<Record<string, unknown>>,
  { properties = {}, required = [], additionalProperties }: ValueForm,
  place: string,
): ValueProblem | undefined {
  const missing = required.find((key) => value[key] === undefined);
  if (missing !== undefined) return { place, problem: `has no ${missing}` };
  return firstOf(Object.entries(value), ([key, each]) => {
    if (each === undefined) return undefined;
    const form = Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
    if (form === undefined) return undefined;
    if (form !== false) return valueProblem(each, form, `${place}.${key}`);
    const known = Object.keys(properties).join(', ');
    return { place: `${place}.${key}`, problem: `is not a key of ${place}; there are ${known}` };
  });
}

function firstOf<T>(
  values: readonly T[],
  problemOf: (value: T, index: number) => ValueProblem | undefined,
): ValueProblem | undefined {
  for (const [index, value] of values.entries()) {
    const problem = problemOf(value, index);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function hasType(value: unknown, { type }: ValueForm): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isMapping(value);
  if (type === 'integer') return Number.isInteger(value);
  if (typeof type === 'string') return typeof value === type;
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
}

function isInBounds(value: unknown, form: ValueForm): boolean {
  const { minimum = -Infinity, maximum = Infinity, minLength = 0, maxLength = Infinity } = form;
  if (typeof value === 'number') return value >= minimum && value <= maximum;
  if (typeof value !== 'string') return true;
  const isAllowed = form.not?.enum.includes(value) !== true;
  const isLong = value.length >= minLength && value.length <= maxLength;
  return (
    isAllowed && isLong && (form.pattern === undefined || new RegExp(form.pattern).test(value))
  );
}
