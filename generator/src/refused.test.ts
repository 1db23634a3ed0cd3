import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText, findingTexts, kindWith } from './testing/compile-text.js';

/** The line of the first line in a spec. */
const AT = 'example/v1/types.ts:11';

interface Refused {
  readonly title: string;
  readonly spec: string;
  readonly more?: string;
  /** The first lines of the findings, without the source and its mark. */
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
      `${AT}:6: error: +kubebuilder:subresource:status may not stand on a field | it is for a kind`,
    ],
  },
  {
    title: 'a marker of a kind on a type that is none',
    spec: '  a: string;',
    more: '// +genclient\nexport interface Other { b: string }',
    says: [
      'example/v1/types.ts:13:4: error: +genclient may not stand on Other, which is no kind | a kind extends TypeMeta and has metadata: ObjectMeta',
    ],
  },
  {
    title: 'the same marker twice',
    spec: '  // +kubebuilder:default=a\n  // +kubebuilder:default=b\n  a?: string;',
    says: [
      'example/v1/types.ts:12:6: error: +kubebuilder:default stands twice | remove one; the first is in line 11',
    ],
  },
  {
    title: 'a bound that is no number',
    spec: '  // +kubebuilder:validation:Maximum=many\n  a: Int32;',
    says: [
      `${AT}:38: error: +kubebuilder:validation:Maximum: expected a number, not "many" | it reads +kubebuilder:validation:Maximum=<number>`,
    ],
  },
  {
    title: 'a fraction as the bound of an integer',
    spec: '  // +kubebuilder:validation:Maximum=1.5\n  a: Int32;',
    says: [
      `${AT}:6: error: +kubebuilder:validation:Maximum is 1.5 on an integer | use a whole number`,
    ],
  },
  {
    title: 'a marker for another kind of schema',
    spec: '  // +kubebuilder:validation:MaxLength=3\n  a: Int32;',
    says: [
      `${AT}:6: error: +kubebuilder:validation:MaxLength does not fit an integer | it is for a string, an int-or-string`,
    ],
  },
  {
    title: 'an unknown argument',
    spec: '  // +kubebuilder:validation:XValidation:rule="true",mesage="x"\n  a: string;',
    says: [
      `${AT}:54: error: +kubebuilder:validation:XValidation: unknown argument mesage; did you mean message? | it reads +kubebuilder:validation:XValidation:rule=<string>,message?=<string>,messageExpression?=<string>,reason?=<choice>,fieldPath?=<string>,optionalOldSelf?=<boolean>`,
    ],
  },
  {
    title: 'a missing argument',
    spec: '  // +kubebuilder:externalDocs:description=x\n  a: string;',
    says: [
      `${AT}:32: error: +kubebuilder:externalDocs: the argument url is missing | it reads +kubebuilder:externalDocs:url=<string>,description?=<string>`,
    ],
  },
  {
    title: 'text behind the value',
    spec: '  // +kubebuilder:validation:Pattern=^a{1,3}$\n  a: string;',
    says: [
      `${AT}:42: error: +kubebuilder:validation:Pattern: the value ends here; put it into quotes | it reads +kubebuilder:validation:Pattern=<string>`,
    ],
  },
  {
    title: 'optional and required at once',
    spec: '  // +optional\n  // +required\n  a?: string;',
    says: ['example/v1/types.ts:12:6: error: +required contradicts +optional | remove one of them'],
  },
  {
    title: 'a marker under the last field',
    spec: '  a: string;\n  // +optional',
    says: [
      'example/v1/types.ts:12:6: error: the marker belongs to no field | put it right above the field',
    ],
  },
  {
    title: 'number without its kind',
    spec: '  a: number;',
    says: [
      `${AT}:3: error: number does not say which numbers | use Int32, Int64 or Float of @vmgen/runtime, or +kubebuilder:validation:Type=integer`,
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
      `${AT}:6: error: a function cannot stand in an API | API types are data: move functions elsewhere`,
    ],
  },
  {
    title: 'a method',
    spec: '  run(): void;',
    says: [
      `${AT}:3: error: the method run cannot stand in an API | API types are data: move functions elsewhere`,
    ],
  },
  {
    title: 'a class',
    spec: '  a: Box;',
    more: 'export class Box { a = 1 }',
    says: [
      'example/v1/types.ts:13:14: error: the class Box cannot stand in an API | API types are data: use an interface',
    ],
  },
  {
    title: 'a Date',
    spec: '  a: Date;',
    says: [`${AT}:6: error: a Date is a string on the wire | use Time of @vmgen/runtime`],
  },
  {
    title: 'a Map',
    spec: '  a: Map<string, string>;',
    says: [`${AT}:6: error: a Map has no JSON form | use Record<string, T>`],
  },
  {
    title: 'a tuple',
    spec: '  a: [string, string];',
    says: [
      `${AT}:6: error: a tuple cannot stand in an API | use an array with +kubebuilder:validation:MaxItems`,
    ],
  },
  {
    title: 'a mapped type',
    spec: "  a: { [K in 'x']: string };",
    says: [
      `${AT}:6: error: a mapped type cannot stand in an API | write the fields out, or use Record<string, T>`,
    ],
  },
  {
    title: 'an intersection',
    spec: '  a: Spec & Thing;',
    says: [
      `${AT}:6: error: an intersection cannot stand in an API | use an interface that extends the others`,
    ],
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
    title: 'a union of objects',
    spec: '  a: Spec | Thing;',
    says: [
      `${AT}:6: error: a union of types has no schema | use one interface with optional fields, or a union of literals`,
    ],
  },
  {
    title: 'fields beside an index signature',
    spec: '  a: { b: string; [key: string]: string };',
    says: [
      `${AT}:6: error: fields beside an index signature have no schema | put the map into a field of its own`,
    ],
  },
  {
    title: 'a generic type',
    spec: '  a: Box<string>;',
    more: 'export interface Box<T> { a: T }',
    says: [
      'example/v1/types.ts:13:18: error: the type Box is generic | write one type for each use',
    ],
  },
  {
    title: 'an unknown type',
    spec: '  a: Sepc;',
    says: [`${AT}:6: error: unknown type Sepc | did you mean Spec?`],
  },
  {
    title: 'a type that the runtime does not have',
    spec: '  a: Int23;',
    more: "import type { Int23 } from '@vmgen/runtime';",
    says: [`${AT}:6: error: @vmgen/runtime has no API type Int23 | use Int32`],
  },
  {
    title: 'a type of another package',
    spec: '  a: Foo;',
    more: "import type { Foo } from 'foo';",
    says: [
      `${AT}:6: error: Foo comes from foo | API types come from @vmgen/runtime or from files under the folder of the APIs`,
    ],
  },
  {
    title: 'an import that is not there',
    spec: '  a: Foo;',
    more: "import type { Foo } from './foo.js';",
    says: [
      `${AT}:6: error: Foo comes from ./foo.js, which is not there | make the file or mend the import`,
    ],
  },
  {
    title: 'recursion, with its cycle',
    spec: '  a: Node;',
    more: 'export interface Node { next?: Link }\nexport interface Link { node: Node[] }',
    says: [
      'example/v1/types.ts:14:31: error: the type contains itself: Node -> Link -> Node | a CRD has no recursion: mark the field +kubebuilder:validation:Schemaless and +kubebuilder:pruning:PreserveUnknownFields',
    ],
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
    title: 'a syntax error',
    spec: '  a: ;',
    says: [`${AT}:6: error: syntax error: Type expected.`],
  },
  {
    title: 'what the API server refuses, at the line to blame',
    spec: '  // +listType=map\n  // +listMapKey=nope\n  a?: Item[];',
    more: 'export interface Item { b: string }',
    says: [
      `example/v1/types.ts:12:6: error: the API server would refuse the CRD: spec.validation.openAPIV3Schema.properties[spec].properties[a].x-kubernetes-list-map-keys: Invalid value: ["nope"]: entries must all be names of item properties`,
    ],
  },
];

function open(column: number): string {
  return `${AT}:${column}: error: the type says nothing of its values | use JSONValue or RawExtension of @vmgen/runtime, or +kubebuilder:validation:Schemaless`;
}

for (const { title, spec, more, says } of REFUSED) {
  test(`refused: ${title}`, () => {
    const result = compileText({ 'example/v1/types.ts': kindWith(spec, more) });
    const texts = findingTexts(result).map((text) => text.replace('\n  ', ' | '));
    assert.deepEqual(texts, says);
    assert.deepEqual(result.files, []);
  });
}

test('a finding shows its line with the place underlined', () => {
  const source = kindWith('  a: bigint;');
  const [text] = findingTexts(compileText({ 'example/v1/types.ts': source }), source);
  assert.equal(
    text,
    `${AT}:6: error: bigint has no JSON form
    a: bigint;
       ^^^^^^
  use Int64 of @vmgen/runtime`,
  );
});

test('all findings of a run come together, in the order of the source', () => {
  const result = compileText({
    'b/v1/types.ts': kindWith('  a: bigint;\n  b: number;'),
    'a/v1/types.ts': kindWith('  c: Date;').replace('example.com', 'a.example.com'),
  });
  const places = result.findings.map(({ position }) => `${position?.file}:${position?.line}`);
  assert.deepEqual(places, ['a/v1/types.ts:11', 'b/v1/types.ts:11', 'b/v1/types.ts:12']);
});

test('a marker that contradicts the ? is a warning, and an error when strict', () => {
  const files = { 'example/v1/types.ts': kindWith('  // +optional\n  a: string;') };
  const lenient = compileText(files);
  assert.deepEqual(findingTexts(lenient), [
    'example/v1/types.ts:12:3: warning: a is marked optional, but has no ?\n  write a?:',
  ]);
  assert.notEqual(lenient.files.length, 0);
  assert.deepEqual(compileText(files, { strict: true }).files, []);
});

test("other tools' markers are left alone", () => {
  const result = compileText({
    'example/v1/types.ts': kindWith('  // +optional-tool:thing=1\n  a: string;'),
  });
  assert.deepEqual(result.findings, []);
});
