import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText, diagnosticTexts } from '../testing/compile-text.js';
import { exampleFiles } from '../testing/example-source.js';
import { exampleOf } from './describe.js';
import { MARKERS } from './registry.js';

// unsupported.test.ts tests the markers that are ignored.
for (const definition of MARKERS.filter(({ topic }) => topic !== 'Ignored')) {
  test(`compiles the example of +${definition.name}, which contains the marker`, () => {
    assert.ok(exampleOf(definition).includes(`+${definition.name}`), exampleOf(definition));
    const files = exampleFiles(definition);
    const result = compileText(files);
    const source = files['example/v1/types.ts'];
    const { unsupported } = definition;
    if (!unsupported) {
      assert.deepEqual(diagnosticTexts(result, source), []);
      return;
    }
    const [diagnostic] = result.diagnostics;
    assert.equal(
      diagnostic?.message,
      `+${definition.name} is not supported: ${unsupported.reason}`,
      diagnosticTexts(result, source).join('\n'),
    );
    assert.equal(diagnostic?.remedy, unsupported.remedy);
  });
}
