import { typeKey } from './describe-type.js';
import type { Evaluator } from './evaluator.js';
import { RUNTIME_PRIMITIVES } from '../syntax/runtime-types.js';
import type { Field, Type, TypeId } from './type.js';
import { fieldsOf, isIndexed } from './fields-of.js';
import { constituentsOf } from './union-type.js';

/** Whether a type is assignable to another; undefined if this does not follow from the syntax. */
export function isAssignable(
  type: Type,
  target: Type,
  evaluator: Evaluator,
  depth = 0,
): boolean | undefined {
  const [from, to] = [evaluator.shape(type), evaluator.shape(target)];
  if (from.kind === 'invalid' || to.kind === 'invalid') return undefined;
  if (from.kind === 'never') return true;
  // The keys of long enums are not compared one by one.
  if (from.kind === 'enum' && to.kind === 'enum' && !from.owners && !to.owners) {
    const [first] = from.values;
    // Comparing each member of a long union with its counterpart is cheaper than building a set for each.
    if (first !== undefined && from.values.length === 1) return to.values.includes(first);
    const values = new Set(to.values);
    return from.values.every((value) => values.has(value));
  }
  if (from.isKept || to.isKept) return undefined;
  if (from.kind === 'unknown' && from.keyword === 'any') return undefined;
  if (typeKey(type) === typeKey(target) || typeKey(from) === typeKey(to)) return true;
  if (to.kind === 'unknown' && to.keyword !== 'object') return true;
  const parts = constituentsOf(type, evaluator.types);
  const targets = constituentsOf(target, evaluator.types);
  if (parts.length > 1) {
    return all(parts.map((part) => isAssignable(part, target, evaluator, depth)));
  }
  if (targets.length > 1) {
    const found = any(
      targets.map((each) => isAssignable(parts[0] ?? type, each, evaluator, depth)),
    );
    // An object may be some of each.
    return found === false && from.kind === 'object' ? undefined : found;
  }
  const [one, other] = [parts[0] ?? from, targets[0] ?? to].map((each) => evaluator.shape(each));
  return one && other && isMemberAssignable(one, other, evaluator, depth);
}

function isMemberAssignable(
  from: Type,
  to: Type,
  evaluator: Evaluator,
  depth: number,
): boolean | undefined {
  if (to.kind === 'unknown') return isAssignableToObject(from, evaluator);
  if ([from, to].some((each) => isIndexed(each, evaluator.types))) return undefined;
  if (from.kind === 'array' && to.kind === 'array' && !from.tuple && !to.tuple) {
    if (from.isReadonly && !to.isReadonly) return false;
    return isAssignable(from.element, to.element, evaluator, depth);
  }
  if (to.kind === 'object') return isObjectAssignable(from, to, evaluator, depth);
  return isAssignableScalar(from, to);
}

/** Types that are deeper are not compared, because they may be recursive. */
const DEEPEST = 3;

/** The members that every value has in TypeScript. */
const INHERITED: ReadonlySet<string> = new Set(
  [Object, String, Number, Boolean, Array, Date, Uint8Array].flatMap(({ prototype }) =>
    Object.getOwnPropertyNames(prototype),
  ),
);

/** Objects differ where a field that must be there is missing, or is of another type. */
function isObjectAssignable(
  from: Type,
  to: Type,
  evaluator: Evaluator,
  depth: number,
): boolean | undefined {
  const isNothing = from.kind === 'null' || from.kind === 'undefined';
  if (isNothing || from.kind === 'never') return !isNothing;
  if (from.kind === 'map' || from.kind === 'unknown' || from.kind === 'runtime') return undefined;
  const targets = fieldsOf(to, evaluator.types).filter(({ optional }) => !optional);
  if (from.kind !== 'object') {
    return targets.some(({ name }) => !INHERITED.has(name)) ? false : undefined;
  }
  const fields = fieldsOf(from, evaluator.types);
  const find = (name: string): Field | undefined => fields.find((field) => field.name === name);
  const known = targets.filter(({ name }) => !INHERITED.has(name));
  if (known.some(({ name }) => find(name)?.optional ?? true)) return false;
  if (depth >= DEEPEST) return undefined;
  const answers = fieldsOf(to, evaluator.types).map(({ name, type, optional }) => {
    const field = find(name);
    // Of every value, or the field may be undefined in one of the types only.
    if (!field) return optional || undefined;
    const answer = isAssignable(field.type, type, evaluator, depth + 1);
    return answer === false && (optional || INHERITED.has(name)) ? undefined : answer;
  });
  // TypeScript compares objects with optional fields alone in another way.
  return all(targets.length === 0 ? [...answers, undefined] : answers);
}

/** Whether a type is one of `object`. */
function isAssignableToObject(from: Type, evaluator: Evaluator): boolean | undefined {
  if (primitiveOf(from) !== undefined) return false;
  if (['object', 'array', 'map', 'bytes', 'date'].includes(from.kind)) return true;
  return fieldsOf(from, evaluator.types).length > 0 ? true : undefined;
}

function isAssignableScalar(from: Type, to: Type): boolean | undefined {
  const [primitive, targetPrimitive] = [primitiveOf(from), primitiveOf(to)];
  if (targetPrimitive === undefined) {
    if (to.kind === 'never' || from.kind === 'null' || from.kind === 'undefined') return false;
    // A type that is not an object is not a list either.
    return to.kind === 'array' && primitive !== undefined ? false : undefined;
  }
  if (primitive === undefined) return isOpaque(from) ? undefined : false;
  if (primitive !== targetPrimitive) return false;
  if (to.kind === 'enum') return isAssignableToLiteral(from, to);
  if (to.kind !== 'pattern') return true;
  // TypeScript treats more types as numbers than JSON does.
  const isExact = !to.text.includes('${number}');
  if (from.kind === 'pattern' || !isExact) return undefined;
  const [value] = from.kind === 'enum' ? from.values : [];
  if (typeof value !== 'string') return false;
  if (value.length ** (to.pattern.split('*').length - 1) > MOST_STEPS) return undefined;
  return new RegExp(`^(?:${to.pattern})$`).test(value);
}

/** How often a regular expression may try; one of several stars tries all ways to divide a text. */
const MOST_STEPS = 1e7;

/** A member of an enum is assignable to its literal, but a literal to a member only if it is a number. */
function isAssignableToLiteral(
  from: Type,
  to: Extract<Type, { kind: 'enum' }>,
): boolean | undefined {
  const [value] = to.values;
  const [owner] = to.owners ?? [];
  const isNumbered = owner !== undefined && typeof value === 'number';
  if (from.kind !== 'enum') return isNumbered && from.kind !== 'pattern' ? undefined : false;
  const [own] = from.owners ?? [];
  if (owner === undefined || owner === own) return from.values[0] === value;
  if (isNumbered) return undefined;
  // TypeScript compares members of enums of one name by their names.
  return own !== undefined && nameOf(own) === nameOf(owner) ? undefined : false;
}

const nameOf = (id: TypeId): string => id.slice(id.lastIndexOf('#') + 1);

/** The primitive TypeScript type of a type; undefined for other types. */
export function primitiveOf(type: Type): string | undefined {
  switch (type.kind) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
    case 'undefined':
      return type.kind;
    case 'pattern':
      return 'string';
    case 'enum':
      return typeof type.values[0];
    case 'runtime':
      return RUNTIME_PRIMITIVES[type.name];
    default:
      return undefined;
  }
}

/** Types of the runtime that are unions, or anything. */
function isOpaque(type: Type): boolean {
  return type.kind === 'runtime' || type.kind === 'unknown';
}

function all(answers: readonly (boolean | undefined)[]): boolean | undefined {
  if (answers.includes(false)) return false;
  return answers.includes(undefined) ? undefined : true;
}

function any(answers: readonly (boolean | undefined)[]): boolean | undefined {
  if (answers.includes(true)) return true;
  return answers.includes(undefined) ? undefined : false;
}
