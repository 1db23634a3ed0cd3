import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText, diagnosticTexts, kindWith } from '../testing/compile-text.js';

test('recognizes the types of the runtime through its narrower entry point', () => {
  const [whole, narrow] = ['@vmgen/runtime', '@vmgen/runtime/meta'].map((module) => {
    const text = kindWith('  size: Int32;\n  value?: JSONValue;\n  conditions?: Condition[];');
    return compileText({ 'example/v1/types.ts': text.replace('@vmgen/runtime', module) });
  });
  assert.deepEqual(narrow && diagnosticTexts(narrow), []);
  assert.deepEqual(narrow?.files, whole?.files);
});
