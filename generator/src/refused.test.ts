import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RUNTIME_TYPES } from './syntax/runtime-types.js';
import { compileText, diagnosticTexts, kindWith } from './testing/compile-text.js';

/** The line of the first line in a spec. */
const AT = 'example/v1/types.ts:11';

const PICK = `select the fields by name: Pick<ObjectMeta, 'labels' | 'annotations'>`;

interface Refused {
  readonly title: string;
  readonly spec: string;
  readonly more?: string;
  /** The first lines of the diagnostics, without the source and its mark. */
  readonly says: readonly string[];
}

const REFUSED: readonly Refused[] = [
  {
    title: 'an unknown marker',
    spec: '  // +kubebuilder:defualt=1\n  a: string;',
    says: [
      `${AT}:6: error: unknown marker +kubebuilder:defualt | did you mean +kubebuilder:default?`,
    ],
  },
  {
    title: 'a marker in JSDoc without a prefix',
    spec: '  /** Text.\n   * +requierd\n   */\n  a: string;',
    says: ['example/v1/types.ts:12:6: error: unknown marker +requierd | did you mean +required?'],
  },
  {
    title: 'a marker of a kind on a field',
    spec: '  // +kubebuilder:subresource:status\n  a: string;',
    says: [
      `${AT}:6: error: +kubebuilder:subresource:status is not allowed on a field | it is for a kind`,
    ],
  },
  {
    title: 'a kind marker on a type that is not a kind',
    spec: '  a: string;',
    more: '// +genclient\nexport interface Other { b: string }',
    says: [
      'example/v1/types.ts:13:4: error: +genclient is not allowed on Other, which is not a kind | a kind extends TypeMeta and has metadata: ObjectMeta',
    ],
  },
  {
    title: 'all kind markers on a type that is not a kind, with one diagnostic',
    spec: '  a: string;',
    more: '// +genclient\n// +kubebuilder:subresource:status\n// +kubebuilder:resource:shortName=o\nexport interface Other { b: string }',
    says: [
      'example/v1/types.ts:13:4: error: +genclient and 2 other markers is not allowed on Other, which is not a kind | a kind extends TypeMeta and has metadata: ObjectMeta',
    ],
  },
  {
    title: 'all markers of a kind on a type that is not exported, with one diagnostic',
    spec: '  a: string;',
    more: '// +genclient\n// +kubebuilder:subresource:status\ninterface Other extends TypeMeta { metadata: ObjectMeta }',
    says: [
      'example/v1/types.ts:13:4: error: +genclient and another marker have no effect on Other, which is not exported | write export before Other',
    ],
  },
  {
    title: 'a marker of a kind on a type that is not exported',
    spec: '  a: string;',
    more: '// +genclient\ninterface Other extends TypeMeta { metadata: ObjectMeta }',
    says: [
      'example/v1/types.ts:13:4: error: +genclient has no effect on Other, which is not exported | write export before Other',
    ],
  },
  {
    title: 'a duplicate marker',
    spec: '  // +kubebuilder:default=a\n  // +kubebuilder:default=b\n  a?: string;',
    says: [
      'example/v1/types.ts:12:6: error: +kubebuilder:default is specified twice | example/v1/types.ts:11:6: the first is here | remove one',
    ],
  },
  {
    title: 'a bound that is not a number',
    spec: '  // +kubebuilder:validation:Maximum=many\n  a: Int32;',
    says: [
      `${AT}:38: error: +kubebuilder:validation:Maximum: expected a number, not "many" | the syntax is +kubebuilder:validation:Maximum=<number>`,
    ],
  },
  {
    title: 'a fraction as the bound of an integer',
    spec: '  // +kubebuilder:validation:Maximum=1.5\n  a: Int32;',
    says: [`${AT}:6: error: +kubebuilder:validation:Maximum is 1.5 on an integer | use an integer`],
  },
  {
    title: 'a bound outside the range of JSON numbers',
    spec: '  // +kubebuilder:validation:Maximum=1e400\n  a: Int32;',
    says: [
      `${AT}:38: error: +kubebuilder:validation:Maximum: expected a number, not "1e400" | the syntax is +kubebuilder:validation:Maximum=<number>`,
    ],
  },
  {
    title: 'a literal outside the range of JSON numbers',
    spec: '  a: -1e400;',
    says: [
      `${AT}:6: error: an API cannot contain the literal -1e400 | use a string or a number within the range of JSON`,
    ],
  },
  {
    title: 'a negative length',
    spec: '  // +kubebuilder:validation:MaxLength=-1\n  a: string;',
    says: [`${AT}:6: error: +kubebuilder:validation:MaxLength is -1 | use 0 or more`],
  },
  {
    title: 'a multiple of zero',
    spec: '  // +kubebuilder:validation:MultipleOf=0\n  a: Int32;',
    says: [`${AT}:6: error: +kubebuilder:validation:MultipleOf is 0 | use a number greater than 0`],
  },
  {
    title: 'a default of null',
    spec: '  // +default=null\n  a?: string | null;',
    says: [`${AT}:6: error: +default has the value null, which is not a default | remove it`],
  },
  {
    title: 'a default in JSON that JSON.parse would round',
    spec: '  // +default=[9007199254740993]\n  a?: Int32[];',
    says: [
      `${AT}:6: error: +default has a number out of range: [9007199254740993] | +kubebuilder:default preserves large integers`,
    ],
  },
  {
    title: 'a one-of rule that names a field more than once',
    spec: '  a: Other;',
    more: '// +kubebuilder:validation:ExactlyOneOf=a;a\nexport interface Other { a?: string }',
    says: [
      'example/v1/types.ts:13:4: error: +kubebuilder:validation:ExactlyOneOf names a more than once | remove the duplicate',
    ],
  },
  {
    title: 'a marker for another kind of schema',
    spec: '  // +kubebuilder:validation:MaxLength=3\n  a: Int32;',
    says: [
      `${AT}:6: error: +kubebuilder:validation:MaxLength does not apply to an integer | it applies to a string, an int-or-string`,
    ],
  },
  {
    title: 'an unknown argument',
    spec: '  // +kubebuilder:validation:XValidation:rule="true",mesage="x"\n  a: string;',
    says: [
      `${AT}:54: error: +kubebuilder:validation:XValidation: unknown argument mesage; did you mean message? | the syntax is +kubebuilder:validation:XValidation:rule=<string>,message?=<string>,messageExpression?=<string>,reason?=<FieldValueInvalid|FieldValueForbidden|FieldValueRequired|FieldValueDuplicate>,fieldPath?=<string>,optionalOldSelf?=<true|false>`,
    ],
  },
  {
    title: 'a missing argument',
    spec: '  // +kubebuilder:externalDocs:description=x\n  a: string;',
    says: [
      `${AT}:32: error: +kubebuilder:externalDocs: the argument url is missing | the syntax is +kubebuilder:externalDocs:url=<string>,description?=<string>`,
    ],
  },
  {
    title: 'text after the value',
    spec: '  // +kubebuilder:validation:Pattern=^a{1,3}$\n  a: string;',
    says: [
      `${AT}:42: error: +kubebuilder:validation:Pattern: the value ends here; enclose it in quotes | the syntax is +kubebuilder:validation:Pattern=<string>`,
    ],
  },
  {
    title: 'both optional and required',
    spec: '  // +optional\n  // +required\n  a?: string;',
    says: [
      'example/v1/types.ts:12:6: error: +required contradicts +optional | example/v1/types.ts:11:6: the other one is here | remove one of them',
    ],
  },
  {
    title: 'a marker under the last field',
    spec: '  a: string;\n  // +optional',
    says: [
      'example/v1/types.ts:12:6: error: the marker belongs to no field | put it directly above the field',
    ],
  },
  {
    title: 'number without an integer or float type',
    spec: '  a: number;',
    says: [
      `${AT}:3: error: number does not specify the kind of number | use Int32, Int64 or Float of @vmgen/runtime, or +kubebuilder:validation:Type=integer`,
    ],
  },
  { title: 'any', spec: '  a: any;', says: [open(3)] },
  { title: 'unknown', spec: '  a: unknown;', says: [open(3)] },
  { title: 'object', spec: '  a: object;', says: [open(3)] },
  {
    title: 'bigint',
    spec: '  a: bigint;',
    says: [`${AT}:6: error: bigint has no JSON form | use Int64 of @vmgen/runtime`],
  },
  {
    title: 'a function',
    spec: '  a: () => void;',
    says: [
      `${AT}:6: error: an API cannot contain a function | API types are data: move functions elsewhere`,
    ],
  },
  {
    title: 'a method',
    spec: '  run(): void;',
    says: [
      `${AT}:3: error: an API cannot contain the method run | API types are data: move functions elsewhere`,
    ],
  },
  {
    title: 'a class',
    spec: '  a: Box;',
    more: 'export class Box { a = 1 }',
    says: [
      'example/v1/types.ts:13:14: error: an API cannot contain the class Box | API types are data: use an interface',
    ],
  },
  {
    title: 'a Map',
    spec: '  a: Map<string, string>;',
    says: [`${AT}:6: error: a Map has no JSON form | use Record<string, T>`],
  },
  {
    title: 'string | number',
    spec: '  a: string | number;',
    says: [`${AT}:6: error: string | number has no schema | use IntOrString of @vmgen/runtime`],
  },
  {
    title: 'mixed literals',
    spec: "  a: 'x' | 1;",
    says: [
      `${AT}:6: error: the union mixes strings and numbers | use literals of one type, or IntOrString`,
    ],
  },
  {
    title: 'a type of a built-in kind from the runtime',
    spec: "  a: import('@vmgen/runtime').LocalObjectReference;",
    says: [
      `${AT}:6: error: @vmgen/runtime has no API type LocalObjectReference | use one of ${RUNTIME_TYPES.join(', ')}, or a type of a built-in kind from @vmgen/kubernetes/core/v1 and its siblings`,
    ],
  },
  {
    title: 'an index signature for any field without PreserveUnknownFields',
    spec: '  a: Open;',
    more: 'export interface Open { x: string; [key: string]: unknown }',
    says: [
      'example/v1/types.ts:11:3: error: the index signature allows fields that the API server drops | add +kubebuilder:pruning:PreserveUnknownFields, or remove the index signature',
    ],
  },
  {
    title: 'an operation on a type with an index signature',
    spec: "  a: Omit<Open, 'x'>;",
    more: '// +kubebuilder:pruning:PreserveUnknownFields\nexport interface Open { x: string; [key: string]: unknown }',
    says: [
      `${AT}:6: error: Omit of Open loses its fields to the index signature | write the fields out`,
    ],
  },
  {
    title: 'fields beside an index signature',
    spec: '  a: { b: string; [key: string]: string };',
    says: [
      `${AT}:6: error: fields beside an index signature have no schema | move the map to a separate field, or use [key: string]: unknown with +kubebuilder:pruning:PreserveUnknownFields`,
    ],
  },
  {
    title: 'an unknown type',
    spec: '  a: Sepc;',
    says: [`${AT}:6: error: unknown type Sepc | did you mean Spec?`],
  },
  {
    title: 'an unknown type of the runtime',
    spec: '  a: Int23;',
    more: "import type { Int23 } from '@vmgen/runtime';",
    says: [`${AT}:6: error: @vmgen/runtime has no API type Int23 | use Int32`],
  },
  {
    title: 'a type of another package',
    spec: '  a: Foo;',
    more: "import type { Foo } from 'foo';",
    says: [
      `${AT}:6: error: Foo is imported from foo, which is not installed or has no types | install the package, or correct the import`,
    ],
  },
  {
    title: 'a type of the runtime that is not imported',
    spec: '  a: Time;',
    says: [
      `${AT}:6: error: unknown type Time | import it: import type { Time } from '@vmgen/runtime';`,
    ],
  },
  {
    title: 'an import of a missing file',
    spec: '  a: Foo;',
    more: "import type { Foo } from './foo.js';",
    says: [
      `${AT}:6: error: Foo is imported from ./foo.js, which does not exist | create the file or fix the import`,
    ],
  },
  {
    title: 'recursion, with its cycle',
    spec: '  a: Node;',
    more: 'export interface Node { next?: Link }\nexport interface Link { node: Node[] }',
    says: [
      'example/v1/types.ts:14:31: error: the type is recursive: Node.next -> Link.node[] -> Node | example/v1/types.ts:13:25: Node.next leads to Link | a CRD schema cannot be recursive: mark the field +kubebuilder:validation:Schemaless and +kubebuilder:pruning:PreserveUnknownFields',
    ],
  },
  {
    title: 'a declared enum whose values other code defines',
    spec: '  a: E;',
    more: 'export declare enum E { A, B = 7, C }',
    says: [
      'example/v1/types.ts:13:25: error: the value of A is computed | write it as a literal',
      'example/v1/types.ts:13:35: error: the value of C is computed | write it as a literal',
    ],
  },
  {
    title: 'a member of such an enum',
    spec: '  a: E.B;\n  b: E.A;',
    more: 'declare enum E { A, B = 7 }',
    says: ['example/v1/types.ts:14:18: error: the value of A is computed | write it as a literal'],
  },
  {
    title: 'the keys of a constant with a computed name',
    spec: '  a: keyof typeof SIZES;',
    more: "const key = 'x';\nexport const SIZES = { [key]: 1, small: 2 } as const;",
    says: [
      'example/v1/types.ts:14:24: error: an API cannot contain the computed field [key]: 1 | write it as a literal',
    ],
  },
  {
    title: 'the keys of a constant that spreads a value that is not constant',
    spec: '  a: keyof typeof SIZES;',
    more: 'export const SIZES = { ...more(), small: 2 } as const;',
    says: [
      'example/v1/types.ts:13:24: error: an API cannot contain the computed field ...more() | write it as a literal',
    ],
  },
  {
    title: 'the keys of an interface with a computed name',
    spec: '  a: keyof Named;',
    more: 'export interface Named { b: string; [key]: string }',
    says: [
      'example/v1/types.ts:13:37: error: an API cannot contain the computed property name [key] | write the name out',
    ],
  },
  {
    title: 'keys that TypeScript treats as numbers',
    spec: '  a: keyof { 1: string };',
    says: [
      `${AT}:6: error: the key 1 is a number in TypeScript but a string in JSON | write the keys out`,
    ],
  },
  {
    title: 'keys through an alias of keyof',
    spec: '  a: Some<{ b: string }>;',
    more: 'type Keys<T> = keyof T;\nexport type Some<T> = { [K in Keys<T>]: T[K] };',
    says: [
      'example/v1/types.ts:14:31: error: the keys of the mapped type are an alias of keyof | write [K in keyof T]',
    ],
  },
  {
    title: 'a mapped type that maps two keys to one name',
    spec: "  a: { [K in 'b' | 'c' as 'd']: K };",
    says: [`${AT}:27: error: two keys become d | write the fields out`],
  },
  {
    title: 'keys that become a type without names',
    spec: "  a: { [K in 'x' | 'y' as Int32]: string };",
    says: [
      `${AT}:27: error: a key becomes Int32, which is not a valid name | write the fields out`,
    ],
  },
  {
    title: 'a conditional type for the names of keys',
    spec: "  a: { [K in 'x' | 'y' as K extends string ? K : never]: string };",
    says: [
      `${AT}:27: error: an API cannot contain a conditional type | write the resulting type out`,
    ],
  },
  {
    title: 'a mapped type with an as clause over a list',
    spec: '  a: Other<string[]>;',
    more: 'export type Other<T> = { [K in keyof T as `x${K & string}`]: T[K] };',
    says: [
      'example/v1/types.ts:13:24: error: a mapped type with an as clause cannot map a list of string[] | write the resulting type out',
    ],
  },
  {
    title: 'Omit of a union, which TypeScript merges into one object',
    spec: '  a: Omit<{ k: 1; b: string } | { k: 2 }, never>;',
    says: [`${AT}:6: error: Omit of a union is not read | write it for each member`],
  },
  {
    title: 'an indexed field of an intersection without values',
    spec: "  a: (Left & Right)['b'];",
    more: "export interface Left { k: 'x'; b: string }\nexport interface Right { k: 'y' }",
    says: [
      "example/v1/types.ts:14:26: error: k is 'y' here and 'x' in another type | example/v1/types.ts:13:25: 'x' is here | give both fields one type, or one of them another name",
    ],
  },
  {
    title: 'an intersection whose field is undefined in one type and metadata in another',
    spec: '  a: Undefined & { k: ObjectMeta };',
    more: 'type Undefined = { k: undefined };',
    says: [`${AT}:6: error: never has no values | remove it`],
  },
  {
    title: 'keyof of an intersection without values, which has all keys in TypeScript',
    spec: "  a: 'x' | keyof (Left & Right);",
    more: 'export interface Left { k: never | undefined }\nexport interface Right { k: string[] }',
    says: [`${AT}:12: error: keyof never has no known keys | write the keys out`],
  },
  {
    title: 'a mapped type over keyof of an intersection without values',
    spec: '  a: { [K in keyof (Left & Right)]: K };',
    more: 'export interface Left { k?: never }\nexport interface Right { k: string[] }',
    says: [`${AT}:14: error: keyof never has no known keys | write the keys out`],
  },
  {
    title: 'an enum with a computed value',
    spec: '  a: E;',
    more: "export enum E { A = 'a'.length }",
    says: ['example/v1/types.ts:13:17: error: the value of A is computed | write it as a literal'],
  },
  {
    title: 'a type that generated code cannot import',
    spec: '  a: Hidden;',
    more: 'interface Hidden { b: string }',
    says: [
      'example/v1/types.ts:13:11: error: Hidden is not exported, but generated code needs it | write export before it',
    ],
  },
  {
    title: 'a tuple of several types',
    spec: '  a: [string, Int32];',
    says: [
      `${AT}:6: error: the tuple mixes string and Int32 | use an object with a field for each`,
    ],
  },
  {
    title: 'a tuple with a rest element',
    spec: '  a: [string, ...string[]];',
    says: [
      `${AT}:18: error: a tuple with a rest element has no schema | use an array with +kubebuilder:validation:MinItems`,
    ],
  },
  {
    title: 'an empty tuple',
    spec: '  a: [];',
    says: [`${AT}:6: error: a tuple without elements does not describe any value | use an array`],
  },
  {
    title: 'an intersection of scalars',
    spec: '  a: string & Int32;',
    says: [`${AT}:6: error: no value is both string and Int32 | use one of them`],
  },
  {
    title: 'type names of Go',
    spec: '  a: metav1.Time;\n  b: bool;\n  c: other.Thing;',
    says: [
      `${AT}:6: error: unknown type metav1.Time | use Time of @vmgen/runtime`,
      'example/v1/types.ts:12:6: error: unknown type bool | use boolean',
      'example/v1/types.ts:13:6: error: unknown type other.Thing | declare or import it',
    ],
  },
  {
    title: 'a type of a namespace',
    spec: '  a: shapes.Box;',
    more: 'export namespace shapes { export interface Box { b: string } }',
    says: [
      `${AT}:6: error: an API cannot contain the namespace shapes | put its types into a file of their own`,
    ],
  },
  {
    title: 'a brand',
    spec: "  a: string & { readonly brand: 'x' };",
    says: [`${AT}:6: error: the API server ignores brands | write the type without its brand`],
  },
  {
    title: 'an intersection with contradicting fields',
    spec: '  a: Left & Right;',
    more: 'export interface Left { b: string }\nexport interface Right { b: Int32 }',
    says: [
      'example/v1/types.ts:14:26: error: b is Int32 here and string in another type | example/v1/types.ts:13:25: string is here | give both fields one type, or one of them another name',
    ],
  },
  {
    title: 'an ambiguous union of objects',
    spec: '  a: Left | Right;',
    more: 'export interface Left { b: string; c?: string }\nexport interface Right { b: string }',
    says: [
      `${AT}:6: error: the members of Left | Right cannot be distinguished | give each member a field with different literals, or one required field of its own`,
    ],
  },
  {
    title: 'a union whose members have different fields with one name',
    spec: '  a: Left | Right;',
    more: "export interface Left { k: 'l'; b: string }\nexport interface Right { k: 'r'; b: Int32 }",
    says: [
      'example/v1/types.ts:14:34: error: b of Right differs from the one of Left | example/v1/types.ts:13:33: the one of Left | give both fields one type, or one of them another name',
    ],
  },
  {
    title: 'a union of an object and a string',
    spec: '  a: Left | string;',
    more: 'export interface Left { b: string }',
    says: [
      `${AT}:6: error: the union Left | string has no schema | use one type, a union of literals, or a union of interfaces with a discriminator`,
    ],
  },
  {
    title: 'a keyword that applies to one member of a union',
    spec: '  a: Left | Right;',
    more: '// +kubebuilder:validation:MinProperties=1\nexport interface Left { b: string }\nexport interface Right { c: string }',
    says: [
      'example/v1/types.ts:13:4: error: minProperties of Left cannot apply to only one member of a union | put the marker on the type of the whole union, or write a rule',
    ],
  },
  {
    title: 'a marker on one part of a union of strings',
    spec: "  a: Short | 'x';",
    more: '// +kubebuilder:validation:MaxLength=3\nexport type Short = string;',
    says: [
      `${AT}:6: error: +kubebuilder:validation:MaxLength of Short cannot apply to only one member of a union | put it on the type of the whole union`,
    ],
  },
  {
    title: 'booleans beside strings',
    spec: "  a: 'x' | true;",
    says: [
      `${AT}:6: error: the union mixes strings and booleans | use literals of one type, or IntOrString`,
    ],
  },
  { title: '{}', spec: '  a: {};', says: [open(3)] },
  {
    title: 'null alone',
    spec: '  a: null;',
    says: [`${AT}:6: error: null alone does not describe a value | add another type to the union`],
  },
  {
    title: 'never',
    spec: '  a: never;',
    says: [`${AT}:6: error: never has no values | remove it`],
  },
  {
    title: 'a list of items that may be undefined',
    spec: '  a: (string | undefined)[];',
    says: [`${AT}:7: error: undefined has no JSON form | use null, or remove it`],
  },
  {
    title: 'a symbol',
    spec: '  a: symbol;',
    says: [`${AT}:6: error: a symbol has no JSON form | use string`],
  },
  {
    title: 'a Set',
    spec: '  a: Set<string>;',
    says: [`${AT}:6: error: a Set has no JSON form | use an array with +listType=set`],
  },
  {
    title: 'a generic type without its arguments',
    spec: '  a: Box;',
    more: 'export interface Box<T> { a: T }',
    says: [`${AT}:6: error: the type Box lacks its type arguments | write Box<T>`],
  },
  {
    title: 'arguments of a type that is not generic',
    spec: '  a: Box<string>;',
    more: 'export interface Box { a: string }',
    says: [`${AT}:6: error: the type Box takes no type arguments | write Box`],
  },
  {
    title: 'a generic type that grows without end',
    spec: '  a: Nest<string>;',
    more: 'export interface Nest<T> { value: T; next?: Nest<{ inner: T }> }',
    says: [
      'example/v1/types.ts:13:45: error: the type Nest grows without end | write the types out',
    ],
  },
  {
    title: 'recursion through a generic type',
    spec: '  a: Tree<string>;',
    more: 'export interface Tree<T> { value: T; children?: Tree<T>[] }',
    says: [
      'example/v1/types.ts:13:49: error: the type is recursive: Tree<string>.children[] -> Tree<string> | a CRD schema cannot be recursive: mark the field +kubebuilder:validation:Schemaless and +kubebuilder:pruning:PreserveUnknownFields',
    ],
  },
  {
    title: 'recursion through a map and an alias',
    spec: '  a: Node;',
    more: 'export interface Node { byName?: Nodes }\nexport type Nodes = Record<string, Node>;',
    says: [
      'example/v1/types.ts:14:36: error: the type is recursive: Node.byName -> Nodes{} -> Node | example/v1/types.ts:13:25: Node.byName leads to Nodes | a CRD schema cannot be recursive: mark the field +kubebuilder:validation:Schemaless and +kubebuilder:pruning:PreserveUnknownFields',
    ],
  },
  {
    title: 'names that are aliases of each other',
    spec: '  a: Left;',
    more: 'export type Left = Right;\nexport type Right = Left;',
    says: [
      'example/v1/types.ts:14:21: error: the type is recursive: Left -> Right -> Left | write out the type behind one of the names',
    ],
  },
  {
    title: 'interfaces that extend each other',
    spec: '  a: Left;',
    more: 'export interface Left extends Right {}\nexport interface Right extends Left {}',
    says: [
      'example/v1/types.ts:14:32: error: Left extends itself | remove it from the extends clause',
    ],
  },
  {
    title: 'a type defined in terms of itself',
    spec: '  a: Loop;',
    more: 'export type Loop = keyof Loop;',
    says: [
      'example/v1/types.ts:13:26: error: the type Loop is defined in terms of itself | write one of its types out',
    ],
  },
  {
    title: 'a picked field that does not exist',
    spec: "  a: Pick<Box, 'lenght'>;",
    more: 'export interface Box { length: Int32 }',
    says: [`${AT}:16: error: Box has no field lenght | did you mean length?`],
  },
  {
    title: 'an omitted field that does not exist',
    spec: "  a: Omit<Box, 'z'>;",
    more: 'export interface Box { length: Int32 }',
    says: [`${AT}:16: error: Box has no field z | it has length`],
  },
  {
    title: 'an indexed field that does not exist',
    spec: "  a: Box['lenght'];",
    more: 'export interface Box { length: Int32 }',
    says: [`${AT}:6: error: Box has no field lenght | did you mean length?`],
  },
  {
    title: 'a mapped ObjectMeta without named fields',
    spec: `  a: Omit<ObjectMeta, 'name'>;
  b: keyof ObjectMeta;
  c: Required<ObjectMeta>;
  d: ObjectMeta & { b: string };
  e: Mine;`,
    more: 'export interface Mine extends ObjectMeta { b: string }',
    says: [
      `${AT}:6: error: Omit of ObjectMeta keeps more than a schema | ${PICK}`,
      `example/v1/types.ts:12:6: error: keyof ObjectMeta has more keys than a schema | ${PICK}`,
      `example/v1/types.ts:13:6: error: Required<ObjectMeta> requires fields that its schema does not have | ${PICK}`,
      `example/v1/types.ts:14:6: error: ObjectMeta in a schema has no fields to add to | use ObjectMeta alone, or ${PICK}`,
      `example/v1/types.ts:17:31: error: extending ObjectMeta is not possible | ${PICK}`,
    ],
  },
  {
    title: 'a field of ObjectMeta that embedded objects do not keep',
    spec: `  a: Pick<ObjectMeta, 'uid'>;\n  b: ObjectMeta['uid'];`,
    says: [
      `${AT}:23: error: an embedded ObjectMeta has no field uid | it has annotations, finalizers, labels, name, namespace`,
      'example/v1/types.ts:12:6: error: an embedded ObjectMeta has no field uid | it has annotations, finalizers, labels, name, namespace',
    ],
  },
  {
    title: 'a mapped RawExtension',
    spec: `  a: Raw & { kind: string };\n  b: Raw['kind'];`,
    more: `type Raw = import('@vmgen/runtime').RawExtension;`,
    says: [
      `${AT}:6: error: RawExtension preserves all fields and declares none | write only the fields, and +kubebuilder:pruning:PreserveUnknownFields above them`,
      `example/v1/types.ts:12:6: error: Raw cannot be indexed with 'kind' | write the resulting type out`,
    ],
  },
  {
    title: 'Partial of a scalar',
    spec: '  a: Partial<string>;',
    says: [`${AT}:6: error: Partial of string has no fields | write the fields out`],
  },
  {
    title: 'a utility type without its arguments',
    spec: '  a: Record<string>;',
    says: [`${AT}:6: error: Record needs 2 type arguments | write Record<Keys, T>`],
  },
  {
    title: 'a Record with other keys',
    spec: '  a: Record<number, string>;',
    says: [
      `${AT}:13: error: the keys of a Record are string or literals, not number | use Record<string, T>`,
    ],
  },
  {
    title: 'an index signature with other keys',
    spec: '  a: { [key: number]: string };',
    says: [
      `${AT}:14: error: the keys of an index signature are string, not number | write [key: string]`,
    ],
  },
  {
    title: 'a mapped type over other keys',
    spec: '  a: { [K in number]: string };',
    says: [
      `${AT}:14: error: the keys of a mapped type are string or literals, not number | use Record<string, T>`,
    ],
  },
  {
    title: 'a template literal of an object',
    spec: '  a: `x${Box}`;',
    more: 'export interface Box { length: Int32 }',
    says: [
      `${AT}:10: error: Box in a template literal has no pattern | use string with +kubebuilder:validation:Pattern`,
    ],
  },
  {
    title: 'a conditional type',
    spec: '  a: When<string>;',
    more: "export type When<T> = T extends object ? 'a' : 'b';",
    says: [
      'example/v1/types.ts:13:23: error: an API cannot contain a conditional type | write the resulting type out',
    ],
  },
  {
    title: 'a conditional type that infers',
    spec: '  a: Item<string[]>;',
    more: 'export type Item<T> = T extends (infer I)[] ? I : never;',
    says: [
      'example/v1/types.ts:13:23: error: an API cannot contain a conditional type | write the resulting type out',
    ],
  },
  {
    title: 'Extract of a type that the syntax does not decide',
    spec: '  a: Extract<Condition | string, { type: string; status: string }>;',
    more: "import type { Condition } from '@vmgen/runtime';",
    says: [
      `${AT}:6: error: Extract cannot determine whether Condition is { type: string; status: string } | write the type out`,
    ],
  },
  {
    title: 'a constant without as const',
    spec: '  a: keyof typeof SIZES;',
    more: 'export const SIZES = { small: 1 };',
    says: [
      'example/v1/types.ts:13:22: error: an API cannot contain the value { small: 1 } | write as const after it',
    ],
  },
  {
    title: 'a constant that is computed',
    spec: '  a: typeof SIZE;',
    more: 'export const SIZE = 1 + 1;',
    says: [
      'example/v1/types.ts:13:21: error: an API cannot contain the value 1 + 1 | write as const after it',
    ],
  },
  {
    title: 'typeof of an unknown name',
    spec: '  a: typeof SIZE;',
    says: [
      `${AT}:6: error: typeof SIZE does not name a constant in the files of the API | declare it with const and as const`,
    ],
  },
  {
    title: 'a member that the enum does not have',
    spec: '  a: E.Smal;',
    more: "export enum E { Small = 's' }",
    says: [`${AT}:6: error: E has no member Smal | did you mean Small?`],
  },
  {
    title: 'an enum without values',
    spec: '  a: E;',
    more: 'export enum E {}',
    says: ['example/v1/types.ts:13:13: error: the enum E has no values | add one'],
  },
  {
    title: 'an enum of strings and numbers',
    spec: '  a: E;',
    more: "export enum E { A = 'a', B = 1 }",
    says: [
      'example/v1/types.ts:13:13: error: the union mixes strings and numbers | use literals of one type, or IntOrString',
    ],
  },
  {
    title: 'a field that is specified twice',
    spec: '  a: string;\n  a: Int32;',
    says: [
      'example/v1/types.ts:12:3: error: the field a is specified twice | example/v1/types.ts:11:3: the first is here | remove one',
    ],
  },
  {
    title: 'two types with one name',
    spec: '  a: E;',
    more: "export interface E { b: string }\nexport type E = 'a';",
    says: [
      'example/v1/types.ts:14:13: error: an API cannot contain a second E | example/v1/types.ts:13:18: the first is here | rename one of them',
    ],
  },
  {
    title: 'a namespace',
    spec: '  a: N;',
    more: 'export namespace N { export type T = string }',
    says: [
      'example/v1/types.ts:13:18: error: an API cannot contain the namespace N | put its types into a file of their own',
    ],
  },
  {
    title: 'a syntax error',
    spec: '  a: ;',
    says: [`${AT}:6: error: syntax error: Type expected.`],
  },
  {
    title: 'a schema that the API server rejects, at the line of the cause',
    spec: '  // +listType=map\n  // +listMapKey=nope\n  a?: Item[];',
    more: 'export interface Item { b: string }',
    says: [
      `example/v1/types.ts:12:6: error: +listMapKey names "nope", which is not a field of the items | name a field of the items`,
    ],
  },
];

function open(column: number): string {
  return `${AT}:${column}: error: the type does not describe its values | use JSONValue or RawExtension of @vmgen/runtime, or +kubebuilder:validation:Schemaless`;
}

for (const { title, spec, more, says } of REFUSED) {
  test(`rejects ${title}`, () => {
    const result = compileText({ 'example/v1/types.ts': kindWith(spec, more) });
    const texts = diagnosticTexts(result).map((text) => text.replaceAll('\n  ', ' | '));
    assert.deepEqual(texts, says);
    assert.deepEqual(result.files, []);
  });
}

const LABEL =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
const SUBDOMAIN =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

/** Another way to write the kind itself: from line 5 on. */
const REFUSED_KINDS: readonly (Omit<Refused, 'spec' | 'more'> & { readonly kind: string })[] = [
  {
    title: 'optional metadata',
    kind: 'export interface Thing extends TypeMeta {\n  metadata?: ObjectMeta;\n  spec: Spec;\n}',
    says: [
      'example/v1/types.ts:6:3: error: the metadata of Thing is optional, but every object has metadata | write metadata:',
    ],
  },
  {
    title: 'a rule on metadata',
    kind: 'export interface Thing extends TypeMeta {\n  // +kubebuilder:validation:MaxProperties=3\n  metadata: ObjectMeta;\n}',
    says: [
      'example/v1/types.ts:6:6: error: +kubebuilder:validation:MaxProperties has no effect on metadata, which the API server validates | write a rule on Thing, which can read self.metadata.name and generateName',
    ],
  },
  {
    title: 'a keyword that the status subresource does not support',
    kind: '// +kubebuilder:subresource:status\n// +kubebuilder:validation:MinProperties=1\nexport interface Thing extends TypeMeta {\n  metadata: ObjectMeta;\n}',
    says: [
      'example/v1/types.ts:6:4: error: minProperties is not allowed on a kind with a status subresource | put the marker on the type of the spec, or use a rule',
    ],
  },
  {
    title: 'a required status',
    kind: '// +kubebuilder:subresource:status\nexport interface Thing extends TypeMeta {\n  metadata: ObjectMeta;\n  status: Spec;\n}',
    says: [
      'example/v1/types.ts:8:3: error: no Thing can be created: its status is required, but the API server drops the status of new objects | write status?:',
    ],
  },
  {
    title: 'an invalid plural, with one diagnostic',
    kind: '// +kubebuilder:resource:path=Bad_Path\nexport interface Thing extends TypeMeta {\n  metadata: ObjectMeta;\n}',
    says: [
      `example/v1/types.ts:5:4: error: the API server would reject the CRD: spec.names.plural: Invalid value: "Bad_Path": ${LABEL} | set another name with +kubebuilder:resource:path=`,
    ],
  },
  {
    title: 'a default of kind',
    kind: 'export interface Thing extends TypeMeta {\n  // +kubebuilder:default=Thing\n  kind?: string;\n  metadata: ObjectMeta;\n}',
    says: [
      'example/v1/types.ts:6:6: error: +kubebuilder:default has no effect on kind, which the API server validates | remove it',
    ],
  },
];

test('rejects an invalid group and version once, at their markers', () => {
  const source = kindWith('  a: string;').replace(
    '// +groupName=example.com',
    '\n// +groupName=Bad\n// +versionName=V_1',
  );
  const texts = diagnosticTexts(compileText({ 'example/v1/types.ts': source }));
  assert.deepEqual(
    texts.map((text) => text.replaceAll('\n  ', ' | ')),
    [
      `example/v1/types.ts:2:4: error: the API server would reject the CRD: spec.group: Invalid value: "Bad": ${SUBDOMAIN} | set the complete group name with +groupName=`,
      `example/v1/types.ts:3:4: error: the API server would reject the CRD: spec.versions[0].name: Invalid value: "V_1": ${LABEL} | set another name with +versionName=`,
    ],
  );
});

for (const { title, kind, says } of REFUSED_KINDS) {
  test(`rejects ${title}`, () => {
    const source = kindWith('  a: string;').replace(
      /\/\/ \+genclient\nexport interface Thing [^}]*\}/,
      () => kind,
    );
    const result = compileText({ 'example/v1/types.ts': source });
    const texts = diagnosticTexts(result).map((text) => text.replaceAll('\n  ', ' | '));
    assert.deepEqual(texts, says);
    assert.deepEqual(result.files, []);
  });
}

test('rejects a package without a group', () => {
  const source = kindWith('  a: string;').replace('// +groupName=example.com', '');
  const { diagnostics } = compileText({ 'example/v1/types.ts': source });
  assert.deepEqual(
    diagnostics.map(({ message, remedy }) => [message, remedy]),
    [
      [
        'example/v1 has no API group: example is not a domain',
        'write // +groupName=example.example.com, with a domain of yours, into example/v1/doc.ts',
      ],
    ],
  );
});

const NO_KINDS: readonly [what: string, more: string, ...says: string[]][] = [
  [
    'a generic type',
    '// +kubebuilder:resource:scope=Cluster\nexport interface Box<T> extends TypeMeta { metadata: ObjectMeta; spec: T }',
    'example/v1/types.ts:13:4: error: +kubebuilder:resource has no effect on Box, which is generic | move it to the kinds that use Box',
  ],
  [
    'a type that is not exported',
    '// +genclient\ninterface Box extends TypeMeta { metadata: ObjectMeta }',
    'example/v1/types.ts:13:4: error: +genclient has no effect on Box, which is not exported | write export before Box',
  ],
  [
    'a class',
    '// +genclient\nexport class Box {}',
    'example/v1/types.ts:13:4: error: +genclient has no effect on Box, which is not a data type | API types are data: use an interface',
  ],
];
for (const [what, more, ...says] of NO_KINDS) {
  test(`rejects a marker of a kind on ${what}`, () => {
    const result = compileText({ 'example/v1/types.ts': kindWith('  a: string;', more) });
    assert.deepEqual(
      diagnosticTexts(result).map((text) => text.replaceAll('\n  ', ' | ')),
      says,
    );
  });
}

test('prints the line of a diagnostic with the position underlined', () => {
  const source = kindWith('  a: bigint;');
  const [text] = diagnosticTexts(compileText({ 'example/v1/types.ts': source }), source);
  assert.equal(
    text,
    `${AT}:6: error: bigint has no JSON form
    a: bigint;
       ^^^^^^
  use Int64 of @vmgen/runtime`,
  );
});

test('reports all diagnostics of a run in source order', () => {
  const result = compileText({
    'b/v1/types.ts': kindWith('  a: bigint;\n  b: number;'),
    'a/v1/types.ts': kindWith('  c: Date;').replace('example.com', 'a.example.com'),
  });
  const places = result.diagnostics.map(({ position }) => `${position?.file}:${position?.line}`);
  assert.deepEqual(places, ['a/v1/types.ts:11', 'b/v1/types.ts:11', 'b/v1/types.ts:12']);
});

test('warns about a marker that contradicts the ?, and fails in a strict run', () => {
  const files = { 'example/v1/types.ts': kindWith('  // +optional\n  a: string;') };
  const lenient = compileText(files);
  assert.deepEqual(diagnosticTexts(lenient), [
    'example/v1/types.ts:12:3: warning: a is marked optional, but has no ?\n  write a?:',
  ]);
  assert.notEqual(lenient.files.length, 0);
  assert.deepEqual(compileText(files, { strict: true }).files, []);
});

test('accepts an optional field with a default and a required marker, without a warning', () => {
  const source = kindWith('  // +required\n  // +kubebuilder:default=a\n  a?: string;');
  const { diagnostics } = compileText({ 'example/v1/types.ts': source }, { strict: true });
  assert.deepEqual(diagnostics, []);
});

test('ignores markers of other tools', () => {
  const result = compileText({
    'example/v1/types.ts': kindWith('  // +optional-tool:thing=1\n  a: string;'),
  });
  assert.deepEqual(result.diagnostics, []);
});
