import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compileText, fileText, diagnosticTexts, kindWith } from './testing/compile-text.js';
import { strictProblems } from '@vmgen/fixtures/generator/strict-problems';

const marked = (marker: string, source: string): string =>
  source.replace('// +genclient', `// +genclient\n// ${marker}`);
const of = (group: string, source: string): string =>
  source.replaceAll('example.com', `${group}.example.com`);

/** Each makes output of a form that ordinary APIs do not need. */
const RARE: Readonly<Record<string, string>> = {
  'a kind without a copy function of its own': marked(
    '+k8s:deepcopy-gen=false',
    kindWith('  a: string[];'),
  ),
  'no CRD': marked('+kubebuilder:skipversion', kindWith('  a: string;')),
  'a bound beyond 2^53': kindWith(
    '  // +kubebuilder:validation:Maximum=9223372036854775807\n  a: Int64;',
    "import type { Int64 } from '@vmgen/runtime';",
  ),
  'an open set of strings': kindWith("  a: string & {};\n  b?: 'x' | (string & {});"),
  'types that are called like what copying needs': kindWith(
    '  a: NonNullable;\n  b?: { c: Object[] };',
    'export interface NonNullable { a: string[] }\nexport interface Object { __proto__?: string }',
  ),
  'parts of the types of the runtime': kindWith(
    `  a: Pick<ObjectMeta, 'labels'>;
  b?: Partial<Condition>;
  c: (Condition & { extra: string[] })[];
  d: Mine;
  e: Partial<ObjectMeta>;
  f?: ObjectMeta['finalizers'];
  g: { readonly [K in keyof Condition]?: Condition[K] };`,
    `export interface Mine extends Omit<Condition, 'reason'> { reason?: 'A' | 'B' }`,
  ),
  'a default export': kindWith('  a: { b: string };').replace(
    'export interface Thing',
    'export default interface Thing',
  ),
  'exports under other names': `${kindWith('  a: { b: string };').replaceAll(
    'export interface',
    'interface',
  )}export type { Thing as Other, Spec as default };\n`,
  'an optional object called __proto__': kindWith(
    '  __proto__?: Part;',
    'export interface Part { a: string[] }',
  ),
};

test('generates code from rare forms that compiles with the strictest flags', () => {
  const root = fileURLToPath(new URL('../testdata/rare/', import.meta.url));
  const files = new Map<string, string>();
  for (const [index, [title, text]] of Object.entries(RARE).entries()) {
    const path = `rare${index}/v1/types.ts`;
    const source = of(`rare${index}`, text);
    const compiled = compileText({ [path]: source });
    assert.deepEqual(diagnosticTexts(compiled), [], title);
    files.set(`${root}${index}/apis/${path}`, source);
    for (const file of compiled.files) {
      if (file.path.endsWith('.ts')) files.set(`${root}${index}/out/${file.path}`, file.text);
    }
  }
  assert.deepEqual(strictProblems(files), []);
});

const LINKED = {
  'linked/v1/parts.ts': 'export interface Part { list: string[] }\n',
  'linked/v1/types.ts': kindWith('  part: Part;', '').replace(
    'import type',
    "import type { Part } from './parts.ts';\nimport type",
  ),
};

test('imports default exports and renamed exports', () => {
  const text = kindWith('  a: { b: string };').replaceAll('export interface', 'interface');
  const compiled = compileText({
    'example/v1/types.ts': `${text}export type { Thing as Other, Spec as default };\n`,
  });
  const copies = fileText(compiled, 'example/v1/deepcopy.ts');
  assert.match(
    copies,
    /import type \{ Other as Thing, default as Spec \} from '\.\.\/\.\.\/\.\.\/apis\/example\/v1\/types\.js';/,
  );
});

test('generates imports with .ts extensions that compile if those are allowed', () => {
  const root = fileURLToPath(new URL('../testdata/linked/', import.meta.url));
  const compiled = compileText(LINKED, { importExtension: 'ts' });
  assert.deepEqual(diagnosticTexts(compiled), []);
  const files = new Map<string, string>();
  for (const [path, text] of Object.entries(LINKED)) files.set(`${root}apis/${path}`, text);
  for (const { path, text } of compiled.files.filter((each) => each.path.endsWith('.ts'))) {
    files.set(`${root}out/${path}`, text);
    assert.doesNotMatch(text, /from '\..*\.js'/, path);
  }
  // The last is what Node runs, which takes types away and nothing else.
  const strip = { allowImportingTsExtensions: true, erasableSyntaxOnly: true };
  for (const options of [{ rewriteRelativeImportExtensions: true }, strip]) {
    assert.deepEqual(strictProblems(files, options), []);
  }
  assert.notDeepEqual(strictProblems(files), []);
});
