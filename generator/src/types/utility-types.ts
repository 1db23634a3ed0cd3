import { suggestionFor } from '../diagnostics/suggestion.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import { describeType } from './describe-type.js';
import type { Evaluator } from './evaluator.js';
import {
  describeOwner,
  keysOf,
  mapFields,
  mayBeUndefined,
  optionalField,
  readonlyField,
  requiredField,
} from './object-operations.js';
import { hidesFields, NAME_FIELDS } from './runtime-fields.js';
import { lazyField } from './lazy-field.js';
import type { Field, Literal, Type } from './type.js';
import { hasUnknownBase } from './fields-of.js';
import { isAssignable } from './assignable.js';
import { nonNullable, overMembers, unionOf } from './union-type.js';

/** A use of a utility type, and its argument. */
export interface UtilityUse {
  readonly name: string;
  readonly position: SourcePosition;
  readonly first: Type;
  /** Only of a utility type with two parameters. */
  readonly second: Type;
  /** Of the second argument. */
  readonly secondPosition: SourcePosition;
  readonly evaluator: Evaluator;
}

interface UtilityType {
  readonly parameters: 1 | 2;
  /** How it is written. */
  readonly form: string;
  readonly apply: (use: UtilityUse) => Type;
}

/** The utility types of the language. */
export const UTILITY_TYPES: Readonly<Record<string, UtilityType>> = {
  Partial: overFields('Partial<T>', optionalField),
  Required: overFields('Required<T>', requiredField),
  Readonly: overFields('Readonly<T>', readonlyField),
  Pick: { parameters: 2, form: 'Pick<T, Keys>', apply: pick },
  Omit: { parameters: 2, form: 'Omit<T, Keys>', apply: omit },
  Record: { parameters: 2, form: 'Record<Keys, T>', apply: record },
  NonNullable: {
    parameters: 1,
    form: 'NonNullable<T>',
    apply: ({ first, position, evaluator }) => nonNullable(first, position, evaluator),
  },
  Exclude: { parameters: 2, form: 'Exclude<T, U>', apply: (use) => divided(use, false) },
  Extract: { parameters: 2, form: 'Extract<T, U>', apply: (use) => divided(use, true) },
  NoInfer: { parameters: 1, form: 'NoInfer<T>', apply: ({ first }) => first },
  Uppercase: overTexts('Uppercase<T>', (text) => text.toUpperCase()),
  Lowercase: overTexts('Lowercase<T>', (text) => text.toLowerCase()),
  Capitalize: overTexts('Capitalize<T>', (text) => text.charAt(0).toUpperCase() + text.slice(1)),
  Uncapitalize: overTexts(
    'Uncapitalize<T>',
    (text) => text.charAt(0).toLowerCase() + text.slice(1),
  ),
};

function overFields(
  form: string,
  change: (field: Field, evaluator: Evaluator) => Field,
): UtilityType {
  return {
    parameters: 1,
    form,
    apply: ({ first, name, position, evaluator }) => {
      const shape = evaluator.shape(first);
      const { kind } = shape;
      if (hidesFields(shape) && name === 'Required') {
        const message = 'Required<ObjectMeta> requires fields that its schema does not have';
        return evaluator.refuse('VMGEN4208', position, message, NAME_FIELDS);
      }
      if (kind === 'array' && name === 'Readonly') return { ...shape, isReadonly: true };
      if (kind === 'map' && name === 'Partial') {
        const members: Type[] = [shape.value, { kind: 'undefined', position }];
        return { ...shape, value: unionOf(members, position, evaluator) };
      }
      // A type without own fields cannot be marked, and all fields of ObjectMeta are optional.
      if (kind === 'map' || hidesFields(shape)) return first;
      const changed = (fields: readonly Field[]): Field[] =>
        fields.map((field) => change(field, evaluator));
      return mapFields(first, changed, name, position, evaluator);
    },
  };
}

function pick(use: UtilityUse): Type {
  const { first, name, position, evaluator } = use;
  const keys = knownKeys(use);
  if (!keys) return { kind: 'invalid', position };
  const isPicked = ({ name: field }: Field): boolean => keys.includes(field);
  return mapFields(first, (fields) => fields.filter(isPicked), name, position, evaluator);
}

function omit(use: UtilityUse): Type {
  const { first, name, position, evaluator } = use;
  if (hidesFields(evaluator.shape(first))) {
    return evaluator.refuse(
      'VMGEN4208',
      position,
      'Omit of ObjectMeta keeps more than a schema',
      NAME_FIELDS,
    );
  }
  const keys = knownKeys(use);
  if (!keys) return { kind: 'invalid', position };
  const isKept = ({ name: field }: Field): boolean => !keys.includes(field);
  return mapFields(first, (fields) => fields.filter(isKept), name, position, evaluator);
}

/** The keys of a Pick or Omit, which must exist in the type, so that misspelled keys are reported. */
function knownKeys(use: UtilityUse): readonly string[] | undefined {
  const { first, second, secondPosition, name, position, evaluator } = use;
  const keys = evaluator.shape(second);
  const shape = evaluator.shape(first);
  if (keys.kind === 'invalid' || shape.kind === 'invalid') return undefined;
  if (shape.kind === 'union') {
    evaluator.refuse(
      'VMGEN4206',
      position,
      `${name} of a union is not read`,
      `write it for each member`,
    );
    return undefined;
  }
  const names = keysOf(first, evaluator);
  const described = describeType(first, evaluator.types);
  if (names && keys.kind === 'never') return [];
  if (!names || keys.kind !== 'enum') {
    const what = describeType(second, evaluator.types);
    const message = names
      ? `the keys of ${name} must be literals, not ${what}`
      : `${name} of ${described} has no fields`;
    evaluator.refuse(
      names ? 'VMGEN4203' : 'VMGEN4206',
      names ? secondPosition : position,
      message,
      'write the fields out',
    );
    return undefined;
  }
  const unknown = keys.values.find((key) => !names.includes(String(key)));
  if (unknown === undefined) return keys.values.map(String);
  if (hasUnknownBase(first, evaluator.types)) return undefined;
  const old = String(unknown);
  const message = `${describeOwner(first, evaluator)} has no field ${old}`;
  const [remedy, details] = suggestionFor(old, names, `it has ${names.join(', ')}`, (text) => {
    return { how: 'rename-literal', position: secondPosition, old, text };
  });
  evaluator.refuse('VMGEN4204', secondPosition, message, remedy, details);
  return undefined;
}

/** `Record<string, T>` is a map, `Record<'a' | 'b', T>` an object. */
function record({ first, second, position, evaluator }: UtilityUse): Type {
  const keys = evaluator.shape(first);
  if (keys.kind === 'string') return { kind: 'map', value: second, position };
  if (keys.kind === 'invalid') return keys;
  if (keys.kind !== 'enum') {
    return evaluator.refuse(
      'VMGEN4203',
      first.position,
      `the keys of a Record are string or literals, not ${describeType(first, evaluator.types)}`,
      'use Record<string, T>',
    );
  }
  const fields = [...new Set(keys.values.map(String))].map((name): Field => {
    const head = { name, optional: false, isReadonly: false, doc: '', markers: [], position };
    return lazyField(
      head,
      () => second,
      (type) => !mayBeUndefined(type, evaluator),
    );
  });
  return { kind: 'object', fields, bases: [], position };
}

/** Exclude and Extract: the members that are (`keeps`) or are not assignable to the other type. */
function divided(use: UtilityUse, keeps: boolean): Type {
  const { first, second, position, evaluator } = use;
  return overMembers(first, position, evaluator, (member) => {
    const isMember = isAssignableMember(member, second, use);
    if (isMember === undefined) return { kind: 'invalid', position };
    return isMember === keeps ? member : { kind: 'never', position };
  });
}

/** Undefined after a diagnostic. */
function isAssignableMember(member: Type, target: Type, use: UtilityUse): boolean | undefined {
  const { evaluator, position, name } = use;
  const answer = isAssignable(member, target, evaluator);
  if (answer === undefined) {
    const [what, of] = [member, target].map((type) => describeType(type, evaluator.types));
    evaluator.refuse(
      'VMGEN4404',
      position,
      `${name} cannot determine whether ${what} is ${of}`,
      'write the type out',
    );
  }
  return answer;
}

function overTexts(form: string, change: (text: string) => string): UtilityType {
  return {
    parameters: 1,
    form,
    apply: ({ first, name, position, evaluator }) => {
      const shape = evaluator.shape(first);
      if (shape.kind === 'never' || shape.kind === 'invalid') return shape;
      if (shape.kind === 'enum' && shape.values.every((value) => typeof value === 'string')) {
        const values: readonly Literal[] = [...new Set(shape.values.map(change))];
        return { kind: 'enum', values, position };
      }
      return evaluator.refuse(
        'VMGEN4406',
        position,
        `${name} of ${describeType(first, evaluator.types)} has no schema`,
        'use string with +kubebuilder:validation:Pattern',
      );
    },
  };
}
