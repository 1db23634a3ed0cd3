import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText } from '../testing/compile-text.js';
import { findingFiles } from '../testing/finding-source.js';
import { FINDINGS } from './registry.js';

/** What our stages, classes and data are called, and what JavaScript makes of a forgotten value. */
const OWN =
  /\boracle\b|\bfrontend\b|evaluator|SyntaxKind|[Ss]yntax(?:Node|Tree)|\bopaque\b|stand-?in\b|placeholder|\bemitter\b|TypeBuilder|SchemaBuilder|ModuleSet|FindingList|MarkerUse|\bresolver\b|\[object |\bNaN\b|\bfunction \w+\(/;

for (const [code, { name, example }] of FINDINGS) {
  const { place, wrong } = example;
  if (place === 'shell') continue;
  test(`no word of ours and no forgotten value stands in ${code} (${name})`, () => {
    const { findings } = compileText(findingFiles(wrong, place));
    for (const { message, remedy = '' } of findings) {
      const text = `${message}\n${remedy}`;
      assert.doesNotMatch(text, OWN);
      // Only who writes the type hears of it.
      if (!wrong.includes('undefined') && !wrong.includes('?')) {
        assert.doesNotMatch(text, /\bundefined\b/);
      }
      assert.doesNotMatch(text, /undefined\b.*\bundefined|`undefined`/);
    }
  });
}
