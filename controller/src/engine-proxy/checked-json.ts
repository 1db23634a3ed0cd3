import { isMapping } from '@vmgen/runtime/meta';

const MAX_REASON_LENGTH = 500;

/** A request is not allowed. The message contains the reason. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** The status of the answer. */
  readonly status: number;

  constructor(reason: string, status = 403) {
    super(reason.slice(0, MAX_REASON_LENGTH));
    this.status = status;
  }
}

/** An object of JSON. */
export type Fields = Readonly<Record<string, unknown>>;

/** @throws {@link Refusal} that names `what` */
export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(`${what} must be JSON`);
  }
}

export function objectAt(fields: Fields, name: string): Fields {
  const value = ownValue(fields, name);
  if (isMapping(value)) return value;
  throw new Refusal(`${name} must be an object`);
}

export function textAt(fields: Fields, name: string): string {
  const value = ownValue(fields, name);
  if (typeof value === 'string') return value;
  throw new Refusal(`${name} must be a text`);
}

/** A whole number that is not negative. */
export function numberAt(fields: Fields, name: string): number {
  const value = ownValue(fields, name);
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new Refusal(`${name} must be a whole number of at least 0`);
}

/** Describes the first difference between parsed JSON and the expected value; undefined if they are equal. */
export function difference(sent: unknown, wanted: unknown, place: string): string | undefined {
  if (isMapping(sent) && isMapping(wanted)) {
    const below = (name: string): string => (/^$| $/.test(place) ? place : `${place}.`) + name;
    const unknown = Object.keys(sent).find((name) => !Object.hasOwn(wanted, name));
    if (unknown !== undefined) return `${below(unknown)} is not allowed`;
    return firstOf(Object.keys(wanted), (name) =>
      difference(ownValue(sent, name), wanted[name], below(name)),
    );
  }
  const isEqual =
    Array.isArray(sent) && Array.isArray(wanted)
      ? sent.length === wanted.length &&
        wanted.every((each, index) => difference(sent[index], each, '') === undefined)
      : sent === wanted;
  return isEqual ? undefined : `${place} must be ${JSON.stringify(wanted)}`;
}

function firstOf<T, R>(values: readonly T[], find: (value: T) => R | undefined): R | undefined {
  for (const value of values) {
    const found = find(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

function ownValue(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}
