import type { SourcePosition } from '../diagnostics/diagnostic.js';
import { describeType } from './describe-type.js';
import type { Evaluator } from './evaluator.js';
import { changedField } from './lazy-field.js';
import { hidesFields, NAME_FIELDS } from './runtime-fields.js';
import type { Field, Type } from './type.js';
import { fieldsOf, isIndexed } from './fields-of.js';
import { unionOf } from './union-type.js';

/** The effect of an operation on the fields of an object type. */
type FieldOperation = (fields: readonly Field[]) => readonly Field[];

/** The key that TypeScript treats as the number 1. */
const NUMERIC = /^(?:0|-?[1-9]\d*)(?:\.\d+)?$/;

/**
 * Applies `operation` to the fields of `type`, preserving their documentation, markers and order; distributes
 * over unions.
 */
export function mapFields(
  type: Type,
  operation: FieldOperation,
  name: string,
  position: SourcePosition,
  evaluator: Evaluator,
): Type {
  const shape = evaluator.shape(type);
  switch (shape.kind) {
    case 'nullable':
    case 'undefinable':
      return { ...shape, type: mapFields(shape.type, operation, name, position, evaluator) };
    case 'union': {
      const members = shape.members.map((member) =>
        mapFields(member, operation, name, position, evaluator),
      );
      return unionOf(members, position, evaluator);
    }
    case 'invalid':
      return shape;
    default:
      break;
  }
  if (isIndexed(shape, evaluator.types)) return refuseIndexed(name, type, position, evaluator);
  const fields = fieldsOf(shape, evaluator.types);
  if (shape.kind === 'object' || fields.length > 0) {
    return { kind: 'object', fields: operation(fields), bases: [], position };
  }
  return evaluator.refuse(
    'VMGEN4206',
    position,
    `${name} of ${describeType(type, evaluator.types)} has no fields`,
    'write the fields out',
  );
}

/** To TypeScript any text is a key of such a type, and nothing is left of its fields. */
function refuseIndexed(
  name: string,
  type: Type,
  position: SourcePosition,
  evaluator: Evaluator,
): Type {
  const message = `${name} of ${describeType(type, evaluator.types)} loses its fields to the index signature`;
  return evaluator.refuse('VMGEN4206', position, message, 'write the fields out');
}

/** The name of a type for a diagnostic about a missing field. */
export function describeOwner(type: Type, evaluator: Evaluator): string {
  const described = describeType(type, evaluator.types);
  return hidesFields(evaluator.shape(type)) ? `an embedded ${described}` : described;
}

/** Partial: the `?` of the new type overrules the markers of the old one. */
export function optionalField(field: Field): Field {
  return changedField(field, { optional: true }, undefined, () => false);
}

/** Required: removes `undefined` from the type together with `?`. */
export function requiredField(field: Field, evaluator: Evaluator): Field {
  if (!field.optional) return changedField(field, { optional: false });
  const strip = (type: Type): Type => withoutUndefined(type, evaluator);
  return changedField(field, { optional: false }, strip, () => true);
}

export function withoutUndefined(type: Type, evaluator: Evaluator): Type {
  const shape = evaluator.shape(type);
  if (shape.kind === 'undefined') return { kind: 'never', position: type.position };
  return shape.kind === 'undefinable' ? shape.type : type;
}

/** Whether the type of a field allows its absence. */
export function mayBeUndefined(type: Type, evaluator: Evaluator): boolean {
  const { kind } = evaluator.shape(type);
  return kind === 'undefinable' || kind === 'undefined';
}

export function readonlyField(field: Field): Field {
  return changedField(field, { isReadonly: true });
}

/** The names of the fields of a type; undefined for a type with arbitrary fields, or with none. */
export function keysOf(type: Type, evaluator: Evaluator): readonly string[] | undefined {
  const shape = evaluator.shape(type);
  const isObject = shape.kind === 'object' || shape.kind === 'runtime';
  const members = shape.kind === 'union' ? shape.members : [];
  const isUnion = shape.kind === 'union' && members.every((each) => keysOf(each, evaluator));
  if (!isObject && !isUnion) return undefined;
  const names = fieldsOf(shape, evaluator.types).map(({ name }) => name);
  return names.length === 0 && shape.kind === 'runtime' ? undefined : names;
}

/** `keyof T`. */
export function keyofType(type: Type, position: SourcePosition, evaluator: Evaluator): Type {
  const shape = evaluator.shape(type);
  if (hidesFields(shape)) {
    return evaluator.refuse(
      'VMGEN4208',
      position,
      'keyof ObjectMeta has more keys than a schema',
      NAME_FIELDS,
    );
  }
  if (shape.kind === 'invalid') return shape;
  if (isIndexed(shape, evaluator.types)) return refuseIndexed('keyof', type, position, evaluator);
  const names = keysOf(type, evaluator);
  const number = names?.find((name) => NUMERIC.test(name));
  if (number !== undefined) {
    const message = `the key ${number} is a number in TypeScript but a string in JSON`;
    return evaluator.refuse('VMGEN4203', position, message, 'write the keys out');
  }
  if (!names) {
    return evaluator.refuse(
      'VMGEN4206',
      position,
      `keyof ${describeType(type, evaluator.types)} has no known keys`,
      'write the keys out',
    );
  }
  return names.length === 0
    ? { kind: 'never', position }
    : { kind: 'enum', values: names, position };
}
