import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse as parseYaml } from 'yaml';
import type { Compilation } from './compile.js';
import { KNOWN_SCHEMAS } from './schema/known-schemas.js';
import { compileText, fileText, diagnosticTexts, kindWith } from './testing/compile-text.js';

/** A type of the field `a` with further declarations, and what the CRD says of the field. */
type Accepted = readonly [title: string, type: string, schema: object, more?: string];

const text = { type: 'string' };
const int32 = { type: 'integer', format: 'int32' };

/** The schema of an object that requires all fields. */
const whole = (properties: Readonly<Record<string, object>>) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});

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
  [
    'fields beside an index signature that keeps all others',
    'Open',
    {
      type: 'object',
      required: ['x'],
      properties: { x: text },
      'x-kubernetes-preserve-unknown-fields': true,
    },
    `// +kubebuilder:pruning:PreserveUnknownFields
export interface Open { x: string; [key: string]: unknown }`,
  ],
  [
    'fields beside the index signature of a base',
    'Child',
    {
      type: 'object',
      required: ['x'],
      properties: { x: text, y: text },
      'x-kubernetes-preserve-unknown-fields': true,
    },
    `// +kubebuilder:pruning:PreserveUnknownFields
export interface Open { x: string; [key: string]: unknown }
export interface Child extends Open { y?: string }`,
  ],
  ['a union of strings in source order', `'z' | 'a'`, { type: 'string', enum: ['z', 'a'] }],
  ['a union of numbers', '1 | 2 | -3', { type: 'integer', enum: [1, 2, -3] }],
  ['a union of fractions', '0.5 | 2', { type: 'number', enum: [0.5, 2] }],
  ['a literal boolean', 'true', { type: 'boolean', enum: [true] }],
  ['both booleans', 'true | false', { type: 'boolean' }],
  [
    'an alias beside literals',
    `Low | 'c'`,
    { type: 'string', enum: ['a', 'b', 'c'] },
    `export type Low = 'a' | 'b';`,
  ],
  ['a literal in a union with string', `'a' | string`, text],
  [
    'literals or null',
    `'a' | "it's" | null`,
    {
      type: 'string',
      nullable: true,
      'x-kubernetes-validations': [{ rule: `self in ['a', 'it\\'s']` }],
    },
  ],
  [
    'a list of literals or null',
    'List',
    {
      type: 'array',
      maxItems: 9,
      items: {
        type: 'integer',
        nullable: true,
        'x-kubernetes-validations': [{ rule: 'self in [1, 2]' }],
      },
    },
    '// +kubebuilder:validation:MaxItems=9\nexport type List = (1 | 2 | null)[];',
  ],
  [
    'an enum of strings',
    'E',
    { type: 'string', enum: ['b', 'a'] },
    `export enum E { B = 'b', A = 'a' }`,
  ],
  [
    'an enum of numbers',
    'E',
    { type: 'integer', enum: [0, 1, 7, 8] },
    'export enum E { A, B, C = 7, D }',
  ],
  [
    'members of an enum',
    'E.A | E.C',
    { type: 'string', enum: ['x', 'z'] },
    `export enum E { A = 'x', B = 'y', C = 'z' }`,
  ],
  [
    'a union of one required field each',
    '{ x: string } | { y: Int32 }',
    {
      type: 'object',
      oneOf: [{ required: ['x'] }, { required: ['y'] }],
      properties: { x: text, y: int32 },
    },
  ],
  [
    'a union of one required field each that forbids the others, with a common field',
    '{ x: string; y?: never; n?: string } | { y: Int32; x?: never; n?: string }',
    {
      type: 'object',
      oneOf: [{ required: ['x'] }, { required: ['y'] }],
      properties: { x: text, n: text, y: int32 },
    },
  ],
  [
    'a union with a literal field as discriminator',
    'Disk | Net',
    {
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
    `export interface Disk { type: 'disk'; path: string; mode?: string }
export interface Net { type: 'nfs' | 'smb'; host: string; mode?: string }`,
  ],
  [
    'a discriminated union or null',
    `{ on: true; x: string } | { on: false } | null`,
    {
      type: 'object',
      nullable: true,
      required: ['on'],
      'x-kubernetes-validations': [
        { rule: 'self.on != true || has(self.x)', message: 'x must be set when on is true' },
      ],
      properties: { on: { type: 'boolean', enum: [true, false] }, x: text },
    },
  ],
  [
    'rules of one member of a union',
    'A | B',
    {
      type: 'object',
      oneOf: [{ required: ['x'] }, { required: ['y'] }],
      'x-kubernetes-validations': [
        { rule: "!has(self.x) || (self.x != '')", message: 'x is empty' },
      ],
      properties: { x: text, y: text },
    },
    `// +kubebuilder:validation:XValidation:rule="self.x != ''",message="x is empty"
export interface A { x: string }
export interface B { y: string }`,
  ],
  [
    'an intersection of objects',
    `Marked & { z: 'p' | 'q'; y: Int32 }`,
    whole({ x, y: int32, z: { type: 'string', enum: ['p', 'q'] } }),
    MARKED,
  ],
  [
    'an intersection whose fields narrow each other',
    `{ m: string; n: number; o: 'a' | 'b' } & { m: 'x'; n: Int32; o: 'b' | 'c' }`,
    whole({
      m: { type: 'string', enum: ['x'] },
      n: int32,
      o: { type: 'string', enum: ['b'] },
    }),
  ],
  [
    'an intersection with a union',
    `{ n?: string } & ({ x: string } | { y: string })`,
    {
      type: 'object',
      oneOf: [{ required: ['x'] }, { required: ['y'] }],
      properties: { n: text, x: text, y: text },
    },
  ],
  [
    'rules of all parts of an intersection',
    'A & B',
    {
      type: 'object',
      required: ['x', 'y'],
      'x-kubernetes-validations': [{ rule: "self.x != ''" }, { rule: "self.y != ''" }],
      properties: { x: text, y: text },
    },
    `// +kubebuilder:validation:XValidation:rule="self.x != ''"
export interface A { x: string }
// +kubebuilder:validation:XValidation:rule="self.y != ''"
export interface B { y: string }`,
  ],
  ['Partial', 'Partial<Marked>', { type: 'object', properties: { x, y: int32 } }, MARKED],
  ['Required', 'Required<Marked>', whole({ x, y: int32 }), MARKED],
  [
    'Readonly',
    'Readonly<Marked>',
    { type: 'object', required: ['x'], properties: { x, y: int32 } },
    MARKED,
  ],
  ['Pick', `Pick<Marked, 'x'>`, whole({ x }), MARKED],
  ['Omit', `Omit<Marked, 'y'>`, whole({ x }), MARKED],
  [
    'fields picked from ObjectMeta',
    `Pick<ObjectMeta, 'name' | 'labels'>`,
    { type: 'object', properties: { labels, name: text } },
  ],
  [
    'Partial of ObjectMeta, whose fields are optional',
    'Partial<ObjectMeta>',
    KNOWN_SCHEMAS.ObjectMeta,
  ],
  ['a field of ObjectMeta', `{ b: ObjectMeta['labels'] }['b']`, labels],
  [
    'Partial of LabelSelector, which is not an atomic map',
    'Partial<LabelSelector>',
    { type: 'object', properties: KNOWN_SCHEMAS.LabelSelector.properties },
  ],
  [
    'a LabelSelector and a field',
    'LabelSelector & { extra?: string }',
    {
      type: 'object',
      'x-kubernetes-map-type': 'atomic',
      properties: { ...KNOWN_SCHEMAS.LabelSelector.properties, extra: text },
    },
  ],
  [
    'an interface that extends Condition and narrows a field',
    'Mine',
    {
      type: 'object',
      required: condition.required,
      properties: {
        ...condition.properties,
        reason: { type: 'string', enum: ['A', 'B'] },
        severity: text,
      },
    },
    `export interface Mine extends Condition { severity?: string; reason: 'A' | 'B' }`,
  ],
  [
    'a Condition and more, with both rules of a field',
    `Condition & { extra: string; reason: 'A' | 'B'; observedGeneration: Int64 }`,
    {
      type: 'object',
      required: [...(condition.required ?? []).toSpliced(2, 0, 'observedGeneration'), 'extra'],
      properties: {
        ...condition.properties,
        reason: { ...condition.properties?.['reason'], enum: ['A', 'B'] },
        extra: text,
      },
    },
  ],
  [
    'a Condition without a field',
    `Omit<Condition, 'reason' | 'message'>`,
    {
      type: 'object',
      required: ['lastTransitionTime', 'status', 'type'],
      properties: Object.fromEntries(
        Object.entries(condition.properties ?? {}).filter(
          ([name]) => name !== 'reason' && name !== 'message',
        ),
      ),
    },
  ],
  [
    'a mapped Condition',
    '{ [K in keyof Condition]?: Condition[K] }',
    { type: 'object', properties: condition.properties },
  ],
  ['the type of a field of Condition', `Condition['status'] | Condition['reason']`, text],
  ['a value of ResourceList', `ResourceList['cpu']`, KNOWN_SCHEMAS.Quantity],
  ['NonNullable', 'NonNullable<string | null | undefined>', text],
  [
    'Exclude and Extract',
    `Exclude<'a' | 'b' | 'c', 'b'> | Extract<'x' | 1, string>`,
    { type: 'string', enum: ['a', 'c', 'x'] },
  ],
  [
    'a member taken from a union of objects',
    `Extract<{ k: 'a'; x: string } | { k: 'b'; y: string }, { k: 'b' }>`,
    whole({ k: { type: 'string', enum: ['b'] }, y: text }),
  ],
  [
    'Record with string keys',
    'Record<string, Int32>',
    { type: 'object', additionalProperties: int32 },
  ],
  ['Record with literal keys', `Record<'p' | 'q', Int32>`, whole({ p: int32, q: int32 })],
  [
    'an index signature',
    '{ [name: string]: Int32 }',
    { type: 'object', additionalProperties: int32 },
  ],
  [
    'a mapped type over the keys of a type',
    '{ readonly [K in keyof Marked]?: Marked[K] }',
    { type: 'object', properties: { x, y: int32 } },
    MARKED,
  ],
  [
    'a mapped type that removes the ?',
    '{ [K in keyof Marked]-?: Marked[K] }',
    whole({ x, y: int32 }),
    MARKED,
  ],
  [
    'a mapped type with other names',
    '{ [K in keyof Marked as `max${Capitalize<K>}`]: Marked[K] }',
    { type: 'object', required: ['maxX'], properties: { maxX: x, maxY: int32 } },
    MARKED,
  ],
  [
    'a mapped type over literals',
    `{ [K in 'p' | 'q']: K }`,
    whole({ p: { type: 'string', enum: ['p'] }, q: { type: 'string', enum: ['q'] } }),
  ],
  [
    'a mapped type that drops keys',
    `{ [K in keyof Marked as Exclude<K, 'y'>]: Marked[K] }`,
    whole({ x }),
    MARKED,
  ],
  [
    'an indexed access',
    `Outer['inner']['z'][]`,
    { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
    `export interface Outer { inner: { z: 'a' | 'b' } }`,
  ],
  [
    'the element of a list',
    `NonNullable<Outer['list']>[number]`,
    int32,
    'export interface Outer { list?: Int32[] }',
  ],
  ['keyof', 'keyof Marked', { type: 'string', enum: ['x', 'y'] }, MARKED],
  [
    'the keys of a constant',
    'keyof typeof SIZES',
    { type: 'string', enum: ['small', 'large'] },
    `export const SIZES = { small: 1, large: 2 } as const;`,
  ],
  [
    'the values of a constant',
    '(typeof SIZES)[keyof typeof SIZES]',
    { type: 'integer', enum: [1, 2] },
    `export const SIZES = { small: 1, large: 2 } as const satisfies object;`,
  ],
  [
    'the elements of a constant',
    '(typeof REGIONS)[number]',
    { type: 'string', enum: ['us', 'eu'] },
    `export const REGIONS = ['us', 'eu'] as const;`,
  ],
  [
    'the names of an enum',
    'keyof typeof E',
    { type: 'string', enum: ['A', 'B'] },
    `export enum E { A = 'x', B = 'y' }`,
  ],
  [
    'a generic type',
    'Box<Int32>',
    {
      description: 'Box holds.',
      type: 'object',
      required: ['value'],
      properties: { value: { ...int32, maximum: 9 }, name: { type: 'string', enum: ['none'] } },
    },
    `/** Box holds. */
export interface Box<T, Name = 'none'> {
  // +kubebuilder:validation:Maximum=9
  value: T;
  name?: Name;
}`,
  ],
  [
    'a generic type that extends another',
    'Named<Int32>',
    whole({ value: { type: 'array', items: int32 }, name: text }),
    `export interface Box<T> { value: T }
export interface Named<T> extends Box<T[]> { name: string }`,
  ],
  [
    'a tuple of one type',
    '[low: Int32, high: Int32]',
    { type: 'array', minItems: 2, maxItems: 2, items: int32 },
  ],
  [
    'a tuple with optional elements',
    'readonly [string, string?]',
    { type: 'array', minItems: 1, maxItems: 2, items: text },
  ],
  [
    'a template literal',
    '`v${Int32}.${string}`',
    { type: 'string', pattern: '^v-?(?:0|[1-9][0-9]*)\\.[\\s\\S]*$' },
  ],
  [
    'a template literal of literals',
    "`${'a' | 'b'}-${1 | 2}`",
    { type: 'string', enum: ['a-1', 'a-2', 'b-1', 'b-2'] },
  ],
  [
    'a template literal beside a literal',
    "'auto' | `${number}px` | `(${boolean})`",
    {
      type: 'string',
      pattern:
        '^(?:auto|-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?px|\\(false\\)|\\(true\\))$',
    },
  ],
  ['a string in another case', `Uppercase<'a'>`, { type: 'string', enum: ['A'] }],
  [
    'boolean without one of its values',
    'Exclude<boolean, false>',
    { type: 'boolean', enum: [true] },
  ],
  [
    'members of an enum, which no string literal matches',
    `Extract<'x' | 'w', E> | Exclude<E, 'y'> | 'v'`,
    { type: 'string', enum: ['x', 'v'] },
    `export enum E { A = 'x', B = 'y' }`,
  ],
  [
    'members of two enums with the same values',
    `Exclude<E, F>`,
    { type: 'string', enum: ['x', 'y'] },
    `export enum E { A = 'x', B = 'y' }\nexport enum F { A = 'x', B = 'y' }`,
  ],
  [
    'an enum whose values are computed from each other',
    'E',
    { type: 'integer', enum: [4, 5, 6, 9, 2] },
    'export enum E { A = 1 << 2, B, C = A | 2, D = E.B * 2 - 1, E = ~-3 }',
  ],
  [
    'an enum with concatenated strings',
    'E',
    { type: 'string', enum: ['a-b', 'xa-b', 'c'] },
    "export enum E { A = 'a' + '-b', B = `x${A}`, 'c d' = `c` }",
  ],
  [
    'a declared constant enum',
    'E',
    { type: 'integer', enum: [0, 1] },
    'export declare const enum E { A, B }',
  ],
  [
    'the keys of a constant that spreads another',
    'keyof typeof ALL',
    { type: 'string', enum: ['a', 'b', 'c'] },
    'const SOME = { a: 1, b: 2 } as const;\nexport const ALL = { ...SOME, b: 3, c: null } as const;',
  ],
  [
    'the values of a constant that spreads another',
    '(typeof ALL)[keyof typeof ALL]',
    { type: 'integer', enum: [1, 3] },
    'const SOME = { a: 1, b: 2 } as const;\nexport const ALL = { ...SOME, b: 3 } as const;',
  ],
  [
    'keys that Extract selects by a template literal',
    '{ [K in keyof Marked as Extract<K, `x${string}`>]: Marked[K] }',
    whole({ x }),
    MARKED,
  ],
  [
    'members of a union of objects that Exclude compares by all of their fields',
    `Exclude<{ k: 'a'; x: string } | { k: 'b'; y: string }, { k: 'b'; y: string | null }>`,
    whole({ k: { type: 'string', enum: ['a'] }, x: text }),
  ],
  [
    'a mapped type with other names, distributed over a union',
    `Named<{ k: 'a'; x: string } | { k: 'b' }>`,
    {
      type: 'object',
      required: ['k1'],
      oneOf: [
        { properties: { k1: { enum: ['a'] } }, required: ['k1', 'x1'] },
        { properties: { k1: { enum: ['b'] } }, required: ['k1'] },
      ],
      properties: { k1: { type: 'string', enum: ['a', 'b'] }, x1: text },
    },
    'type Named<T> = { [K in keyof T as `${K & string}1`]: T[K] };',
  ],
  [
    'a mapped type over a tuple, which remains a tuple',
    'Mapped<[string, Int32?]>',
    {
      type: 'array',
      minItems: 1,
      maxItems: 2,
      items: { type: 'string', enum: ['z'] },
    },
    `type Mapped<T> = { [K in keyof T]: 'z' };`,
  ],
  [
    'Required of a field that is undefined by its type, not by a ?',
    'Required<{ x: string | undefined; y?: Int32 }>',
    { type: 'object', required: ['y'], properties: { x: text, y: int32 } },
  ],
  [
    'template literals with some excluded',
    "Exclude<'auto' | `${number}px` | 'x-a', 'auto' | 'x-a'>",
    {
      type: 'string',
      pattern: '^-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?px$',
    },
  ],
  [
    'an intersection with a union that excludes one member',
    `({ k: 'a'; x: string } | { k: 'b'; y: string }) & { k: 'b'; z: string }`,
    whole({ k: { type: 'string', enum: ['b'] }, y: text, z: text }),
  ],
  [
    'an intersection that excludes a member whose field is undefined instead of a Time',
    `({ k: undefined; x: string } | { y: string }) & { k: Time; z: string }`,
    whole({ y: text, k: { type: 'string', format: 'date-time' }, z: text }),
  ],
  [
    'an intersection that excludes a member without a required field',
    `({ x: string; y?: never } | { y: string; z: string }) & { y: string }`,
    whole({ y: text, z: text }),
  ],
  [
    'an intersection that excludes a member whose literals only two of three types share',
    `({ k: 'p' | 'q'; x: string } | { k: 'r'; y: string }) & { k: 'q' | 'r' } & { k: 'p' | 'r' }`,
    whole({ k: { type: 'string', enum: ['r'] }, y: text }),
  ],
  [
    'an intersection that excludes a member whose template literal is not a number',
    '({ k: `a-${string}`; x: string } | { k: Int32; y: string }) & { k: number }',
    whole({ k: int32, y: text }),
  ],
  [
    'a union with an intersection without values',
    `string | ({ k: undefined } & { k: LabelSelector })`,
    text,
  ],
  [
    'a mapped type over an intersection without values',
    `string | Opt<{ k: never | undefined } & Record<'k' | 'x', string[]>>`,
    text,
    'export type Opt<T> = { [K in keyof T]?: T[K] };',
  ],
  ['a string with suggested literals', `'a' | 'b' | (string & {})`, text],
  ['bytes', 'Uint8Array', { type: 'string', format: 'byte' }],
  ['an interface without fields', 'Empty', { type: 'object' }, 'export interface Empty {}'],
  [
    'an interface in two parts',
    'Parts',
    whole({ x: text, y: text }),
    'export interface Parts { x: string }\nexport interface Parts { y: string }',
  ],
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

for (const [title, type, schema, more] of ACCEPTED) {
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
    d: whole({ value: int32 }),
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
