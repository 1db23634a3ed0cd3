import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RUNTIME_TYPES } from './syntax/runtime-types.js';
import { compileText, diagnosticTexts, kindWith } from './testing/compile-text.js';

const FILE = 'example/v1/types.ts';

const PICK = `select the fields by name: Pick<ObjectMeta, 'labels' | 'annotations'>`;

const OPEN =
  'the type does not describe its values | use JSONValue or RawExtension of @vmgen/runtime, or +kubebuilder:validation:Schemaless';

/** Lines of a spec (from line 11) and lines behind it, and the errors: the position, and the message with the remedy. */
const REFUSED: readonly (readonly [spec: string, more: string, ...errors: string[]])[] = [
  [
    '  // +kubebuilder:defualt=1\n  a: string;',
    '',
    '11:6 unknown marker +kubebuilder:defualt | did you mean +kubebuilder:default?',
  ],
  [
    '  /** Text.\n   * +requierd\n   */\n  a: string;',
    '',
    '12:6 unknown marker +requierd | did you mean +required?',
  ],
  [
    '  // +kubebuilder:subresource:status\n  a: string;',
    '',
    '11:6 +kubebuilder:subresource:status is not allowed on a field | it is for a kind',
  ],
  [
    '  a: string;',
    '// +genclient\nexport interface Other { b: string }',
    '13:4 +genclient is not allowed on Other, which is not a kind | a kind extends TypeMeta and has metadata: ObjectMeta',
  ],
  [
    '  a: string;',
    '// +genclient\n// +kubebuilder:subresource:status\n// +kubebuilder:resource:shortName=o\nexport interface Other { b: string }',
    '13:4 +genclient and 2 other markers is not allowed on Other, which is not a kind | a kind extends TypeMeta and has metadata: ObjectMeta',
  ],
  [
    '  a: string;',
    '// +genclient\n// +kubebuilder:subresource:status\ninterface Other extends TypeMeta { metadata: ObjectMeta }',
    '13:4 +genclient and another marker have no effect on Other, which is not exported | write export before Other',
  ],
  [
    '  a: string;',
    '// +genclient\ninterface Other extends TypeMeta { metadata: ObjectMeta }',
    '13:4 +genclient has no effect on Other, which is not exported | write export before Other',
  ],
  [
    '  a: string;',
    '// +kubebuilder:resource:scope=Cluster\nexport interface Box<T> extends TypeMeta { metadata: ObjectMeta; spec: T }',
    '13:4 +kubebuilder:resource has no effect on Box, which is generic | move it to the kinds that use Box',
  ],
  [
    '  a: string;',
    '// +genclient\nexport class Box {}',
    '13:4 +genclient has no effect on Box, which is not a data type | API types are data: use an interface',
  ],
  [
    '  // +kubebuilder:default=a\n  // +kubebuilder:default=b\n  a?: string;',
    '',
    '12:6 +kubebuilder:default is specified twice | 11:6: the first is here | remove one',
  ],
  [
    '  // +kubebuilder:validation:Maximum=many\n  a: Int32;',
    '',
    '11:38 +kubebuilder:validation:Maximum: expected a number, not "many" | the syntax is +kubebuilder:validation:Maximum=<number>',
  ],
  [
    '  // +kubebuilder:validation:Maximum=1.5\n  a: Int32;',
    '',
    '11:6 +kubebuilder:validation:Maximum is 1.5 on an integer | use an integer',
  ],
  [
    '  // +kubebuilder:validation:Maximum=1e400\n  a: Int32;',
    '',
    '11:38 +kubebuilder:validation:Maximum: expected a number, not "1e400" | the syntax is +kubebuilder:validation:Maximum=<number>',
  ],
  [
    '  a: -1e400;',
    '',
    '11:6 an API cannot contain the literal -1e400 | use a string or a number within the range of JSON',
  ],
  [
    '  // +kubebuilder:validation:MaxLength=-1\n  a: string;',
    '',
    '11:6 +kubebuilder:validation:MaxLength is -1 | use 0 or more',
  ],
  [
    '  // +kubebuilder:validation:MultipleOf=0\n  a: Int32;',
    '',
    '11:6 +kubebuilder:validation:MultipleOf is 0 | use a number greater than 0',
  ],
  [
    '  // +default=null\n  a?: string | null;',
    '',
    '11:6 +default has the value null, which is not a default | remove it',
  ],
  [
    '  // +default=[9007199254740993]\n  a?: Int32[];',
    '',
    '11:6 +default has a number out of range: [9007199254740993] | +kubebuilder:default preserves large integers',
  ],
  [
    '  a: Other;',
    '// +kubebuilder:validation:ExactlyOneOf=a;a\nexport interface Other { a?: string }',
    '13:4 +kubebuilder:validation:ExactlyOneOf names a more than once | remove the duplicate',
  ],
  [
    '  // +kubebuilder:validation:MaxLength=3\n  a: Int32;',
    '',
    '11:6 +kubebuilder:validation:MaxLength does not apply to an integer | it applies to a string, an int-or-string',
  ],
  [
    '  // +kubebuilder:validation:XValidation:rule="true",mesage="x"\n  a: string;',
    '',
    '11:54 +kubebuilder:validation:XValidation: unknown argument mesage; did you mean message? | the syntax is +kubebuilder:validation:XValidation:rule=<string>,message?=<string>,messageExpression?=<string>,reason?=<FieldValueInvalid|FieldValueForbidden|FieldValueRequired|FieldValueDuplicate>,fieldPath?=<string>,optionalOldSelf?=<true|false>',
  ],
  [
    '  // +kubebuilder:externalDocs:description=x\n  a: string;',
    '',
    '11:32 +kubebuilder:externalDocs: the argument url is missing | the syntax is +kubebuilder:externalDocs:url=<string>,description?=<string>',
  ],
  [
    '  // +kubebuilder:validation:Pattern=^a{1,3}$\n  a: string;',
    '',
    '11:42 +kubebuilder:validation:Pattern: the value ends here; enclose it in quotes | the syntax is +kubebuilder:validation:Pattern=<string>',
  ],
  [
    '  // +optional\n  // +required\n  a?: string;',
    '',
    '12:6 +required contradicts +optional | 11:6: the other one is here | remove one of them',
  ],
  [
    '  a: string;\n  // +optional',
    '',
    '12:6 the marker belongs to no field | put it directly above the field',
  ],
  [
    '  a: number;',
    '',
    '11:3 number does not specify the kind of number | use Int32, Int64 or Float of @vmgen/runtime, or +kubebuilder:validation:Type=integer',
  ],
  ['  a: any;', '', `11:3 ${OPEN}`],
  ['  a: unknown;', '', `11:3 ${OPEN}`],
  ['  a: object;', '', `11:3 ${OPEN}`],
  ['  a: bigint;', '', '11:6 bigint has no JSON form | use Int64 of @vmgen/runtime'],
  [
    '  a: () => void;',
    '',
    '11:6 an API cannot contain a function | API types are data: move functions elsewhere',
  ],
  [
    '  run(): void;',
    '',
    '11:3 an API cannot contain the method run | API types are data: move functions elsewhere',
  ],
  [
    '  a: Box;',
    'export class Box { a = 1 }',
    '13:14 an API cannot contain the class Box | API types are data: use an interface',
  ],
  ['  a: Map<string, string>;', '', '11:6 a Map has no JSON form | use Record<string, T>'],
  [
    '  a: string | number;',
    '',
    '11:6 string | number has no schema | use IntOrString of @vmgen/runtime',
  ],
  [
    "  a: 'x' | 1;",
    '',
    '11:6 the union mixes strings and numbers | use literals of one type, or IntOrString',
  ],
  [
    "  a: import('@vmgen/runtime').LocalObjectReference;",
    '',
    `11:6 @vmgen/runtime has no API type LocalObjectReference | use one of ${RUNTIME_TYPES.join(', ')}, or a type of a built-in kind from @vmgen/kubernetes/core/v1 and its siblings`,
  ],
  [
    '  a: Open;',
    'export interface Open { x: string; [key: string]: unknown }',
    '11:3 the index signature allows fields that the API server drops | add +kubebuilder:pruning:PreserveUnknownFields, or remove the index signature',
  ],
  [
    "  a: Omit<Open, 'x'>;",
    '// +kubebuilder:pruning:PreserveUnknownFields\nexport interface Open { x: string; [key: string]: unknown }',
    '11:6 Omit of Open loses its fields to the index signature | write the fields out',
  ],
  [
    '  a: { b: string; [key: string]: string };',
    '',
    '11:6 fields beside an index signature have no schema | move the map to a separate field, or use [key: string]: unknown with +kubebuilder:pruning:PreserveUnknownFields',
  ],
  ['  a: Sepc;', '', '11:6 unknown type Sepc | did you mean Spec?'],
  [
    '  a: Int23;',
    "import type { Int23 } from '@vmgen/runtime';",
    '11:6 @vmgen/runtime has no API type Int23 | use Int32',
  ],
  [
    '  a: Foo;',
    "import type { Foo } from 'foo';",
    '11:6 Foo is imported from foo, which is not installed or has no types | install the package, or correct the import',
  ],
  [
    '  a: Time;',
    '',
    "11:6 unknown type Time | import it: import type { Time } from '@vmgen/runtime';",
  ],
  [
    '  a: Foo;',
    "import type { Foo } from './foo.js';",
    '11:6 Foo is imported from ./foo.js, which does not exist | create the file or fix the import',
  ],
  [
    '  a: Node;',
    'export interface Node { next?: Link }\nexport interface Link { node: Node[] }',
    '14:31 the type is recursive: Node.next -> Link.node[] -> Node | 13:25: Node.next leads to Link | a CRD schema cannot be recursive: mark the field +kubebuilder:validation:Schemaless and +kubebuilder:pruning:PreserveUnknownFields',
  ],
  [
    '  a: E;',
    'export declare enum E { A, B = 7, C }',
    '13:25 the value of A is computed | write it as a literal',
    '13:35 the value of C is computed | write it as a literal',
  ],
  [
    '  a: E.B;\n  b: E.A;',
    'declare enum E { A, B = 7 }',
    '14:18 the value of A is computed | write it as a literal',
  ],
  [
    '  a: keyof typeof SIZES;',
    "const key = 'x';\nexport const SIZES = { [key]: 1, small: 2 } as const;",
    '14:24 an API cannot contain the computed field [key]: 1 | write it as a literal',
  ],
  [
    '  a: keyof typeof SIZES;',
    'export const SIZES = { ...more(), small: 2 } as const;',
    '13:24 an API cannot contain the computed field ...more() | write it as a literal',
  ],
  [
    '  a: keyof Named;',
    'export interface Named { b: string; [key]: string }',
    '13:37 an API cannot contain the computed property name [key] | write the name out',
  ],
  [
    '  a: keyof { 1: string };',
    '',
    '11:6 the key 1 is a number in TypeScript but a string in JSON | write the keys out',
  ],
  [
    '  a: Some<{ b: string }>;',
    'type Keys<T> = keyof T;\nexport type Some<T> = { [K in Keys<T>]: T[K] };',
    '14:31 the keys of the mapped type are an alias of keyof | write [K in keyof T]',
  ],
  ["  a: { [K in 'b' | 'c' as 'd']: K };", '', '11:27 two keys become d | write the fields out'],
  [
    "  a: { [K in 'x' | 'y' as Int32]: string };",
    '',
    '11:27 a key becomes Int32, which is not a valid name | write the fields out',
  ],
  [
    "  a: { [K in 'x' | 'y' as K extends string ? K : never]: string };",
    '',
    '11:27 an API cannot contain a conditional type | write the resulting type out',
  ],
  [
    '  a: Other<string[]>;',
    'export type Other<T> = { [K in keyof T as `x${K & string}`]: T[K] };',
    '13:24 a mapped type with an as clause cannot map a list of string[] | write the resulting type out',
  ],
  [
    '  a: Omit<{ k: 1; b: string } | { k: 2 }, never>;',
    '',
    '11:6 Omit of a union is not read | write it for each member',
  ],
  [
    "  a: (Left & Right)['b'];",
    "export interface Left { k: 'x'; b: string }\nexport interface Right { k: 'y' }",
    "14:26 k is 'y' here and 'x' in another type | 13:25: 'x' is here | give both fields one type, or one of them another name",
  ],
  [
    '  a: Undefined & { k: ObjectMeta };',
    'type Undefined = { k: undefined };',
    '11:6 never has no values | remove it',
  ],
  [
    "  a: 'x' | keyof (Left & Right);",
    'export interface Left { k: never | undefined }\nexport interface Right { k: string[] }',
    '11:12 keyof never has no known keys | write the keys out',
  ],
  [
    '  a: { [K in keyof (Left & Right)]: K };',
    'export interface Left { k?: never }\nexport interface Right { k: string[] }',
    '11:14 keyof never has no known keys | write the keys out',
  ],
  [
    '  a: E;',
    "export enum E { A = 'a'.length }",
    '13:17 the value of A is computed | write it as a literal',
  ],
  [
    '  a: Hidden;',
    'interface Hidden { b: string }',
    '13:11 Hidden is not exported, but generated code needs it | write export before it',
  ],
  [
    '  a: [string, Int32];',
    '',
    '11:6 the tuple mixes string and Int32 | use an object with a field for each',
  ],
  [
    '  a: [string, ...string[]];',
    '',
    '11:18 a tuple with a rest element has no schema | use an array with +kubebuilder:validation:MinItems',
  ],
  ['  a: [];', '', '11:6 a tuple without elements does not describe any value | use an array'],
  ['  a: string & Int32;', '', '11:6 no value is both string and Int32 | use one of them'],
  [
    '  a: metav1.Time;\n  b: bool;\n  c: other.Thing;\n  d: strng;\n  e: Duratoin;',
    '',
    '11:6 unknown type metav1.Time | use Time of @vmgen/runtime',
    '12:6 unknown type bool | use boolean',
    '13:6 unknown type other.Thing | declare or import it',
    '14:6 unknown type strng | did you mean string?',
    '15:6 unknown type Duratoin | did you mean Duration?',
  ],
  [
    '  a: shapes.Box;',
    'export namespace shapes { export interface Box { b: string } }',
    '11:6 an API cannot contain the namespace shapes | put its types into a file of their own',
  ],
  [
    "  a: string & { readonly brand: 'x' };",
    '',
    '11:6 the API server ignores brands | write the type without its brand',
  ],
  [
    '  a: Left & Right;',
    'export interface Left { b: string }\nexport interface Right { b: Int32 }',
    '14:26 b is Int32 here and string in another type | 13:25: string is here | give both fields one type, or one of them another name',
  ],
  [
    '  a: Left | Right;',
    'export interface Left { b: string; c?: string }\nexport interface Right { b: string }',
    '11:6 the members of Left | Right cannot be distinguished | give each member a field with different literals, or one required field of its own',
  ],
  [
    '  a: Left | Right;',
    "export interface Left { k: 'l'; b: string }\nexport interface Right { k: 'r'; b: Int32 }",
    '14:34 b of Right differs from the one of Left | 13:33: the one of Left | give both fields one type, or one of them another name',
  ],
  [
    '  a: Left | string;',
    'export interface Left { b: string }',
    '11:6 the union Left | string has no schema | use one type, a union of literals, or a union of interfaces with a discriminator',
  ],
  [
    '  a: Left | Right;',
    '// +kubebuilder:validation:MinProperties=1\nexport interface Left { b: string }\nexport interface Right { c: string }',
    '13:4 minProperties of Left cannot apply to only one member of a union | put the marker on the type of the whole union, or write a rule',
  ],
  [
    "  a: Short | 'x';",
    '// +kubebuilder:validation:MaxLength=3\nexport type Short = string;',
    '11:6 +kubebuilder:validation:MaxLength of Short cannot apply to only one member of a union | put it on the type of the whole union',
  ],
  [
    "  a: 'x' | true;",
    '',
    '11:6 the union mixes strings and booleans | use literals of one type, or IntOrString',
  ],
  ['  a: {};', '', `11:3 ${OPEN}`],
  ['  a: null;', '', '11:6 null alone does not describe a value | add another type to the union'],
  ['  a: never;', '', '11:6 never has no values | remove it'],
  ['  a: (string | undefined)[];', '', '11:7 undefined has no JSON form | use null, or remove it'],
  ['  a: symbol;', '', '11:6 a symbol has no JSON form | use string'],
  ['  a: Set<string>;', '', '11:6 a Set has no JSON form | use an array with +listType=set'],
  [
    '  a: Box;',
    'export interface Box<T> { a: T }',
    '11:6 the type Box lacks its type arguments | write Box<T>',
  ],
  [
    '  a: Box<string>;',
    'export interface Box { a: string }',
    '11:6 the type Box takes no type arguments | write Box',
  ],
  [
    '  a: Twin<string>;',
    'export interface Twin<T> { value: T; next?: Twin<[T, T]> }',
    '13:50 the type is too large to be worked on | write a smaller one',
  ],
  [
    '  a: Nest<string>;',
    'export interface Nest<T> { value: T; next?: Nest<{ inner: T }> }',
    '13:45 the type Nest grows without end | write the types out',
  ],
  [
    '  a: Tree<string>;',
    'export interface Tree<T> { value: T; children?: Tree<T>[] }',
    '13:49 the type is recursive: Tree<string>.children[] -> Tree<string> | a CRD schema cannot be recursive: mark the field +kubebuilder:validation:Schemaless and +kubebuilder:pruning:PreserveUnknownFields',
  ],
  [
    '  a: Node;',
    'export interface Node { byName?: Nodes }\nexport type Nodes = Record<string, Node>;',
    '14:36 the type is recursive: Node.byName -> Nodes{} -> Node | 13:25: Node.byName leads to Nodes | a CRD schema cannot be recursive: mark the field +kubebuilder:validation:Schemaless and +kubebuilder:pruning:PreserveUnknownFields',
  ],
  [
    '  a: Left;',
    'export type Left = Right;\nexport type Right = Left;',
    '14:21 the type is recursive: Left -> Right -> Left | write out the type behind one of the names',
  ],
  [
    '  a: Left;',
    'export interface Left extends Right {}\nexport interface Right extends Left {}',
    '14:32 Left extends itself | remove it from the extends clause',
  ],
  [
    '  a: Loop;',
    'export type Loop = keyof Loop;',
    '13:26 the type Loop is defined in terms of itself | write one of its types out',
  ],
  [
    "  a: Pick<Box, 'lenght'>;",
    'export interface Box { length: Int32 }',
    '11:16 Box has no field lenght | did you mean length?',
  ],
  [
    "  a: Omit<Box, 'z'>;",
    'export interface Box { length: Int32 }',
    '11:16 Box has no field z | it has length',
  ],
  [
    "  a: Box['lenght'];",
    'export interface Box { length: Int32 }',
    '11:6 Box has no field lenght | did you mean length?',
  ],
  [
    "  a: Omit<ObjectMeta, 'name'>;\n  b: keyof ObjectMeta;\n  c: Required<ObjectMeta>;\n  d: ObjectMeta & { b: string };\n  e: Mine;",
    'export interface Mine extends ObjectMeta { b: string }',
    `11:6 Omit of ObjectMeta keeps more than a schema | ${PICK}`,
    `12:6 keyof ObjectMeta has more keys than a schema | ${PICK}`,
    `13:6 Required<ObjectMeta> requires fields that its schema does not have | ${PICK}`,
    `14:6 ObjectMeta in a schema has no fields to add to | use ObjectMeta alone, or ${PICK}`,
    `17:31 extending ObjectMeta is not possible | ${PICK}`,
  ],
  [
    "  a: Pick<ObjectMeta, 'uid'>;\n  b: ObjectMeta['uid'];",
    '',
    '11:23 an embedded ObjectMeta has no field uid | it has annotations, finalizers, labels, name, namespace',
    '12:6 an embedded ObjectMeta has no field uid | it has annotations, finalizers, labels, name, namespace',
  ],
  [
    "  a: Raw & { kind: string };\n  b: Raw['kind'];",
    "type Raw = import('@vmgen/runtime').RawExtension;",
    '11:6 RawExtension preserves all fields and declares none | write only the fields, and +kubebuilder:pruning:PreserveUnknownFields above them',
    "12:6 Raw cannot be indexed with 'kind' | write the resulting type out",
  ],
  [
    '  a: Names;',
    'export interface Names extends Record<string, string> { b: string }',
    '13:32 extending Record<string, string> is not possible | move the map to a separate field',
  ],
  [
    '  a: Uppercase<string>;',
    '',
    '11:6 Uppercase of string has no schema | use string with +kubebuilder:validation:Pattern',
  ],
  ['  a: Partial<string>;', '', '11:6 Partial of string has no fields | write the fields out'],
  ['  a: Record<string>;', '', '11:6 Record needs 2 type arguments | write Record<Keys, T>'],
  [
    '  a: Record<number, string>;',
    '',
    '11:13 the keys of a Record are string or literals, not number | use Record<string, T>',
  ],
  [
    '  a: { [key: number]: string };',
    '',
    '11:14 the keys of an index signature are string, not number | write [key: string]',
  ],
  [
    '  a: { [K in number]: string };',
    '',
    '11:14 the keys of a mapped type are string or literals, not number | use Record<string, T>',
  ],
  [
    '  a: `x${Box}`;',
    'export interface Box { length: Int32 }',
    '11:10 Box in a template literal has no pattern | use string with +kubebuilder:validation:Pattern',
  ],
  [
    '  a: When<string>;',
    "export type When<T> = T extends object ? 'a' : 'b';",
    '13:23 an API cannot contain a conditional type | write the resulting type out',
  ],
  [
    '  a: Item<string[]>;',
    'export type Item<T> = T extends (infer I)[] ? I : never;',
    '13:23 an API cannot contain a conditional type | write the resulting type out',
  ],
  [
    '  a: Extract<Condition | string, { type: string; status: string }>;',
    "import type { Condition } from '@vmgen/runtime';",
    '11:6 Extract cannot determine whether Condition is { type: string; status: string } | write the type out',
  ],
  [
    '  a: keyof typeof SIZES;',
    'export const SIZES = { small: 1 };',
    '13:22 an API cannot contain the value { small: 1 } | write as const after it',
  ],
  [
    '  a: typeof SIZE;',
    'export const SIZE = 1 + 1;',
    '13:21 an API cannot contain the value 1 + 1 | write as const after it',
  ],
  [
    '  a: typeof SIZE;',
    '',
    '11:6 typeof SIZE does not name a constant in the files of the API | declare it with const and as const',
  ],
  [
    '  a: E.Smal;',
    "export enum E { Small = 's' }",
    '11:6 E has no member Smal | did you mean Small?',
  ],
  ['  a: E;', 'export enum E {}', '13:13 the enum E has no values | add one'],
  [
    '  a: E;',
    "export enum E { A = 'a', B = 1 }",
    '13:13 the union mixes strings and numbers | use literals of one type, or IntOrString',
  ],
  [
    '  a: string;\n  a: Int32;',
    '',
    '12:3 the field a is specified twice | 11:3: the first is here | remove one',
  ],
  [
    '  a: E;',
    "export interface E { b: string }\nexport type E = 'a';",
    '14:13 an API cannot contain a second E | 13:18: the first is here | rename one of them',
  ],
  [
    '  a: N;',
    'export namespace N { export type T = string }',
    '13:18 an API cannot contain the namespace N | put its types into a file of their own',
  ],
  ['  a: ;', '', '11:6 syntax error: Type expected.'],
  [
    '  // +listType=map\n  // +listMapKey=nope\n  a?: Item[];',
    'export interface Item { b: string }',
    '12:6 +listMapKey names "nope", which is not a field of the items | name a field of the items',
  ],
];

const errorsOf = (result: ReturnType<typeof compileText>): string[] =>
  diagnosticTexts(result).map((text) =>
    text.replaceAll('\n  ', ' | ').replaceAll(`${FILE}:`, '').replace(': error: ', ' '),
  );

for (const [spec, more, ...errors] of REFUSED) {
  test(`rejects ${[spec, more].join(' ').replaceAll(/\s+/g, ' ').trim()}`, () => {
    const result = compileText({ [FILE]: kindWith(spec, more) });
    assert.deepEqual(errorsOf(result), errors);
    assert.deepEqual(result.files, []);
  });
}

const LABEL =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
const SUBDOMAIN =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

/** Another way to write the kind itself: from line 5 on. */
const REFUSED_KINDS: readonly (readonly [kind: string, error: string])[] = [
  [
    'export interface Thing extends TypeMeta {\n  metadata?: ObjectMeta;\n  spec: Spec;\n}',
    '6:3 the metadata of Thing is optional, but every object has metadata | write metadata:',
  ],
  [
    'export interface Thing extends TypeMeta {\n  // +kubebuilder:validation:MaxProperties=3\n  metadata: ObjectMeta;\n}',
    '6:6 +kubebuilder:validation:MaxProperties has no effect on metadata, which the API server validates | write a rule on Thing, which can read self.metadata.name and generateName',
  ],
  [
    '// +kubebuilder:subresource:status\n// +kubebuilder:validation:MinProperties=1\nexport interface Thing extends TypeMeta {\n  metadata: ObjectMeta;\n}',
    '6:4 minProperties is not allowed on a kind with a status subresource | put the marker on the type of the spec, or use a rule',
  ],
  [
    '// +kubebuilder:subresource:status\nexport interface Thing extends TypeMeta {\n  metadata: ObjectMeta;\n  status: Spec;\n}',
    '8:3 no Thing can be created: its status is required, but the API server drops the status of new objects | write status?:',
  ],
  [
    '// +kubebuilder:resource:path=Bad_Path\nexport interface Thing extends TypeMeta {\n  metadata: ObjectMeta;\n}',
    `5:4 the API server would reject the CRD: spec.names.plural: Invalid value: "Bad_Path": ${LABEL} | set another name with +kubebuilder:resource:path=`,
  ],
  [
    'export interface Thing extends TypeMeta {\n  // +kubebuilder:default=Thing\n  kind?: string;\n  metadata: ObjectMeta;\n}',
    '6:6 +kubebuilder:default has no effect on kind, which the API server validates | remove it',
  ],
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

const withKind = (kind: string): string =>
  kindWith('  a: string;').replace(/\/\/ \+genclient\nexport interface Thing [^}]*\}/, () => kind);

for (const [kind, error] of REFUSED_KINDS) {
  test(`rejects ${kind.replaceAll(/\s+/g, ' ')}`, () => {
    const result = compileText({ [FILE]: withKind(kind) });
    assert.deepEqual(errorsOf(result), [error]);
    assert.deepEqual(result.files, []);
  });
}

test('warns about a scale whose path is not that of an integer', () => {
  const kind = `// +kubebuilder:subresource:scale:specpath=.spec.a,statuspath=.status.a
export interface Thing extends TypeMeta {
  metadata: ObjectMeta;
  spec: Spec;
  status?: { a?: Int32 };
}`;
  assert.deepEqual(errorsOf(compileText({ [FILE]: withKind(kind) })), [
    '5:4: warning: specpath .spec.a is a string, but must be an integer: the kind could not be scaled | use the path of a field of type integer',
  ]);
});

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

test('prints the line of a diagnostic with the position underlined', () => {
  const source = kindWith('  a: bigint;');
  const [text] = diagnosticTexts(compileText({ 'example/v1/types.ts': source }), source);
  assert.equal(
    text,
    `${FILE}:11:6: error: bigint has no JSON form
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
