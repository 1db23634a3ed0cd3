import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse as parseYaml } from 'yaml';
import type { Compilation } from './compile.js';
import { KNOWN_SCHEMAS } from './schema/known-schemas.js';
import { compileText, fileText, diagnosticTexts, kindWith } from './testing/compile-text.js';

interface Accepted {
  readonly title: string;
  /** The type of the field `a`. */
  readonly type: string;
  readonly more?: string;
  /** What the CRD says of the field. */
  readonly schema: object;
}

const text = { type: 'string' };
const int32 = { type: 'integer', format: 'int32' };

/** A type whose properties say more than their types. */
const MARKED = `export interface Marked {
  /** X is marked. */
  // +kubebuilder:validation:MaxLength=3
  x: string;
  y?: Int32;
}`;
const x = { description: 'X is marked.', type: 'string', maxLength: 3 };

const condition = KNOWN_SCHEMAS.Condition;
const labels = { type: 'object', additionalProperties: text };

const ACCEPTED: readonly Accepted[] = [
  {
    title: 'fields beside an index signature that keeps all others',
    type: 'Open',
    more: `// +kubebuilder:pruning:PreserveUnknownFields
export interface Open { x: string; [key: string]: unknown }`,
    schema: {
      type: 'object',
      required: ['x'],
      properties: { x: text },
      'x-kubernetes-preserve-unknown-fields': true,
    },
  },
  {
    title: 'fields beside the index signature of a base',
    type: 'Child',
    more: `// +kubebuilder:pruning:PreserveUnknownFields
export interface Open { x: string; [key: string]: unknown }
export interface Child extends Open { y?: string }`,
    schema: {
      type: 'object',
      required: ['x'],
      properties: { x: text, y: text },
      'x-kubernetes-preserve-unknown-fields': true,
    },
  },
  {
    title: 'a union of strings in source order',
    type: `'z' | 'a'`,
    schema: { type: 'string', enum: ['z', 'a'] },
  },
  {
    title: 'a union of numbers',
    type: '1 | 2 | -3',
    schema: { type: 'integer', enum: [1, 2, -3] },
  },
  { title: 'a union of fractions', type: '0.5 | 2', schema: { type: 'number', enum: [0.5, 2] } },
  { title: 'a literal boolean', type: 'true', schema: { type: 'boolean', enum: [true] } },
  { title: 'both booleans', type: 'true | false', schema: { type: 'boolean' } },
  {
    title: 'an alias beside literals',
    type: `Low | 'c'`,
    more: `export type Low = 'a' | 'b';`,
    schema: { type: 'string', enum: ['a', 'b', 'c'] },
  },
  { title: 'a literal in a union with string', type: `'a' | string`, schema: text },
  {
    title: 'literals or null',
    type: `'a' | "it's" | null`,
    schema: {
      type: 'string',
      nullable: true,
      'x-kubernetes-validations': [{ rule: `self in ['a', 'it\\'s']` }],
    },
  },
  {
    title: 'a list of literals or null',
    type: 'List',
    more: '// +kubebuilder:validation:MaxItems=9\nexport type List = (1 | 2 | null)[];',
    schema: {
      type: 'array',
      maxItems: 9,
      items: {
        type: 'integer',
        nullable: true,
        'x-kubernetes-validations': [{ rule: 'self in [1, 2]' }],
      },
    },
  },
  {
    title: 'an enum of strings',
    type: 'E',
    more: `export enum E { B = 'b', A = 'a' }`,
    schema: { type: 'string', enum: ['b', 'a'] },
  },
  {
    title: 'an enum of numbers',
    type: 'E',
    more: 'export enum E { A, B, C = 7, D }',
    schema: { type: 'integer', enum: [0, 1, 7, 8] },
  },
  {
    title: 'members of an enum',
    type: 'E.A | E.C',
    more: `export enum E { A = 'x', B = 'y', C = 'z' }`,
    schema: { type: 'string', enum: ['x', 'z'] },
  },
  {
    title: 'a union of one required field each',
    type: '{ x: string } | { y: Int32 }',
    schema: {
      type: 'object',
      oneOf: [{ required: ['x'] }, { required: ['y'] }],
      properties: { x: text, y: int32 },
    },
  },
  {
    title: 'a union of one required field each that forbids the others, with a common field',
    type: '{ x: string; y?: never; n?: string } | { y: Int32; x?: never; n?: string }',
    schema: {
      type: 'object',
      oneOf: [{ required: ['x'] }, { required: ['y'] }],
      properties: { x: text, n: text, y: int32 },
    },
  },
  {
    title: 'a union with a literal field as discriminator',
    type: 'Disk | Net',
    more: `export interface Disk { type: 'disk'; path: string; mode?: string }
export interface Net { type: 'nfs' | 'smb'; host: string; mode?: string }`,
    schema: {
      type: 'object',
      required: ['type'],
      oneOf: [
        { properties: { type: { enum: ['disk'] } }, required: ['type', 'path'] },
        { properties: { type: { enum: ['nfs', 'smb'] } }, required: ['type', 'host'] },
      ],
      properties: {
        type: { type: 'string', enum: ['disk', 'nfs', 'smb'] },
        path: text,
        mode: text,
        host: text,
      },
    },
  },
  {
    title: 'a discriminated union or null',
    type: `{ on: true; x: string } | { on: false } | null`,
    schema: {
      type: 'object',
      nullable: true,
      required: ['on'],
      'x-kubernetes-validations': [
        { rule: 'self.on != true || has(self.x)', message: 'x must be set when on is true' },
      ],
      properties: { on: { type: 'boolean', enum: [true, false] }, x: text },
    },
  },
  {
    title: 'rules of one member of a union',
    type: 'A | B',
    more: `// +kubebuilder:validation:XValidation:rule="self.x != ''",message="x is empty"
export interface A { x: string }
export interface B { y: string }`,
    schema: {
      type: 'object',
      oneOf: [{ required: ['x'] }, { required: ['y'] }],
      'x-kubernetes-validations': [
        { rule: "!has(self.x) || (self.x != '')", message: 'x is empty' },
      ],
      properties: { x: text, y: text },
    },
  },
  {
    title: 'an intersection of objects',
    type: `Marked & { z: 'p' | 'q'; y: Int32 }`,
    more: MARKED,
    schema: {
      type: 'object',
      required: ['x', 'y', 'z'],
      properties: { x, y: int32, z: { type: 'string', enum: ['p', 'q'] } },
    },
  },
  {
    title: 'an intersection whose fields narrow each other',
    type: `{ m: string; n: number; o: 'a' | 'b' } & { m: 'x'; n: Int32; o: 'b' | 'c' }`,
    schema: {
      type: 'object',
      required: ['m', 'n', 'o'],
      properties: {
        m: { type: 'string', enum: ['x'] },
        n: int32,
        o: { type: 'string', enum: ['b'] },
      },
    },
  },
  {
    title: 'an intersection with a union',
    type: `{ n?: string } & ({ x: string } | { y: string })`,
    schema: {
      type: 'object',
      oneOf: [{ required: ['x'] }, { required: ['y'] }],
      properties: { n: text, x: text, y: text },
    },
  },
  {
    title: 'rules of all parts of an intersection',
    type: 'A & B',
    more: `// +kubebuilder:validation:XValidation:rule="self.x != ''"
export interface A { x: string }
// +kubebuilder:validation:XValidation:rule="self.y != ''"
export interface B { y: string }`,
    schema: {
      type: 'object',
      required: ['x', 'y'],
      'x-kubernetes-validations': [{ rule: "self.x != ''" }, { rule: "self.y != ''" }],
      properties: { x: text, y: text },
    },
  },
  {
    title: 'Partial',
    type: 'Partial<Marked>',
    more: MARKED,
    schema: { type: 'object', properties: { x, y: int32 } },
  },
  {
    title: 'Required',
    type: 'Required<Marked>',
    more: MARKED,
    schema: { type: 'object', required: ['x', 'y'], properties: { x, y: int32 } },
  },
  {
    title: 'Readonly',
    type: 'Readonly<Marked>',
    more: MARKED,
    schema: { type: 'object', required: ['x'], properties: { x, y: int32 } },
  },
  {
    title: 'Pick',
    type: `Pick<Marked, 'x'>`,
    more: MARKED,
    schema: { type: 'object', required: ['x'], properties: { x } },
  },
  {
    title: 'Omit',
    type: `Omit<Marked, 'y'>`,
    more: MARKED,
    schema: { type: 'object', required: ['x'], properties: { x } },
  },
  {
    title: 'fields picked from ObjectMeta',
    type: `Pick<ObjectMeta, 'name' | 'labels'>`,
    schema: { type: 'object', properties: { labels, name: text } },
  },
  {
    title: 'Partial of ObjectMeta, whose fields are optional',
    type: 'Partial<ObjectMeta>',
    schema: KNOWN_SCHEMAS.ObjectMeta,
  },
  { title: 'a field of ObjectMeta', type: `{ b: ObjectMeta['labels'] }['b']`, schema: labels },
  {
    title: 'Partial of LabelSelector, which is not an atomic map',
    type: 'Partial<LabelSelector>',
    schema: { type: 'object', properties: KNOWN_SCHEMAS.LabelSelector.properties },
  },
  {
    title: 'a LabelSelector and a field',
    type: 'LabelSelector & { extra?: string }',
    schema: {
      type: 'object',
      'x-kubernetes-map-type': 'atomic',
      properties: { ...KNOWN_SCHEMAS.LabelSelector.properties, extra: text },
    },
  },
  {
    title: 'an interface that extends Condition and narrows a field',
    type: 'Mine',
    more: `export interface Mine extends Condition { severity?: string; reason: 'A' | 'B' }`,
    schema: {
      type: 'object',
      required: condition.required,
      properties: {
        ...condition.properties,
        reason: { type: 'string', enum: ['A', 'B'] },
        severity: text,
      },
    },
  },
  {
    title: 'a Condition and more, with both rules of a field',
    type: `Condition & { extra: string; reason: 'A' | 'B'; observedGeneration: Int64 }`,
    schema: {
      type: 'object',
      required: [...(condition.required ?? []).toSpliced(2, 0, 'observedGeneration'), 'extra'],
      properties: {
        ...condition.properties,
        reason: { ...condition.properties?.['reason'], enum: ['A', 'B'] },
        extra: text,
      },
    },
  },
  {
    title: 'a Condition without a field',
    type: `Omit<Condition, 'reason' | 'message'>`,
    schema: {
      type: 'object',
      required: ['lastTransitionTime', 'status', 'type'],
      properties: Object.fromEntries(
        Object.entries(condition.properties ?? {}).filter(
          ([name]) => name !== 'reason' && name !== 'message',
        ),
      ),
    },
  },
  {
    title: 'a mapped Condition',
    type: '{ [K in keyof Condition]?: Condition[K] }',
    schema: { type: 'object', properties: condition.properties },
  },
  {
    title: 'the type of a field of Condition',
    type: `Condition['status'] | Condition['reason']`,
    schema: text,
  },
  {
    title: 'a value of ResourceList',
    type: `ResourceList['cpu']`,
    schema: KNOWN_SCHEMAS.Quantity,
  },
  { title: 'NonNullable', type: 'NonNullable<string | null | undefined>', schema: text },
  {
    title: 'Exclude and Extract',
    type: `Exclude<'a' | 'b' | 'c', 'b'> | Extract<'x' | 1, string>`,
    schema: { type: 'string', enum: ['a', 'c', 'x'] },
  },
  {
    title: 'a member taken from a union of objects',
    type: `Extract<{ k: 'a'; x: string } | { k: 'b'; y: string }, { k: 'b' }>`,
    schema: {
      type: 'object',
      required: ['k', 'y'],
      properties: { k: { type: 'string', enum: ['b'] }, y: text },
    },
  },
  {
    title: 'Record with string keys',
    type: 'Record<string, Int32>',
    schema: { type: 'object', additionalProperties: int32 },
  },
  {
    title: 'Record with literal keys',
    type: `Record<'p' | 'q', Int32>`,
    schema: { type: 'object', required: ['p', 'q'], properties: { p: int32, q: int32 } },
  },
  {
    title: 'an index signature',
    type: '{ [name: string]: Int32 }',
    schema: { type: 'object', additionalProperties: int32 },
  },
  {
    title: 'a mapped type over the keys of a type',
    type: '{ readonly [K in keyof Marked]?: Marked[K] }',
    more: MARKED,
    schema: { type: 'object', properties: { x, y: int32 } },
  },
  {
    title: 'a mapped type that removes the ?',
    type: '{ [K in keyof Marked]-?: Marked[K] }',
    more: MARKED,
    schema: { type: 'object', required: ['x', 'y'], properties: { x, y: int32 } },
  },
  {
    title: 'a mapped type with other names',
    type: '{ [K in keyof Marked as `max${Capitalize<K>}`]: Marked[K] }',
    more: MARKED,
    schema: { type: 'object', required: ['maxX'], properties: { maxX: x, maxY: int32 } },
  },
  {
    title: 'a mapped type over literals',
    type: `{ [K in 'p' | 'q']: K }`,
    schema: {
      type: 'object',
      required: ['p', 'q'],
      properties: { p: { type: 'string', enum: ['p'] }, q: { type: 'string', enum: ['q'] } },
    },
  },
  {
    title: 'a mapped type that drops keys',
    type: `{ [K in keyof Marked as Exclude<K, 'y'>]: Marked[K] }`,
    more: MARKED,
    schema: { type: 'object', required: ['x'], properties: { x } },
  },
  {
    title: 'an indexed access',
    type: `Outer['inner']['z'][]`,
    more: `export interface Outer { inner: { z: 'a' | 'b' } }`,
    schema: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
  },
  {
    title: 'the element of a list',
    type: `NonNullable<Outer['list']>[number]`,
    more: 'export interface Outer { list?: Int32[] }',
    schema: int32,
  },
  {
    title: 'keyof',
    type: 'keyof Marked',
    more: MARKED,
    schema: { type: 'string', enum: ['x', 'y'] },
  },
  {
    title: 'the keys of a constant',
    type: 'keyof typeof SIZES',
    more: `export const SIZES = { small: 1, large: 2 } as const;`,
    schema: { type: 'string', enum: ['small', 'large'] },
  },
  {
    title: 'the values of a constant',
    type: '(typeof SIZES)[keyof typeof SIZES]',
    more: `export const SIZES = { small: 1, large: 2 } as const satisfies object;`,
    schema: { type: 'integer', enum: [1, 2] },
  },
  {
    title: 'the elements of a constant',
    type: '(typeof REGIONS)[number]',
    more: `export const REGIONS = ['us', 'eu'] as const;`,
    schema: { type: 'string', enum: ['us', 'eu'] },
  },
  {
    title: 'the names of an enum',
    type: 'keyof typeof E',
    more: `export enum E { A = 'x', B = 'y' }`,
    schema: { type: 'string', enum: ['A', 'B'] },
  },
  {
    title: 'a generic type',
    type: 'Box<Int32>',
    more: `/** Box holds. */
export interface Box<T, Name = 'none'> {
  // +kubebuilder:validation:Maximum=9
  value: T;
  name?: Name;
}`,
    schema: {
      description: 'Box holds.',
      type: 'object',
      required: ['value'],
      properties: { value: { ...int32, maximum: 9 }, name: { type: 'string', enum: ['none'] } },
    },
  },
  {
    title: 'a generic type that extends another',
    type: 'Named<Int32>',
    more: `export interface Box<T> { value: T }
export interface Named<T> extends Box<T[]> { name: string }`,
    schema: {
      type: 'object',
      required: ['value', 'name'],
      properties: { value: { type: 'array', items: int32 }, name: text },
    },
  },
  {
    title: 'a tuple of one type',
    type: '[low: Int32, high: Int32]',
    schema: { type: 'array', minItems: 2, maxItems: 2, items: int32 },
  },
  {
    title: 'a tuple with optional elements',
    type: 'readonly [string, string?]',
    schema: { type: 'array', minItems: 1, maxItems: 2, items: text },
  },
  {
    title: 'a template literal',
    type: '`v${Int32}.${string}`',
    schema: { type: 'string', pattern: '^v-?(?:0|[1-9][0-9]*)\\.[\\s\\S]*$' },
  },
  {
    title: 'a template literal of literals',
    type: "`${'a' | 'b'}-${1 | 2}`",
    schema: { type: 'string', enum: ['a-1', 'a-2', 'b-1', 'b-2'] },
  },
  {
    title: 'a template literal beside a literal',
    type: "'auto' | `${number}px` | `(${boolean})`",
    schema: {
      type: 'string',
      pattern:
        '^(?:auto|-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?px|\\(false\\)|\\(true\\))$',
    },
  },
  {
    title: 'a string in another case',
    type: `Uppercase<'a'>`,
    schema: { type: 'string', enum: ['A'] },
  },
  {
    title: 'boolean without one of its values',
    type: 'Exclude<boolean, false>',
    schema: { type: 'boolean', enum: [true] },
  },
  {
    title: 'members of an enum, which no string literal matches',
    type: `Extract<'x' | 'w', E> | Exclude<E, 'y'> | 'v'`,
    more: `export enum E { A = 'x', B = 'y' }`,
    schema: { type: 'string', enum: ['x', 'v'] },
  },
  {
    title: 'members of two enums with the same values',
    type: `Exclude<E, F>`,
    more: `export enum E { A = 'x', B = 'y' }\nexport enum F { A = 'x', B = 'y' }`,
    schema: { type: 'string', enum: ['x', 'y'] },
  },
  {
    title: 'an enum whose values are computed from each other',
    type: 'E',
    more: 'export enum E { A = 1 << 2, B, C = A | 2, D = E.B * 2 - 1, E = ~-3 }',
    schema: { type: 'integer', enum: [4, 5, 6, 9, 2] },
  },
  {
    title: 'an enum with concatenated strings',
    type: 'E',
    more: "export enum E { A = 'a' + '-b', B = `x${A}`, 'c d' = `c` }",
    schema: { type: 'string', enum: ['a-b', 'xa-b', 'c'] },
  },
  {
    title: 'a declared constant enum',
    type: 'E',
    more: 'export declare const enum E { A, B }',
    schema: { type: 'integer', enum: [0, 1] },
  },
  {
    title: 'the keys of a constant that spreads another',
    type: 'keyof typeof ALL',
    more: 'const SOME = { a: 1, b: 2 } as const;\nexport const ALL = { ...SOME, b: 3, c: null } as const;',
    schema: { type: 'string', enum: ['a', 'b', 'c'] },
  },
  {
    title: 'the values of a constant that spreads another',
    type: '(typeof ALL)[keyof typeof ALL]',
    more: 'const SOME = { a: 1, b: 2 } as const;\nexport const ALL = { ...SOME, b: 3 } as const;',
    schema: { type: 'integer', enum: [1, 3] },
  },
  {
    title: 'keys that Extract selects by a template literal',
    type: '{ [K in keyof Marked as Extract<K, `x${string}`>]: Marked[K] }',
    more: MARKED,
    schema: { type: 'object', required: ['x'], properties: { x } },
  },
  {
    title: 'members of a union of objects that Exclude compares by all of their fields',
    type: `Exclude<{ k: 'a'; x: string } | { k: 'b'; y: string }, { k: 'b'; y: string | null }>`,
    schema: {
      type: 'object',
      required: ['k', 'x'],
      properties: { k: { type: 'string', enum: ['a'] }, x: text },
    },
  },
  {
    title: 'a mapped type with other names, distributed over a union',
    type: `Named<{ k: 'a'; x: string } | { k: 'b' }>`,
    more: 'type Named<T> = { [K in keyof T as `${K & string}1`]: T[K] };',
    schema: {
      type: 'object',
      required: ['k1'],
      oneOf: [
        { properties: { k1: { enum: ['a'] } }, required: ['k1', 'x1'] },
        { properties: { k1: { enum: ['b'] } }, required: ['k1'] },
      ],
      properties: { k1: { type: 'string', enum: ['a', 'b'] }, x1: text },
    },
  },
  {
    title: 'a mapped type over a tuple, which remains a tuple',
    type: 'Mapped<[string, Int32?]>',
    more: `type Mapped<T> = { [K in keyof T]: 'z' };`,
    schema: {
      type: 'array',
      minItems: 1,
      maxItems: 2,
      items: { type: 'string', enum: ['z'] },
    },
  },
  {
    title: 'Required of a field that is undefined by its type, not by a ?',
    type: 'Required<{ x: string | undefined; y?: Int32 }>',
    schema: { type: 'object', required: ['y'], properties: { x: text, y: int32 } },
  },
  {
    title: 'template literals with some excluded',
    type: "Exclude<'auto' | `${number}px` | 'x-a', 'auto' | 'x-a'>",
    schema: {
      type: 'string',
      pattern: '^-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?px$',
    },
  },
  {
    title: 'an intersection with a union that excludes one member',
    type: `({ k: 'a'; x: string } | { k: 'b'; y: string }) & { k: 'b'; z: string }`,
    schema: {
      type: 'object',
      required: ['k', 'y', 'z'],
      properties: { k: { type: 'string', enum: ['b'] }, y: text, z: text },
    },
  },
  {
    title: 'an intersection that excludes a member whose field is undefined instead of a Time',
    type: `({ k: undefined; x: string } | { y: string }) & { k: Time; z: string }`,
    schema: {
      type: 'object',
      required: ['y', 'k', 'z'],
      properties: { y: text, k: { type: 'string', format: 'date-time' }, z: text },
    },
  },
  {
    title: 'an intersection that excludes a member without a required field',
    type: `({ x: string; y?: never } | { y: string; z: string }) & { y: string }`,
    schema: { type: 'object', required: ['y', 'z'], properties: { y: text, z: text } },
  },
  {
    title: 'an intersection that excludes a member whose literals only two of three types share',
    type: `({ k: 'p' | 'q'; x: string } | { k: 'r'; y: string }) & { k: 'q' | 'r' } & { k: 'p' | 'r' }`,
    schema: {
      type: 'object',
      required: ['k', 'y'],
      properties: { k: { type: 'string', enum: ['r'] }, y: text },
    },
  },
  {
    title: 'an intersection that excludes a member whose template literal is not a number',
    type: '({ k: `a-${string}`; x: string } | { k: Int32; y: string }) & { k: number }',
    schema: { type: 'object', required: ['k', 'y'], properties: { k: int32, y: text } },
  },
  {
    title: 'a union with an intersection without values',
    type: `string | ({ k: undefined } & { k: LabelSelector })`,
    schema: text,
  },
  {
    title: 'a mapped type over an intersection without values',
    type: `string | Opt<{ k: never | undefined } & Record<'k' | 'x', string[]>>`,
    more: 'export type Opt<T> = { [K in keyof T]?: T[K] };',
    schema: text,
  },
  {
    title: 'a string with suggested literals',
    type: `'a' | 'b' | (string & {})`,
    schema: text,
  },
  { title: 'bytes', type: 'Uint8Array', schema: { type: 'string', format: 'byte' } },
  {
    title: 'an interface without fields',
    type: 'Empty',
    more: 'export interface Empty {}',
    schema: { type: 'object' },
  },
  {
    title: 'an interface in two parts',
    type: 'Parts',
    more: 'export interface Parts { x: string }\nexport interface Parts { y: string }',
    schema: { type: 'object', required: ['x', 'y'], properties: { x: text, y: text } },
  },
];

interface SpecSchema {
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

function specOf(files: Readonly<Record<string, string>>): SpecSchema {
  const compiled = compileText(files);
  assert.deepEqual(diagnosticTexts(compiled), []);
  return specIn(compiled);
}

function specIn(compiled: Compilation): SpecSchema {
  const crd: {
    spec: { versions: { schema: { openAPIV3Schema: { properties: { spec: SpecSchema } } } }[] };
  } = parseYaml(fileText(compiled, 'crds/example.com_things.yaml'));
  const spec = crd.spec.versions[0]?.schema.openAPIV3Schema.properties.spec;
  assert.ok(spec);
  return spec;
}

const RUNTIME = `import type { Int64, LabelSelector, ResourceList, Time } from '@vmgen/runtime';\n`;

for (const { title, type, more, schema } of ACCEPTED) {
  test(`builds the schema of ${title}`, () => {
    const source = RUNTIME + kindWith(`  a: ${type};`, more);
    assert.deepEqual(specOf({ 'example/v1/types.ts': source }).properties.a, schema);
  });
}

test('does not require fields that may be undefined', () => {
  const source = kindWith(
    '  a: string | undefined;\n  b?: string;\n  c: Maybe<string>;\n  d: string;',
    'export type Maybe<T> = T | undefined;',
  );
  assert.deepEqual(specOf({ 'example/v1/types.ts': source }).required, ['d']);
});

test('recognizes exports at the end of a file', () => {
  const text = kindWith('  a: string;')
    .replace('export interface Thing', 'interface Thing')
    .replace('export interface Spec', 'interface Spec');
  const files = (end: string) => ({ 'example/v1/types.ts': text + end });
  assert.deepEqual(diagnosticTexts(compileText(files('export type { Thing, Spec };'))), []);
  assert.deepEqual(
    diagnosticTexts(compileText(files('export type { Spec };')))[0],
    'example/v1/types.ts:5:4: error: +genclient has no effect on Thing, which is not exported\n  write export before Thing',
  );
});

test('converts a Date to a date-time with a warning', () => {
  const compiled = compileText({ 'example/v1/types.ts': kindWith('  a: Date;') });
  assert.deepEqual(diagnosticTexts(compiled), [
    'example/v1/types.ts:11:6: warning: a Date is a string in JSON: clients would return a string, not a Date\n  use Time of @vmgen/runtime',
  ]);
  const a = specIn(compiled).properties.a;
  assert.deepEqual(a, { type: 'string', format: 'date-time' });
});

test('finds types through files, re-exports, namespaces and inline imports', () => {
  const spec = specOf({
    'example/v1/types.ts':
      `import type { Renamed } from './all.js';\nimport type * as all from './all.js';\n` +
      `import type { inner } from './all.js';\n` +
      kindWith(
        `  a: Renamed;\n  b: all.Star;\n  c: inner.Star;\n  d: import('./deep.js').Deep<Int32>;`,
      ),
    'example/v1/all.ts':
      `export { Original as Renamed } from './deep.js';\nexport * from './deep.js';\n` +
      `export * as inner from './deep.js';`,
    'example/v1/deep.ts':
      `type Original = 'o';\nexport type { Original };\nexport type Star = 's';\n` +
      `export interface Deep<T> { value: T }`,
  });
  assert.deepEqual(spec.properties, {
    a: { type: 'string', enum: ['o'] },
    b: { type: 'string', enum: ['s'] },
    c: { type: 'string', enum: ['s'] },
    d: { type: 'object', required: ['value'], properties: { value: int32 } },
  });
});

for (const form of ['NAME', 'NonNullable<NAME>', 'Exclude<NAME, 1>']) {
  test(`follows a chain of 500 aliases to its end: ${form}`, () => {
    const link = (_: unknown, index: number): string =>
      `type A${index + 1} = ${form.replace('NAME', `A${index}`)};`;
    const chain = ['type A0 = string;', ...Array.from({ length: 500 }, link)].join('\n');
    const compiled = compileText({ 'example/v1/types.ts': kindWith('  a: A500;', chain) });
    assert.deepEqual(diagnosticTexts(compiled), []);
    assert.deepEqual(specIn(compiled).properties.a, { type: 'string' });
  });
}
