import type { SourcePosition } from '../findings/finding.js';
import { nearest } from '../markers/nearest.js';
import { describeType } from './describe-type.js';
import type { Evaluator } from './evaluator.js';
import { describeOwner } from './object-operations.js';
import { fieldsOf, type Field, type Literal, type Type } from './type.js';
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
  if (shape.kind === 'array') {
    if (key.kind === 'number') return shape.element;
    const literal = key.kind === 'enum' && key.values.length === 1 ? Number(key.values[0]) : -1;
    const element = shape.tuple?.elements[literal];
    if (element) return element;
  }
  if (key.kind === 'never') return key;
  const fields = fieldsOf(shape, evaluator.types);
  if (key.kind === 'enum' && (shape.kind === 'object' || fields.length > 0)) {
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

function typeOf(
  name: Literal,
  fields: readonly Field[],
  object: Type,
  position: SourcePosition,
  evaluator: Evaluator,
): Type {
  const field = fields.find((each) => each.name === String(name));
  if (!field) {
    const names = fields.map((each) => each.name);
    const suggestion = nearest(String(name), names);
    return evaluator.refuse(
      'VMGEN4204',
      position,
      `${describeOwner(object, evaluator)} has no field ${String(name)}`,
      suggestion === undefined ? `it has ${names.join(', ')}` : `did you mean ${suggestion}?`,
    );
  }
  if (!field.optional || field.type.kind === 'undefinable') return field.type;
  return { kind: 'undefinable', type: field.type, position };
}
