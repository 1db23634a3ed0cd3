import type { FindingCode } from '../findings/code.js';
import type { FindingDetails, SourcePosition } from '../findings/finding.js';
import { describeType, typeKey } from './describe-type.js';
import type { Evaluator } from './evaluator.js';
import { lazyField } from './lazy-field.js';
import { hidesFields, NAME_FIELDS } from './runtime-fields.js';
import { fieldsOf, type Field, type Type } from './type.js';
import { membersOf, unionOf } from './union-type.js';

/** More variants than this are no union that anybody would read. */
const MOST_VARIANTS = 1000;

/** `A & B`: objects are merged, unions member by member, and of scalars the narrower one holds. */
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
      'VMGEN4106',
      position,
      `the intersection stands for ${count} variants`,
      'intersect fewer unions',
    );
  }
  const variants = choices.reduce<Type[][]>(
    (products, parts) => products.flatMap((product) => parts.map((part) => [...product, part])),
    [[]],
  );
  const merged = variants.map((variant) => mergeAll(variant, position, evaluator));
  return merged.length === 1 && merged[0] ? merged[0] : unionOf(merged, position, evaluator);
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
  const seen = new Map<string, Field[]>();
  for (const field of members.flatMap((member) => fieldsOf(member, evaluator.types))) {
    seen.set(field.name, [...(seen.get(field.name) ?? []), field]);
  }
  const fields = [...seen.values()].flatMap(([first, ...rest]) => {
    if (!first || rest.length === 0) return [];
    return [mergeFields(first, rest, evaluator)];
  });
  return { kind: 'object', fields, bases: members, position };
}

/** One field of several: it is there when one of them must be, and what all say holds. */
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
    const merged = mergeTwo(type, right.type, right.position, evaluator, (a, b) => {
      return [
        'VMGEN4402',
        `${left.name} is ${b} here and ${a} in another type`,
        'give both fields one type, or one of them another name',
        { related: [{ position: left.position, label: `${a} is here` }] },
      ];
    });
    return merged;
  };
  const resolve = (): Type => others.reduce(mergeWith, left.type);
  return lazyField(head, resolve, () => all.some(({ required }) => required));
}

type Conflict = (
  left: string,
  right: string,
) => readonly [code: FindingCode, message: string, remedy: string, details?: FindingDetails];

const noCommon: Conflict = (left, right) => [
  'VMGEN4401',
  `nothing is both ${left} and ${right}`,
  'use one of them',
];

function mergeTwo(
  left: Type,
  right: Type,
  position: SourcePosition,
  evaluator: Evaluator,
  conflict: Conflict = noCommon,
): Type {
  if (typeKey(left) === typeKey(right)) return left;
  const [a, b] = [evaluator.shape(left), evaluator.shape(right)];
  if (a.kind === 'invalid' || b.kind === 'invalid') return { kind: 'invalid', position };
  if (isObject(a, evaluator) && isObject(b, evaluator)) {
    return intersectionOf([left, right], position, evaluator);
  }
  const narrower = narrowerOf(left, a, b, position) ?? narrowerOf(right, b, a, position);
  if (narrower) return narrower;
  const names = [left, right].map((type) => describeType(type, evaluator.types));
  const special = conflict === noCommon ? specialConflict(a, b) : undefined;
  const [code, message, remedy, details] = special ?? conflict(names[0] ?? '', names[1] ?? '');
  return evaluator.refuse(code, position, message, remedy, details);
}

/** What TypeScript takes together and a schema cannot. */
function specialConflict(a: Type, b: Type): ReturnType<Conflict> | undefined {
  const shapes = [a, b];
  if (shapes.some(hidesFields)) {
    const remedy = `write ObjectMeta alone, or ${NAME_FIELDS}`;
    return ['VMGEN4208', 'ObjectMeta in a schema has no fields to add to', remedy];
  }
  if (!shapes.some(({ kind }) => kind === 'object')) return undefined;
  if (shapes.some((each) => each.kind === 'runtime' && each.name === 'RawExtension')) {
    const remedy =
      'write only the fields, and +kubebuilder:pruning:PreserveUnknownFields above them';
    return ['VMGEN4207', 'RawExtension keeps all fields and names none', remedy];
  }
  if (!shapes.some(({ kind }) => kind === 'string' || kind === 'number')) return undefined;
  return [
    'VMGEN4403',
    'a brand says nothing to the API server',
    'write the type without its brand',
  ];
}

const NUMBERS: readonly string[] = ['Int32', 'Int64', 'Float'];
const TEXTS: readonly string[] = ['Time', 'MicroTime', 'Duration'];

/** `type` where all its values are values of `wide`, or the part of its values that is. */
function narrowerOf(
  type: Type,
  shape: Type,
  wide: Type,
  position: SourcePosition,
): Type | undefined {
  if (wide.kind === 'object' && wide.fields.length + wide.bases.length === 0) return type;
  if (wide.kind === 'unknown') return type;
  if (shape.kind === 'enum') {
    const values = shape.values.filter(
      (value) =>
        typeof value === wide.kind || (wide.kind === 'enum' && wide.values.includes(value)),
    );
    if (values.length === shape.values.length) return type;
    return values.length > 0 ? { kind: 'enum', values, position } : undefined;
  }
  if (shape.kind === 'pattern' && wide.kind === 'string') return type;
  if (shape.kind === 'nullable' && wide.kind === 'nullable') {
    const inner = narrowerOf(shape.type, shape.type, wide.type, position);
    return inner && { kind: 'nullable', type: inner, position };
  }
  if (wide.kind === 'nullable' && typeKey(wide.type) === typeKey(type)) return type;
  if (shape.kind !== 'runtime') return undefined;
  const wider = NUMBERS.includes(shape.name) ? 'number' : TEXTS.includes(shape.name) && 'string';
  return wide.kind === wider ? type : undefined;
}
