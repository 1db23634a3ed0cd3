import { remedyFor } from '../diagnostics/suggestion.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import { describeType } from './describe-type.js';
import type { Evaluator } from './evaluator.js';
import { describeOwner } from './object-operations.js';
import type { Field, Literal, Type } from './type.js';
import { hasUnknownBase } from './fields-of.js';
import { elementOf } from './tuple-type.js';
import { unionOf } from './union-type.js';

/** `object[index]`: the types of fields, of the elements of an array or of the values of a map. */
export function indexedType(
  object: Type,
  index: Type,
  position: SourcePosition,
  evaluator: Evaluator,
): Type {
  const shape = evaluator.shape(object);
  const key = evaluator.shape(index);
  if (shape.kind === 'invalid' || key.kind === 'invalid') return { kind: 'invalid', position };
  if (shape.kind === 'union') {
    const members = shape.members.map((each) => indexedType(each, index, position, evaluator));
    return unionOf(members, position, evaluator);
  }
  if (shape.kind === 'map' && key.kind !== 'never') return shape.value;
  if (shape.kind === 'runtime' && shape.name === 'ResourceList' && key.kind !== 'never') {
    return { kind: 'runtime', name: 'Quantity', position };
  }
  if (key.kind === 'never') return key;
  if (shape.kind === 'array') {
    const element = placeOf(shape, key, position, evaluator);
    if (element) return element;
  }
  const fields = evaluator.fieldsByName(shape);
  if (key.kind === 'enum' && (shape.kind === 'object' || fields.size > 0)) {
    const types = key.values.map((name) => typeOf(name, fields, object, position, evaluator));
    return unionOf(types, position, evaluator);
  }
  const [what, where] = [index, object].map((type) => describeType(type, evaluator.types));
  return evaluator.refuse(
    'VMGEN4205',
    position,
    `${where} cannot be indexed with ${what}`,
    'write the resulting type out',
  );
}

/** The type at a place of an array, or at any. */
function placeOf(
  list: Extract<Type, { kind: 'array' }>,
  key: Type,
  position: SourcePosition,
  evaluator: Evaluator,
): Type | undefined {
  if (key.kind === 'number') return elementOf(list, evaluator);
  if (key.kind !== 'enum') return undefined;
  const types = key.values.map((value): Type | undefined => {
    if (!/^\d+$/.test(String(value))) return undefined;
    if (!list.tuple) return list.element;
    const { elements, min } = list.tuple;
    const type = elements[Number(value)];
    if (!type || Number(value) < min) return type;
    return unionOf([type, { kind: 'undefined', position }], position, evaluator);
  });
  return types.every((type) => type !== undefined)
    ? unionOf(types, position, evaluator)
    : undefined;
}

function typeOf(
  name: Literal,
  fields: ReadonlyMap<string, Field>,
  object: Type,
  position: SourcePosition,
  evaluator: Evaluator,
): Type {
  const wanted = String(name);
  const field = fields.get(wanted);
  if (!field && hasUnknownBase(object, evaluator.types)) return { kind: 'invalid', position };
  if (!field) {
    const names = [...fields.keys()];
    const message = `${describeOwner(object, evaluator)} has no field ${wanted}`;
    const remedy = remedyFor(wanted, names, `it has ${names.join(', ')}`);
    return evaluator.refuse('VMGEN4204', position, message, remedy);
  }
  if (!field.optional) return field.type;
  return unionOf([field.type, { kind: 'undefined', position }], position, evaluator);
}
