import { relatedTo } from '../diagnostics/related.js';
import type { DiagnosticCode } from '../diagnostics/code.js';
import type { DiagnosticDetails, SourcePosition } from '../diagnostics/diagnostic.js';
import { describeType, typeKey } from './describe-type.js';
import type { Evaluator } from './evaluator.js';
import { lazyField } from './lazy-field.js';
import { mayBeUndefined, withoutUndefined } from './object-operations.js';
import { hidesFields, NAME_FIELDS } from './runtime-fields.js';
import { type Field, shapeOf, type Type, type TypeTable } from './type.js';
import { fieldsOf } from './fields-of.js';
import { constituentsOf, membersOf, nonNullable, unionOf } from './union-type.js';
import { isAssignable, primitiveOf } from './assignable.js';

/** The maximum number of variants; larger unions are not readable. */
const MOST_VARIANTS = 1000;

/** `A & B`: merges objects, distributes over unions, and selects the narrower scalar. */
export function intersectionOf(
  members: readonly Type[],
  position: SourcePosition,
  evaluator: Evaluator,
): Type {
  const choices = members.map((member) => {
    const parts = membersOf(member, evaluator.types);
    const isUnion = parts.length > 1 && parts.some((part) => isObject(part, evaluator));
    return isUnion ? parts : [member];
  });
  const count = choices.reduce((product, parts) => product * parts.length, 1);
  if (count > MOST_VARIANTS) {
    return evaluator.refuse(
      'VMGEN4103',
      position,
      `the intersection has ${count} variants`,
      'intersect fewer unions',
    );
  }
  const variants = choices.reduce<Type[][]>(
    (products, parts) => products.flatMap((product) => parts.map((part) => [...product, part])),
    [[]],
  );
  const [only] = variants;
  if (only && variants.length === 1) return mergeAll(only, position, evaluator);
  // Impossible members of a union are dropped, as in TypeScript.
  const possible = variants.filter((variant) => !isImpossible(variant, evaluator));
  const merged = possible.map((variant) => mergeAll(variant, position, evaluator));
  return unionOf(merged, position, evaluator);
}

/** Whether the types, or their fields of one name, have no value in common. */
function isImpossible(variant: readonly Type[], evaluator: Evaluator): boolean {
  if (areDisjoint(variant, evaluator)) return true;
  return sharedFields(variant, evaluator).some((fields) => areFieldsDisjoint(fields, evaluator));
}

/** The fields that several of the types have, by name. */
function sharedFields(members: readonly Type[], { types }: Evaluator): (readonly Field[])[] {
  const seen = new Map<string, Field[]>();
  for (const field of members.flatMap((member) => fieldsOf(member, types))) {
    const fields = seen.get(field.name);
    if (fields) fields.push(field);
    else seen.set(field.name, [field]);
  }
  return [...seen.values()].filter(({ length }) => length > 1);
}

function isObject(type: Type, evaluator: Evaluator): boolean {
  const shape = evaluator.shape(type);
  if (shape.kind !== 'runtime') return shape.kind === 'object';
  return !hidesFields(shape) && fieldsOf(shape, evaluator.types).length > 0;
}

function mergeAll(members: readonly Type[], position: SourcePosition, evaluator: Evaluator): Type {
  if (members.every((member) => isObject(member, evaluator))) {
    return mergeObjects(members, position, evaluator);
  }
  const [first, ...rest] = members;
  if (!first) return { kind: 'never', position };
  return rest.reduce((left, right) => mergeTwo(left, right, position, evaluator), first);
}

/** The members are bases; fields that several of them have are merged. */
function mergeObjects(
  members: readonly Type[],
  position: SourcePosition,
  evaluator: Evaluator,
): Type {
  const fields = sharedFields(members, evaluator).flatMap(([first, ...rest]) =>
    first ? [mergeFields(first, rest, evaluator)] : [],
  );
  if (isImpossible(members, evaluator)) {
    // No value has this object type, whichever field is read: the types of all fields are the reason.
    const isInvalid = fields.some(({ type }) => type.kind === 'invalid');
    return { kind: isInvalid ? 'invalid' : 'never', position };
  }
  return { kind: 'object', fields, bases: members, position };
}

/** One field of several types: required if one of them requires it, and its type is their intersection. */
function mergeFields(left: Field, others: readonly Field[], evaluator: Evaluator): Field {
  const all = [left, ...others];
  const head = {
    name: left.name,
    optional: all.every(({ optional }) => optional),
    isReadonly: all.every(({ isReadonly }) => isReadonly),
    doc: all.find(({ doc }) => doc !== '')?.doc ?? '',
    markers: [...new Set(all.flatMap(({ markers }) => markers))],
    position: left.position,
  };
  const mergeWith = (type: Type, right: Field): Type => {
    return mergeTwo(
      type,
      withoutUndefined(right.type, evaluator),
      right.position,
      evaluator,
      (a, b) => {
        return [
          'VMGEN4401',
          `${left.name} is ${b} here and ${a} in another type`,
          'give both fields one type, or one of them another name',
          relatedTo(left.position, `${a} is here`),
        ];
      },
    );
  };
  const resolve = (): Type => {
    const first = withoutUndefined(left.type, evaluator);
    const type = others.reduce(mergeWith, first);
    const isUndefined = !head.optional && all.every((field) => admitsUndefined(field, evaluator));
    if (!isUndefined) return type;
    const { position } = left;
    return unionOf([type, { kind: 'undefined', position }], position, evaluator);
  };
  return lazyField(head, resolve, (type) => {
    return all.some(({ required }) => required) && !mayBeUndefined(type, evaluator);
  });
}

/** unknown includes undefined. */
function admitsUndefined({ optional, type }: Field, evaluator: Evaluator): boolean {
  const shape = evaluator.shape(type);
  const isOpen = shape.kind === 'unknown' && shape.keyword !== 'object';
  return optional || isOpen || mayBeUndefined(type, evaluator);
}

type Conflict = (
  left: string,
  right: string,
) => readonly [code: DiagnosticCode, message: string, remedy: string, details?: DiagnosticDetails];

const noCommon: Conflict = (left, right) => [
  'VMGEN4401',
  `no value is both ${left} and ${right}`,
  'use one of them',
];

function mergeTwo(
  left: Type,
  right: Type,
  position: SourcePosition,
  evaluator: Evaluator,
  conflict: Conflict = noCommon,
): Type {
  if (left.kind === 'never' || typeKey(left) === typeKey(right)) return left;
  const [a, b] = [evaluator.shape(left), evaluator.shape(right)];
  if (a.kind === 'invalid' || b.kind === 'invalid') return { kind: 'invalid', position };
  if (a.kind === 'never' || b.kind === 'never') return { kind: 'never', position };
  if (isObject(a, evaluator) && isObject(b, evaluator)) {
    return intersectionOf([left, right], position, evaluator);
  }
  if (isEmpty(b)) return nonNullable(left, position, evaluator);
  if (isEmpty(a)) return nonNullable(right, position, evaluator);
  const narrower =
    narrowerOf(left, a, b, position, evaluator) ?? narrowerOf(right, b, a, position, evaluator);
  if (narrower) return narrower;
  const names = [left, right].map((type) => describeType(type, evaluator.types));
  const special = conflict === noCommon ? specialConflict(a, b) : undefined;
  const [code, message, remedy, details] = special ?? conflict(names[0] ?? '', names[1] ?? '');
  return evaluator.refuse(code, position, message, remedy, details);
}

const isEmpty = (type: Type): boolean =>
  type.kind === 'object' && type.fields.length + type.bases.length === 0;

/** Combinations that TypeScript allows and a schema cannot express. */
function specialConflict(a: Type, b: Type): ReturnType<Conflict> | undefined {
  const shapes = [a, b];
  if (shapes.some(hidesFields)) {
    const remedy = `use ObjectMeta alone, or ${NAME_FIELDS}`;
    return ['VMGEN4208', 'ObjectMeta in a schema has no fields to add to', remedy];
  }
  if (!shapes.some(({ kind }) => kind === 'object')) return undefined;
  if (shapes.some((each) => each.kind === 'runtime' && each.name === 'RawExtension')) {
    const remedy =
      'write only the fields, and +kubebuilder:pruning:PreserveUnknownFields above them';
    return ['VMGEN4206', 'RawExtension preserves all fields and declares none', remedy];
  }
  if (!shapes.some(({ kind }) => kind === 'string' || kind === 'number')) return undefined;
  return ['VMGEN4403', 'the API server ignores brands', 'write the type without its brand'];
}

const NUMBERS: readonly string[] = ['Int32', 'Int64', 'Float'];
const TEXTS: readonly string[] = ['Time', 'MicroTime', 'Duration'];

/** `type` where all its values are values of `wide`, or the part of its values that is. */
function narrowerOf(
  type: Type,
  shape: Type,
  wide: Type,
  position: SourcePosition,
  evaluator: Evaluator,
): Type | undefined {
  if (wide.kind === 'unknown' && wide.keyword === 'unknown') return type;
  if (shape.kind === 'enum') {
    const parts = membersOf(shape, evaluator.types);
    const others = wide.kind === 'enum' ? membersOf(wide, evaluator.types).map(typeKey) : [];
    const common = parts.filter((part) => {
      const [value] = part.kind === 'enum' ? part.values : [];
      return typeof value === wide.kind || others.includes(typeKey(part));
    });
    if (common.length === parts.length) return type;
    return common.length > 0 ? unionOf(common, position, evaluator) : undefined;
  }
  if (shape.kind === 'pattern' && wide.kind === 'string') return type;
  if (shape.kind === 'nullable' && wide.kind === 'nullable') {
    const inner = narrowerOf(shape.type, shape.type, wide.type, position, evaluator);
    return inner && { kind: 'nullable', type: inner, position };
  }
  if (wide.kind === 'nullable' && typeKey(wide.type) === typeKey(type)) return type;
  if (shape.kind !== 'runtime') return undefined;
  const wider = NUMBERS.includes(shape.name) ? 'number' : TEXTS.includes(shape.name) && 'string';
  return wide.kind === wider ? type : undefined;
}

/**
 * Whether no value has all of the types, as far as TypeScript treats an object with such a field as
 * impossible: one of the types consists of literals, and none is `never`. False if unknown.
 */
function areDisjoint(all: readonly Type[], evaluator: Evaluator): boolean {
  return haveNothingInCommon(
    all.map((type) => partsOf(type, evaluator.types)),
    evaluator,
  );
}

/** As {@link areDisjoint}, for the fields of one name in several objects: `?` permits undefined. */
function areFieldsDisjoint(fields: readonly Field[], evaluator: Evaluator): boolean {
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
