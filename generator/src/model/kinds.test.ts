import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText, fileText, diagnosticTexts } from '../testing/compile-text.js';

const HEAD = `// +groupName=example.com

import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';
`;

/** What is said of types beside a kind, without the source and its mark; they start in line 8. */
function diagnosticsOf(types: string, head = HEAD): string[] {
  const good = 'export interface Good extends TypeMeta { metadata: ObjectMeta }\n';
  const path = 'example/v1/types.ts';
  return diagnosticTexts(compileText({ [path]: `${head}\n${good}\n\n${types}` })).map((text) =>
    text.replace(`${path}:`, '').replace('\n  ', ' | '),
  );
}

const LOST: readonly (readonly [title: string, types: string, ...says: string[]])[] = [
  [
    'its metadata is another type',
    'export interface Thing extends TypeMeta {\n  metadata: { name: string };\n}',
    '9:3: error: Thing is not a kind: its metadata is { name: string }, not ObjectMeta of @vmgen/runtime | write metadata: ObjectMeta',
  ],
  [
    'its metadata is only a part of ObjectMeta',
    "export interface Thing extends TypeMeta {\n  metadata: Pick<ObjectMeta, 'name'>;\n}",
    '9:3: error: Thing is not a kind: its metadata is { name?: string }, not ObjectMeta of @vmgen/runtime | write metadata: ObjectMeta',
  ],
  [
    'its metadata may be undefined, with its markers',
    '// +genclient\nexport interface Thing extends TypeMeta {\n  metadata: ObjectMeta | undefined;\n}',
    '10:3: error: Thing is not a kind: its metadata is ObjectMeta | undefined, not ObjectMeta of @vmgen/runtime | write metadata: ObjectMeta',
  ],
  [
    'a list has another metadata type',
    'export interface GoodList extends TypeMeta {\n  metadata: { total: Int32 };\n  items: Good[];\n}',
    '9:3: error: GoodList is not a list of kinds: its metadata is { total: Int32 }, not ListMeta of @vmgen/runtime | write metadata: ListMeta',
  ],
  [
    'it has no metadata',
    'export interface Thing extends TypeMeta {\n  spec: { a: string };\n}',
    '8:18: warning: Thing is not a kind: it has no metadata | add metadata: ObjectMeta',
  ],
  [
    'it has markers of a kind but no metadata',
    '// +genclient\nexport interface Thing extends TypeMeta {\n  spec: { a: string };\n}',
    '9:18: error: Thing is not a kind: it has no metadata | add metadata: ObjectMeta',
  ],
  [
    'it has the fields of a kind without extending TypeMeta',
    'export interface Thing {\n  apiVersion: string;\n  kind: string;\n  metadata: { name: string };\n}',
    '11:3: warning: Thing is not a kind: its metadata is { name: string }, not ObjectMeta of @vmgen/runtime | write metadata: ObjectMeta',
  ],
];

for (const [title, types, ...says] of LOST) {
  test(`reports a type that looks like a kind but is not: ${title}`, () => {
    assert.deepEqual(diagnosticsOf(types), says);
  });
}

test('reports a kind with a type of its own that has the name of a runtime type', () => {
  const shadowed = (name: string, body: string): string[] => {
    const head = HEAD.replace(`, ${name}`, '').replace(`${name}, `, '');
    const kind = 'export interface Thing extends TypeMeta {\n  metadata: ObjectMeta;\n}';
    const files = {
      'example/v1/types.ts': `${head}\ninterface ${name} ${body}\n${kind}`,
      'example/v1/good.ts': `import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';\nexport interface Good extends TypeMeta { metadata: ObjectMeta }`,
    };
    return diagnosticTexts(compileText(files)).map((text) => text.replace('\n  ', ' | '));
  };
  assert.deepEqual(shadowed('ObjectMeta', '{ name?: string }'), [
    'example/v1/types.ts:7:3: error: Thing is not a kind: its metadata is ObjectMeta of example/v1/types.ts:5, not ObjectMeta of @vmgen/runtime | use ObjectMeta of @vmgen/runtime',
  ]);
  assert.deepEqual(shadowed('TypeMeta', '{ version?: string }'), [
    'example/v1/types.ts:6:18: error: Thing is not a kind: the TypeMeta that it extends is TypeMeta of example/v1/types.ts:5 and has no apiVersion and kind | use TypeMeta of @vmgen/runtime',
  ]);
  assert.deepEqual(shadowed('TypeMeta', '{ apiVersion?: string; kind?: string }'), []);
});

test('accepts an alias of ObjectMeta in a kind', () => {
  const types =
    'type Meta = ObjectMeta;\nexport interface Thing extends TypeMeta {\n  metadata: Meta;\n}';
  const source = { 'example/v1/types.ts': `${HEAD}${types}` };
  assert.match(fileText(compileText(source), 'crds/example.com_things.yaml'), /kind: Thing\n/);
});

test('validates the rest of a kind with an unknown base or metadata type', () => {
  const broken = (kind: string): string[] =>
    diagnosticsOf(
      `// +genclient\n// +kubebuilder:printcolumn:name=A,type=text,JSONPath=.spec.a\n${kind}`,
    ).map((text) => text.replace(/ the API server would reject the CRD:/, ''));
  assert.deepEqual(
    broken('export interface Thing extends TypMeta {\n  a: Missing; metadata: ObjectMeta;\n}').map(
      (text) => text.replace(/ \|.*/s, ''),
    ),
    [
      '9:4: error: spec.additionalPrinterColumns[0].type: Invalid value: "text": must be one of boolean,date,integer,number,string',
      '10:32: error: unknown type TypMeta',
      '11:6: error: unknown type Missing',
    ],
  );
});

const V1 = `${HEAD}
/** A thing of v1. */
// +kubebuilder:storageversion
// +kubebuilder:resource:shortName=th
export interface Thing extends TypeMeta {
  metadata: ObjectMeta;
  /** What is wanted. */
  // +optional
  spec?: Spec;
  status?: { ready: boolean };
}
export interface Spec {
  // +kubebuilder:validation:Maximum=3
  a: Int32;
}
`;

/** All files of two versions of a kind, of which the second takes its type from the first. */
function twoVersions(kind: string, imports: string): ReadonlyMap<string, string> {
  const compiled = compileText({
    'example/v1/types.ts': V1,
    'example/v2/types.ts': `// +groupName=example.com

${imports}

/** A thing of v2. */
// +genclient
// +kubebuilder:subresource:status
${kind}
`,
  });
  assert.deepEqual(diagnosticTexts(compiled), []);
  return new Map(compiled.files.map(({ path, text }) => [path, text]));
}

for (const [imports, name] of [
  ["import type * as v1 from '../v1/types.js';", 'v1.Thing'],
  ["import type { Thing as ThingV1 } from '../v1/types.js';", 'ThingV1'],
] as const) {
  test(`accepts an alias of the kind of another version: ${name}`, () => {
    const extended = twoVersions(`export interface Thing extends ${name} {}`, imports);
    const named = twoVersions(`export type Thing = ${name};`, imports);
    assert.deepEqual([...named.keys()], [...extended.keys()]);
    const crd = named.get('crds/example.com_things.yaml') ?? '';
    assert.equal(crd, extended.get('crds/example.com_things.yaml'));
    assert.match(crd, /name: v2\n/);
    assert.equal(named.get('example/v2/client.ts'), extended.get('example/v2/client.ts'));
  });
}

test('does not treat an alias in the same version as another kind', () => {
  const { files } = compileText({ 'example/v1/types.ts': `${V1}export type Other = Thing;` });
  assert.deepEqual(
    files.filter(({ path }) => path.startsWith('crds/')).map(({ path }) => path),
    ['crds/example.com_things.yaml'],
  );
});
