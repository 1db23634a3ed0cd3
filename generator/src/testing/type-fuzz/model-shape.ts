import type { Evaluator } from '../../types/evaluator.js';
import { RUNTIME_PRIMITIVES } from '../../sources/runtime-types.js';
import { withoutUndefined } from '../../types/object-operations.js';
import type { Type } from '../../types/type.js';
import { fieldsOf } from '../../types/fields-of.js';
import {
  arrayShape,
  DEEPEST,
  literalShape,
  mapShape,
  NoShape,
  objectShape,
  textsShape,
  TOO_DEEP,
  tupleShape,
  unionShape,
  type Shape,
} from './shape.js';

const RUNTIME: Readonly<Partial<Record<string, Shape>>> = {
  ...RUNTIME_PRIMITIVES,
  Quantity: '(number | string)',
  IntOrString: '(number | string)',
};

/** What a type is to vmgen; throws NoShape for what it refused. */
export function modelShape(type: Type, evaluator: Evaluator, depth = 0): Shape {
  const members = openUnion(type, evaluator);
  const patterns = members.filter((member) => member.kind === 'pattern');
  if (patterns.length === 0) {
    return unionShape(members.flatMap((member) => memberShapes(member, evaluator, depth)));
  }
  const texts = members.flatMap((member) => {
    return member.kind === 'enum' ? member.values.filter((each) => typeof each === 'string') : [];
  });
  const matches = (text: string): boolean =>
    texts.includes(text) || patterns.some(({ pattern }) => new RegExp(`^${pattern}$`).test(text));
  const others = members.flatMap((member) =>
    memberShapes(member, evaluator, depth).filter((shape) => !shape.startsWith('"')),
  );
  return unionShape([textsShape(matches), ...others]);
}

function openUnion(type: Type, evaluator: Evaluator): Type[] {
  const shape = evaluator.shape(type);
  const { position } = type;
  switch (shape.kind) {
    case 'union':
      return shape.members.flatMap((member) => openUnion(member, evaluator));
    case 'nullable':
      return [...openUnion(shape.type, evaluator), { kind: 'null', position }];
    case 'undefinable':
      return [...openUnion(shape.type, evaluator), { kind: 'undefined', position }];
    case 'never':
      return [];
    default:
      return [shape];
  }
}

function memberShapes(type: Type, evaluator: Evaluator, depth: number): Shape[] {
  switch (type.kind) {
    case 'enum':
      return type.values.map(literalShape);
    case 'boolean':
      return ['true', 'false'];
    case 'string':
    case 'number':
    case 'null':
    case 'undefined':
      return [type.kind];
    case 'unknown':
      return [type.keyword === 'object' ? 'object' : 'unknown'];
    case 'bytes':
      return ['Uint8Array'];
    case 'date':
      return ['Date'];
    case 'pattern':
      return [];
    case 'runtime': {
      const known = RUNTIME[type.name];
      if (known !== undefined) return known.startsWith('(') ? ['number', 'string'] : [known];
      return [structureShape(type, evaluator, depth)];
    }
    case 'array':
    case 'map':
    case 'object':
      return [structureShape(type, evaluator, depth)];
    default:
      throw new NoShape(type.kind);
  }
}

function structureShape(type: Type, evaluator: Evaluator, depth: number): Shape {
  if (depth >= DEEPEST) return TOO_DEEP;
  const inner = (each: Type): Shape => modelShape(each, evaluator, depth + 1);
  if (type.kind === 'map') return mapShape(inner(type.value));
  if (type.kind === 'array') {
    if (!type.tuple) return arrayShape(inner(type.element));
    const { elements, min } = type.tuple;
    return tupleShape(
      elements.map((each, index) => inner(index < min ? each : withoutUndefined(each, evaluator))),
      min,
    );
  }
  const fields = fieldsOf(type, evaluator.types).map((field) => ({
    name: field.name,
    mayMiss: !field.required,
    type: inner(field.required ? field.type : withoutUndefined(field.type, evaluator)),
  }));
  return objectShape(fields);
}
