import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText, diagnosticTexts, kindWith } from '../testing/compile-text.js';

/** What is said of the first field of a spec, beside a file other.ts. */
function diagnosticsOf(field: string, imports = ''): string[] {
  const compiled = compileText({
    'example/v1/types.ts': `${imports}\n${kindWith(field)}`,
    'example/v1/other.ts': 'export interface Color { a: string }\nexport const size = 3;\n',
  });
  return diagnosticTexts(compiled).map((text) =>
    text.replace(/^\S+ error: /, '').replace('\n  ', ' | '),
  );
}

const CASES: readonly (readonly [title: string, field: string, imports: string, says: string])[] = [
  [
    'a name that the imported file does not have',
    '  a: Colour;',
    "import type { Colour } from './other.js';",
    './other.js has no type Colour | did you mean Color?',
  ],
  [
    'a name that differs only in case',
    '  a: color;',
    "import type { color } from './other.js';",
    './other.js has no type color | did you mean Color?',
  ],
  [
    'a name that is not similar to another',
    '  a: Missing;',
    "import type { Missing } from './other.js';",
    './other.js has no type Missing | declare it there, or fix the import',
  ],
  [
    'a name of a whole module',
    '  a: other.Colour;',
    "import type * as other from './other.js';",
    './other.js has no type Colour | did you mean Color?',
  ],
  [
    'a constant instead of a type',
    '  a: count;',
    'const count = 3 as const;',
    'count is a constant and no type | write typeof count',
  ],
  [
    'a letter of another script',
    '  a: Sp\u0435c;',
    '',
    'unknown type Sp\u0435c | did you mean Spec? the character U+0435 in it is another one than it looks like',
  ],
];

for (const [title, field, imports, says] of CASES) {
  test(`explains why a name is unknown: ${title}`, () => {
    assert.deepEqual(diagnosticsOf(field, imports), [says]);
  });
}

test('does not suggest the name that was written', () => {
  const names = ['Thing', 'Spec', 'Int32', 'Missing', 'other', 'Color', 'count'];
  const imports = "import type { Missing, Spec as Thing2, Color } from './types.js';";
  for (const name of names) {
    for (const text of diagnosticsOf(`  a: ${name}; b: ${name}.${name};`, imports)) {
      const [, word, meant] =
        /(?:unknown type|has no type) (\S+) \| did you mean (\S+)\?/.exec(text) ?? [];
      assert.ok(word === undefined || word !== meant, text);
    }
  }
});
