import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText, diagnosticTexts } from '../testing/compile-text.js';
import { exampleFiles } from '../testing/example-source.js';
import { exampleOf } from './describe.js';
import { MARKERS } from './registry.js';

// What is passed over has its remarks in ignored.test.ts.
for (const definition of MARKERS.filter(({ ignored }) => !ignored)) {
  test(`compiles the example of +${definition.name}, which contains the marker`, () => {
    assert.ok(exampleOf(definition).includes(`+${definition.name}`), exampleOf(definition));
    const files = exampleFiles(definition);
    const result = compileText(files);
    const source = files['example/v1/types.ts'];
    const { refused } = definition;
    if (!refused) {
      assert.deepEqual(diagnosticTexts(result, source), []);
      return;
    }
    const [diagnostic] = result.diagnostics;
    assert.equal(
      diagnostic?.message,
      `+${definition.name} is not supported: ${refused.reason}`,
      diagnosticTexts(result, source).join('\n'),
    );
    assert.equal(diagnostic?.remedy, refused.remedy);
  });
}
