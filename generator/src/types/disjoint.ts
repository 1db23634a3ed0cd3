import { isAssignable, primitiveOf } from './assignable.js';
import type { Evaluator } from './evaluator.js';
import { shapeOf, type Field, type Type, type TypeTable } from './type.js';
import { constituentsOf } from './union-type.js';

/**
 * Whether no value has all of the types, as far as TypeScript treats an object with such a field as
 * impossible: one of the types consists of literals, and none is `never`. False if unknown.
 */
export function areDisjoint(all: readonly Type[], evaluator: Evaluator): boolean {
  return haveNothingInCommon(
    all.map((type) => partsOf(type, evaluator.types)),
    evaluator,
  );
}

/** As {@link areDisjoint}, for the fields of one name in several objects: `?` permits undefined. */
export function areFieldsDisjoint(fields: readonly Field[], evaluator: Evaluator): boolean {
  // All may be absent. This also avoids resolving their types.
  if (fields.every(({ optional }) => optional)) return false;
  const parts = fields.map(({ type, optional, position }): Type[] => {
    const declared = partsOf(type, evaluator.types);
    return optional ? [...declared, { kind: 'undefined', position }] : declared;
  });
  return haveNothingInCommon(parts, evaluator);
}

function haveNothingInCommon(all: readonly (readonly Type[])[], evaluator: Evaluator): boolean {
  const literals = all.find(areLiterals);
  if (!literals || all.some(({ length }) => length === 0)) return false;
  return literals.every((literal) =>
    all.some((parts) => parts.every((part) => areDifferent(literal, part, evaluator))),
  );
}

/** A name that is still being declared represents itself. */
const partsOf = (type: Type, types: TypeTable): Type[] =>
  constituentsOf(type, types).map((part) => shapeOf(part, types) ?? part);

const areLiterals = (parts: readonly Type[]): boolean =>
  parts.every(isUnit) || (parts.length === 1 && parts[0]?.kind === 'pattern');

const isUnit = ({ kind }: Type): boolean =>
  kind === 'enum' || kind === 'null' || kind === 'undefined';

/** Whether a literal has no value in common with another type. */
function areDifferent(literal: Type, other: Type, evaluator: Evaluator): boolean {
  if (other.kind === 'unknown') return other.keyword === 'object';
  const [primitive, otherPrimitive] = [primitiveOf(literal), primitiveOf(other)];
  if (otherPrimitive === undefined) {
    return (literal.kind === 'null' || literal.kind === 'undefined') && isDefined(other);
  }
  if (primitive !== otherPrimitive) return true;
  if (literal.kind === 'enum' && other.kind === 'enum') {
    return literal.values[0] !== other.values[0] || literal.owners?.[0] !== other.owners?.[0];
  }
  const [text, pattern] = literal.kind === 'pattern' ? [other, literal] : [literal, other];
  if (text.kind !== 'enum' || pattern.kind !== 'pattern') return false;
  return isAssignable(text, pattern, evaluator) === false;
}

/** Whether a type that is not a primitive excludes null and undefined. */
const isDefined = (type: Type): boolean =>
  OBJECTS.has(type.kind) || (type.kind === 'runtime' && type.name !== 'JSONValue');

const OBJECTS: ReadonlySet<Type['kind']> = new Set(['array', 'map', 'object', 'bytes', 'date']);
