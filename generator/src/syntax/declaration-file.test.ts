import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readDeclarationFile } from './declaration-file.js';
import { parseModule } from './parse-module.js';
import type { ModuleSyntax, SyntaxProblem } from './syntax.js';

const KUBERNETES = join(import.meta.dirname, '../../../packages/kubernetes/dist/apis');

const LAID_OUT = `import type { Int32 } from '@vmgen/runtime';
// A note.

/** Of no declaration. */


/**
 * Says what is wanted.
 */
export interface Spec<T = Int32> extends Base {
    /** How many. */
    replicas?: T;
    nested: {
        deep: Mode;
    };
}
export declare type Mode = 'a' | {
    b: string;
};
export interface Base {
}
export {};
`;

test('parses each declaration as in the complete file, with its position and comments', () => {
  const files = readdirSync(KUBERNETES, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('types.d.ts'))
    .map((name) => readFileSync(join(KUBERNETES, name), 'utf8'));
  assert.ok(files.length > 20);
  for (const text of [LAID_OUT, ...files]) {
    const read = readDeclarationFile('types.d.ts', text, fail);
    const whole = parseModule('types.d.ts', text);
    assert.equal(isInParts(read), true, text.slice(0, 300));
    assert.deepEqual([...read.declarations.keys()], [...whole.declarations.keys()]);
    // Not in the order of the file.
    for (const name of [...whole.declarations.keys()].reverse()) {
      assert.deepEqual(read.declarations.get(name), whole.declarations.get(name));
    }
    assert.deepEqual([...read.declarations.values()], [...whole.declarations.values()]);
    assert.deepEqual(read.imports, whole.imports);
    assert.equal(read.declarations.has('Absent'), false);
    assert.equal(read.declarations.get('Absent'), undefined);
  }
});

const OTHERWISE: Readonly<Record<string, string>> = {
  'a declaration after a brace': 'export interface A {\n} export interface B {\n}\n',
  'an indented declaration': 'export interface A {\n}\n  export interface B {\n}\n',
  'two declarations on one line': 'export type A = 1; export type B = 2;\n',
  'an indented declaration with a comment in it':
    'export interface A {\n}\n  export type /* B */ B = 1;\n',
  'a declaration that is not exported': 'interface A {\n}\nexport type B = A;\n',
  'code in a comment':
    '/*\nexport interface A {\n}\nexport type C = 1;\n*/\nexport interface B {\n}\n',
  'a declaration after a comment': '/** A. */ export interface A {\n}\n',
  'an unterminated comment': 'export interface A {\n}\n/* export type B = 1;\n',
  'a multi-line template literal': 'export type A = `\nexport type B = 1;\n`;\n',
  'a string with a line continuation': "export type A = 'a\\\nexport type B = 1;';\n",
  'CRLF line endings': 'export interface A {\r\n}\r\nexport type B = 1;\r\n',
  'a line that continues a type at its start': 'export type A =\n| 1\n| 2;\nexport type B = A;\n',
  'a name with non-ASCII letters': 'export interface Größe {\n}\nexport type B = 1;\n',
  'two declarations of one name':
    'export interface A {\n  a: 1;\n}\nexport interface A {\n  b: 1;\n}\n',
  'an enum': 'export declare enum A {\n  a = "a"\n}\nexport type B = A;\n',
  'a constant': 'export declare const a: 1;\nexport type B = typeof a;\n',
  're-exports of another module': "export * from './b.js';\nexport { A } from './a.js';\n",
  'a multi-line import': "import type {\n  A,\n} from './a.js';\nexport type B = A;\n",
  'a declaration that continues after its brace':
    "declare module 'a' {\n  interface B {\n  }\n}\nexport type B = 1;\n",
};

for (const [what, text] of Object.entries(OTHERWISE)) {
  test(`parses a file with ${what} completely`, () => {
    const problems: SyntaxProblem[] = [];
    const read = readDeclarationFile('types.d.ts', text, (problem) => problems.push(problem));
    const whole = parseModule('types.d.ts', text);
    assert.equal(isInParts(read), false);
    assert.deepEqual(read, whole);
    assert.deepEqual(problems, whole.problems);
  });
}

test('reports a problem of a declaration as for a complete file when it is used', () => {
  const text =
    'export interface A {\n    a: 1;\n}\nexport interface B {\n    b: =;\n}\nexport type C = 1;\n';
  const problems: SyntaxProblem[] = [];
  const read = readDeclarationFile('types.d.ts', text, (problem) => problems.push(problem));
  const whole = parseModule('types.d.ts', text);
  assert.deepEqual(read.declarations.get('A'), whole.declarations.get('A'));
  assert.deepEqual(problems, []);
  assert.deepEqual(read.declarations.get('B'), whole.declarations.get('B'));
  assert.deepEqual(problems, whole.problems);
  assert.deepEqual(read.declarations.get('C'), whole.declarations.get('C'));
  assert.deepEqual(problems, whole.problems);
});

/** Of a file that was read at once each declaration is the same whenever it is asked for, and so in a Map. */
const isInParts = ({ declarations }: ModuleSyntax): boolean => !(declarations instanceof Map);

function fail({ message }: SyntaxProblem): never {
  assert.fail(message);
}

test('returns the same declaration if another one references it later', () => {
  const { declarations } = readDeclarationFile('types.d.ts', LAID_OUT, fail);
  const mode = declarations.get('Mode');
  declarations.get('Spec');
  assert.ok(mode);
  assert.equal(declarations.get('Mode'), mode);
});
