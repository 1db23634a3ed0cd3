import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText, findingTexts } from '../testing/compile-text.js';
import { exampleFiles } from '../testing/example-source.js';
import { exampleOf } from './describe.js';
import { MARKERS } from './registry.js';

// What is passed over has its remarks in ignored.test.ts.
for (const definition of MARKERS.filter(({ ignored }) => !ignored)) {
  test(`the example of +${definition.name} uses it and compiles`, () => {
    assert.ok(exampleOf(definition).includes(`+${definition.name}`), exampleOf(definition));
    const files = exampleFiles(definition);
    const result = compileText(files);
    const source = files['example/v1/types.ts'];
    const { refused } = definition;
    if (!refused) {
      assert.deepEqual(findingTexts(result, source), []);
      return;
    }
    const [finding] = result.findings;
    assert.equal(
      finding?.message,
      `+${definition.name} has no meaning here: ${refused.reason}`,
      findingTexts(result, source).join('\n'),
    );
    assert.equal(finding?.remedy, refused.remedy);
  });
}
