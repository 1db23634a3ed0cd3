import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formOf } from '../markers/language/marker-form.js';
import { MARKERS } from '../markers/registry.js';
import { compileText } from '../testing/compile-text.js';
import { diagnosticFiles } from '../testing/diagnostic-source.js';
import { DIAGNOSTICS } from './registry.js';

/** Names of internal stages, classes and data, and the text of a missing value in JavaScript. */
const OWN =
  /\boracle\b|\bfrontend\b|evaluator|SyntaxKind|[Ss]yntax(?:Node|Tree)|\bopaque\b|placeholder|\bemitter\b|TypeBuilder|SchemaBuilder|ModuleSet|DiagnosticList|MarkerUse|\bresolver\b|\[object |\bNaN\b|\bfunction \w+\(/;

/** What the kinds of a marker's values are called here, where people want to know what to write. */
const FORM = /<(?:raw|choice|any|words|list|boolean)>/;

test('describes the syntax of markers without internal type names', () => {
  for (const definition of MARKERS) assert.doesNotMatch(formOf(definition), FORM);
});

for (const [code, { name, example }] of DIAGNOSTICS) {
  const { place, wrong } = example;
  if (place === 'shell') continue;
  test(`${code} (${name}) contains no internal names or missing values`, () => {
    const { diagnostics } = compileText(diagnosticFiles(wrong, place));
    for (const { message, remedy = '' } of diagnostics) {
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
