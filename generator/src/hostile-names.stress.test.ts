import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { pluralOf, lowerFirst, upperFirst } from './text/names.js';
import { isReservedName } from './model/reserved-names.js';
import { compileAll, diagnosticTexts } from './testing/compile-text.js';
import { knownNames, wordsOfOutput } from './testing/hostile-names.js';
import { strictProblems } from '@vmgen/fixtures/generator/strict-problems';
import { typescript } from '@vmgen/fixtures/generator/typescript';

/** What generated names are made of, before and behind a kind's. */
const PREFIXES = /^(?:create|is|add|deepCopy)(?=[A-Z])/;
const SUFFIXES = /(?:Resource|Clients?|NamespaceLister|Lister|Informers?|List|Crds?)$/;

/** Names that could meet one of ours, and those of kinds of which a generated name could. */
function withBases(names: readonly string[]): string[] {
  const all = names.flatMap((name) => {
    const base = name.replace(PREFIXES, '').replace(SUFFIXES, '');
    return [name, upperFirst(base)];
  });
  return [...new Set(all.filter(isLegal))].sort();
}

function isLegal(name: string): boolean {
  const token = typescript
    .createScanner(typescript.ScriptTarget.ES2023, true, undefined, name)
    .scan();
  const isKeyword =
    token >= typescript.SyntaxKind.FirstReservedWord &&
    token <= typescript.SyntaxKind.LastReservedWord;
  return /^[A-Za-z][A-Za-z0-9]*$/.test(name) && !isKeyword && !isReservedName(name);
}

/** Distributes kinds over packages, so that no two of one have a generated name in common. */
function packagesOf(kinds: readonly string[], keysOf: (kind: string) => string[]): string[][] {
  const packages: { readonly kinds: string[]; readonly keys: Set<string> }[] = [];
  for (const kind of kinds) {
    const keys = keysOf(kind);
    let home = packages.find((each) => !keys.some((key) => each.keys.has(key)));
    if (!home) packages.push((home = { kinds: [], keys: new Set() }));
    home.kinds.push(kind);
    for (const key of keys) home.keys.add(key);
  }
  return packages.map((each) => each.kinds);
}

/** Generated names that are the same for kinds that differ in case and little more. */
const identifiers = (kind: string): string[] => [
  `${lowerFirst(kind)}Resource`,
  `is${upperFirst(kind)}`,
  `${lowerFirst(pluralOf(kind))} method`,
];

/** Beside these the names that an API server takes for one. */
const servedNames = (kind: string): string[] => [
  ...identifiers(kind),
  `${kind} kind`,
  `${kind}List kind`,
  kind.toLowerCase(),
  pluralOf(kind).toLowerCase(),
];

const HEAD = `import type {
  Condition as Local1, Int32 as Local2, ObjectMeta as Local3, TypeMeta as Local4,
} from '@vmgen/runtime';
`;
/** Fields of all sorts that are copied in different ways. */
const FIELDS = [
  'items: string[]',
  'conditions?: Local1[]',
  'readonly maps?: { [key: string]: { [key: string]: Local1 }[] }',
  'inline?: { meta?: { list: (Local2[] | null)[] } }',
];
/**
 * Two for each type: a name that is in the way of a sort is in the scope of a whole file, where a
 * quarter of all other types has that sort.
 */
const fieldsOf = (index: number): string =>
  [0, 1].map((more) => `\n  ${FIELDS[(index + more) % FIELDS.length]};`).join('');

function source(
  kinds: readonly string[],
  nested: readonly string[],
  isClientOnly: boolean,
): string {
  const parts = kinds.map(
    (kind) => `// +genclient\nexport interface ${kind} extends Local4 {
  metadata: Local3;
  spec: { items: string[] };
}\n`,
  );
  const types = nested.map((name, index) => `export interface ${name} {${fieldsOf(index)}\n}\n`);
  const fields = nested.map((name, index) => `  f${index}: ${name};\n`);
  const root = `export interface Root0 extends Local4 {\n  metadata: Local3;\n${fields.join('')}}\n`;
  const marker = isClientOnly ? '// +kubebuilder:skip\n\n' : '';
  return marker + HEAD + parts.join('') + types.join('') + (nested.length > 0 ? root : '');
}

const { inScope, exported } = knownNames();
const words = wordsOfOutput();
const kindNames = withBases([...words, ...exported]).filter((name) => /^[A-Z]/.test(name));
const typeNames = withBases([...words, ...exported, ...inScope]);
/** Kinds with CRDs: for what is made of those alone. */
const served = withBases(wordsOfOutput(/^testing\/(?:edge-cases\/crds|fake-clientset)\.ts$/));

function sources(): Record<string, string> {
  const groups: Record<string, string> = {};
  for (const [index, kinds] of packagesOf(kindNames, identifiers).entries()) {
    groups[`client${index}.x/v1/types.ts`] = source(kinds, [], true);
  }
  for (const [index, kinds] of packagesOf(served, servedNames).entries()) {
    groups[`served${index}.x/v1/types.ts`] = source(kinds, [], false);
  }
  return { ...groups, 'nested.x/v1/types.ts': source([], typeNames, true) };
}

/** What vmgen finds, or else what TypeScript says of the sources and what is made of them. */
function strictDiagnostics(files: Readonly<Record<string, string>>): string[] {
  const compiled = compileAll(files);
  if (compiled.diagnostics.length > 0) return diagnosticTexts(compiled);
  const root = fileURLToPath(new URL('../testdata/hostile/', import.meta.url));
  const program = new Map([
    ...Object.entries(files).map(([path, text]) => [`${root}apis/${path}`, text] as const),
    ...compiled.files
      .filter(({ path }) => path.endsWith('.ts'))
      .map(({ path, text }) => [`${root}out/${path}`, text] as const),
  ]);
  return strictProblems(program);
}

test('generates code that compiles for names used by TypeScript, Node or the output itself', () => {
  assert.deepEqual(strictDiagnostics(sources()), []);
  assert.ok(typeNames.length > 900, `only ${typeNames.length} names`);
});

/** Pairs and groups of kinds of which a generated name is a type of the other, or looks like one. */
const NEIGHBOURS: readonly (readonly [title: string, folder: string, types: string])[] = [
  ['a kind with the name of its group', 'odd', kinds('OddV1', 'OddV1Client')],
  ['the parts of a kind', 'parts', kinds('Foo', 'FooClient', 'FooLister', 'FooInformer')],
  ['a kind and its namespaces', 'tenants', kinds('Tenant', 'TenantNamespace')],
  [
    'a list without a kind of the API',
    'lists',
    `${kinds('Foo')}export interface FooList { a: string[] }`,
  ],
  [
    'types that differ only in case',
    'cases',
    `${kinds('Foo')}
export interface foo { list: string[] }
export interface Holder { lower: foo; upper: { list: string[] } }`,
  ],
];

function kinds(...all: readonly string[]): string {
  return source(all, [], false).slice(HEAD.length);
}

test('generates code that compiles for types with names of generated declarations', () => {
  const files = Object.fromEntries(
    NEIGHBOURS.map(([, folder, types]) => [
      `${folder}/v1/types.ts`,
      `// +groupName=${folder}.example.com\n// +k8s:deepcopy-gen=package\n\n${HEAD}${types}`,
    ]),
  );
  assert.deepEqual(strictDiagnostics(files), []);
});

test('generates a copy function for each of several types with one name', () => {
  const part = (field: string): string => `export interface Part { ${field}: string[] }\n`;
  const files = {
    'same/v1/other.ts': part('b'),
    'same/v1/types.ts': `// +groupName=same.example.com\n\nimport type { Part as Other } from './other.js';\n${HEAD}${part('a')}
export interface Thing extends Local4 { metadata: Local3; mine: Part; others: Other[] }\n`,
  };
  assert.deepEqual(strictDiagnostics(files), []);
});
