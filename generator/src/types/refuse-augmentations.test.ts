import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText, diagnosticTexts, kindWith } from '../testing/compile-text.js';

/** What is said of a kind that uses Box of a file beside it, and of one more file. */
function diagnosticsWith(more: string): string[] {
  const types = kindWith('  a: Box;', "import type { Box } from './box.js';\nimport './more.js';");
  const files = {
    'example/v1/types.ts': types,
    'example/v1/box.ts': `export interface Box { b: string }
export interface Box { c?: string }
interface Alone { d: string }
export type Unused = Alone;`,
    'example/v1/more.ts': more,
  };
  return diagnosticTexts(compileText(files)).map((text) =>
    text.replace(/\n[\s\S]*\^\n\s*|\n\s*/, ' | '),
  );
}

test('merges an interface that is declared in parts', () => {
  assert.deepEqual(diagnosticsWith('export {};'), []);
});

test('reports declare module declarations that add to an API type at their position', () => {
  assert.deepEqual(
    diagnosticsWith("declare module './box.js' { interface Box { e: string } }\nexport {};"),
    [
      'example/v1/more.ts:1:39: error: declare module adds to Box of ./box.js, which vmgen does not read | declare it where Box is declared, or in an interface that extends Box',
    ],
  );
});

test('reports additions through a file that re-exports the type', () => {
  assert.deepEqual(
    diagnosticsWith(
      "export * from './box.js';\ndeclare module './more.js' { interface Box { e: string } }",
    ),
    [
      'example/v1/more.ts:2:40: error: declare module adds to Box of ./more.js, which vmgen does not read | declare it where Box is declared, or in an interface that extends Box',
    ],
  );
});

test('reports additions to a type of the runtime', () => {
  assert.deepEqual(
    diagnosticsWith(
      "declare module '@vmgen/runtime' { interface Condition { e: string } }\nexport {};",
    ),
    [
      'example/v1/more.ts:1:45: error: declare module adds to Condition of @vmgen/runtime, which vmgen does not read | declare it where Condition is declared, or in an interface that extends Condition',
    ],
  );
});

test('ignores additions to a type that no API uses', () => {
  assert.deepEqual(
    diagnosticsWith("declare module 'express' { interface Request { e: string } }\nexport {};"),
    [],
  );
});
