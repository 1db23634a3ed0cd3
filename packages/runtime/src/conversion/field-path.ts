import { isMapping } from '../meta/is-mapping.js';
import { VmgenError } from '../errors/vmgen-error.js';

/** The separate type parameter makes the conditional type distribute over unions. */
type Step<T, Name> = T extends null | undefined
  ? never
  : Name extends '[]'
    ? T extends readonly (infer Item)[]
      ? Item
      : never
    : Name extends '*'
      ? T[keyof T]
      : Name extends keyof T
        ? T[Name]
        : never;

/** `.spec.ports[].name` as `.spec.ports.[].name`. */
type Separated<Path extends string> = Path extends `${infer Before}[]${infer After}`
  ? `${Before}.[]${Separated<After>}`
  : Path;

type Walk<T, Path> = Path extends `.${infer Name}.${infer Rest}`
  ? Walk<Step<T, Name>, `.${Rest}`>
  : Path extends `.${infer Name}`
    ? Step<T, Name>
    : T;

type WalkToItem<T, Path, Item> = Path extends `.${infer Name}.${infer Rest}`
  ? WalkToItem<
      Step<T, Name>,
      `.${Rest}`,
      Name extends '[]' | '*' ? NonNullable<Step<T, Name>> : Item
    >
  : Item;

/**
 * The type of a field by its path: `.spec.size`, `.spec.ports[].name` in the items of a list,
 * `.spec.limits.*.max` in the values of a map. It is `never` for a field that the type does not have.
 */
export type FieldAt<T, Path extends string> = Walk<T, Separated<Path>>;

/** The type of the innermost list item or map value in a path; undefined for a path without one. */
export type ItemAt<T, Path extends string> = WalkToItem<T, Separated<Path>, undefined>;

/** The steps of a path; `[]` is each item of a list, `*` each value of a map. */
export type FieldPath = readonly string[];

const PATH = /^(?:\.[\w$-]+|\.\*|\[\])+$/;

/** Parses a path such as `.spec.ports[].name`. */
export function fieldSteps(text: string): FieldPath {
  if (!text.startsWith('.') || !PATH.test(text)) {
    throw new VmgenError(
      'ERR_VMGEN_ARGUMENT',
      `${JSON.stringify(text)} is not a field path: write it as .spec.ports[].name`,
    );
  }
  return text.match(/[\w$-]+|\*|\[\]/g) ?? [];
}

/** Parses the path of a field that a conversion may change. */
export function parseFieldPath(text: string): FieldPath {
  const steps = fieldSteps(text);
  const [top = ''] = steps;
  if (top === 'apiVersion' || top === 'kind' || !isAllowedMetadata(steps)) {
    throw new VmgenError(
      'ERR_VMGEN_ARGUMENT',
      `${text} cannot be converted: of the metadata, only .metadata.labels and .metadata.annotations can change`,
    );
  }
  return steps;
}

function isAllowedMetadata([top, field, ...rest]: FieldPath): boolean {
  return top !== 'metadata' || (/^(labels|annotations)$/.test(field ?? '') && rest.length === 0);
}

export const isWildcard = (step: string): boolean => step === '[]' || step === '*';

/** A field of an object. */
interface Place {
  readonly parent: unknown;
  readonly key: string | number;
  /** The indices and names of the wildcards in its path. */
  readonly keys: readonly (string | number)[];
}

/** Returns where a path leads in an object: once per list item and map value, if the field exists. */
export function placesOf(object: unknown, path: FieldPath): Place[] {
  const places: Place[] = [];
  const visit = (parent: unknown, index: number, outer: Place['keys']): void => {
    const step = path[index];
    if (step === undefined) return;
    for (const key of keysAt(parent, step)) {
      const keys = isWildcard(step) ? [...outer, key] : outer;
      if (index === path.length - 1) places.push({ parent, key, keys });
      else visit(valueAt(parent, key), index + 1, keys);
    }
  };
  visit(object, 0, []);
  return places;
}

function keysAt(value: unknown, step: string): (string | number)[] {
  if (step === '[]') return Array.isArray(value) ? [...value.keys()] : [];
  if (!isMapping(value)) return [];
  if (step === '*') return Object.keys(value);
  return Object.hasOwn(value, step) && value[step] !== undefined ? [step] : [];
}

/** Returns the value of a field, or the item of a list. */
export function valueAt(value: unknown, key: string | number): unknown {
  if (Array.isArray(value)) return value[Number(key)];
  return isMapping(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/**
 * Sets a field, and creates the objects around it. Lists are not created: a field of an item that
 * does not exist is not set.
 */
export function setAt(
  object: Record<string, unknown>,
  path: FieldPath,
  keys: readonly (string | number)[],
  value: unknown,
): void {
  const left = [...keys];
  const steps = path.map((step) => (isWildcard(step) ? (left.shift() ?? step) : step));
  let parent: unknown = object;
  for (const [index, step] of steps.entries()) {
    if (!isMapping(parent) && !Array.isArray(parent)) return;
    if (index === steps.length - 1) {
      if (typeof step === 'number') {
        if (Array.isArray(parent)) parent[step] = value;
      } else if (isMapping(parent)) setField(parent, step, value);
      return;
    }
    let next = valueAt(parent, step);
    if (next === undefined) {
      if (!isMapping(parent) || typeof step === 'number' || typeof steps[index + 1] === 'number') {
        return;
      }
      next = {};
      setField(parent, step, next);
    }
    parent = next;
  }
}

/** Sets a field also if it is named `__proto__`. */
export function setField(object: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(object, name, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}
