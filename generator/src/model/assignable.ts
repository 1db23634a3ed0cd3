import { typeKey } from './describe-type.js';
import type { Evaluator } from './evaluator.js';
import type { Type } from './type.js';
import { membersOf } from './union-type.js';

/** Whether a type is assignable to another; undefined where only the type checker can tell. */
export function isAssignable(type: Type, target: Type, evaluator: Evaluator): boolean | undefined {
  const [from, to] = [evaluator.shape(type), evaluator.shape(target)];
  // Of long enums one by one nobody should write the keys.
  if (from.kind === 'enum' && to.kind === 'enum') return from.values.every(among(to.values));
  if (type.kind === 'never' || typeKey(type) === typeKey(target)) return true;
  if (typeKey(from) === typeKey(to)) return true;
  const parts = membersOf(type, evaluator.types);
  const targets = membersOf(target, evaluator.types);
  if (parts.length > 1) {
    return all(parts.map((part) => isAssignable(part, target, evaluator)));
  }
  if (targets.length > 1) {
    return any(targets.map((each) => isAssignable(type, each, evaluator)));
  }
  if (from.kind === 'runtime' && EITHER.includes(from.name)) {
    const { position } = from;
    const [asText, asNumber] = (['string', 'number'] as const).map((kind) =>
      isAssignable({ kind, position }, target, evaluator),
    );
    return asText === asNumber ? asText : undefined;
  }
  if (to.kind === 'unknown') return to.keyword === 'object' ? !isScalar(from) : true;
  if (from.kind === 'array' && to.kind === 'array' && !from.tuple && !to.tuple) {
    return isAssignable(from.element, to.element, evaluator);
  }
  return isAssignableScalar(from, to);
}

function isAssignableScalar(from: Type, to: Type): boolean | undefined {
  const [primitive, targetPrimitive] = [primitiveOf(from), primitiveOf(to)];
  if (targetPrimitive === undefined) {
    const isNothing = from.kind === 'null' || from.kind === 'undefined';
    return isNothing || to.kind === 'never' ? false : undefined;
  }
  if (primitive === undefined) return isOpaque(from) ? undefined : false;
  if (to.kind === 'enum') return from.kind === 'enum' && from.values.every(among(to.values));
  if (to.kind !== 'pattern') return primitive === targetPrimitive;
  const matches = new RegExp(`^(?:${to.pattern})$`);
  if (from.kind === 'pattern') return undefined;
  if (from.kind !== 'enum') return false;
  const longest = Math.max(...from.values.map((value) => String(value).length));
  if (longest ** (to.pattern.split('*').length - 1) > MOST_STEPS) return undefined;
  return from.values.every((value) => matches.test(String(value)));
}

/** How often a regular expression may try; one of several stars tries all ways to divide a text. */
const MOST_STEPS = 1e7;

const among =
  (values: readonly unknown[]) =>
  (value: unknown): boolean =>
    values.includes(value);

const RUNTIME: Readonly<Partial<Record<string, string>>> = {
  Int32: 'number',
  Int64: 'number',
  Float: 'number',
  Time: 'string',
  MicroTime: 'string',
  Duration: 'string',
};

/** Types of the runtime that are texts and numbers. */
const EITHER: readonly string[] = ['IntOrString', 'Quantity'];

/** The primitive type that a type is in TypeScript; undefined for what is no primitive. */
function primitiveOf(type: Type): string | undefined {
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
      return RUNTIME[type.name];
    default:
      return undefined;
  }
}

const isScalar = (type: Type): boolean => primitiveOf(type) !== undefined;

/** Types of the runtime that are unions, or anything. */
function isOpaque(type: Type): boolean {
  return type.kind === 'runtime' || type.kind === 'unknown' || type.kind === 'infer';
}

function all(answers: readonly (boolean | undefined)[]): boolean | undefined {
  if (answers.includes(false)) return false;
  return answers.includes(undefined) ? undefined : true;
}

function any(answers: readonly (boolean | undefined)[]): boolean | undefined {
  if (answers.includes(true)) return true;
  return answers.includes(undefined) ? undefined : false;
}
