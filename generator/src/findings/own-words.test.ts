import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formOf } from '../markers/language/marker-form.js';
import { MARKERS } from '../markers/registry.js';
import { compileText } from '../testing/compile-text.js';
import { findingFiles } from '../testing/finding-source.js';
import { FINDINGS } from './registry.js';

/** What our stages, classes and data are called, and what JavaScript makes of a forgotten value. */
const OWN =
  /\boracle\b|\bfrontend\b|evaluator|SyntaxKind|[Ss]yntax(?:Node|Tree)|\bopaque\b|stand-?in\b|placeholder|\bemitter\b|TypeBuilder|SchemaBuilder|ModuleSet|FindingList|MarkerUse|\bresolver\b|\[object |\bNaN\b|\bfunction \w+\(/;

/** What the kinds of a marker's values are called here, where people want to know what to write. */
const FORM = /<(?:raw|choice|any|words|list|boolean)>/;

test('the form of a marker says what people write', () => {
  for (const definition of MARKERS) assert.doesNotMatch(formOf(definition), FORM);
});

for (const [code, { name, example }] of FINDINGS) {
  const { place, wrong } = example;
  if (place === 'shell') continue;
  test(`no word of ours and no forgotten value stands in ${code} (${name})`, () => {
    const { findings } = compileText(findingFiles(wrong, place));
    for (const { message, remedy = '' } of findings) {
      const text = `${message}\n${remedy}`;
      assert.doesNotMatch(text, OWN);
      assert.doesNotMatch(text, FORM);
      // Only who writes the type hears of it.
      if (!wrong.includes('undefined') && !wrong.includes('?')) {
        assert.doesNotMatch(text, /\bundefined\b/);
      }
      assert.doesNotMatch(text, /undefined\b.*\bundefined|`undefined`/);
    }
  });
}
