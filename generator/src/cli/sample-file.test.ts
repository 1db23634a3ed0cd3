import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { test } from 'node:test';
import { compileText, fileText, kindWith } from '../testing/compile-text.js';
import { sampleText } from './sample-file.js';

test('a sample names a JSON Schema that vmgen generates', () => {
  const types = kindWith("size: 'S' | 'L';\n// +kubebuilder:default=2\nreplicas?: Int32;");
  const path = 'apis/things/v1/types.ts';
  const text = sampleText({
    folder: 'things',
    version: 'v1',
    kind: 'Thing',
    files: [{ path, text: types }],
  });
  assert.equal(
    text,
    `# yaml-language-server: $schema=../generated/schemas/example.com/thing_v1.json
apiVersion: example.com/v1
kind: Thing
metadata:
  name: thing-sample
spec:
  size: S
  replicas: 2
`,
  );
  const [, schema = ''] = /\$schema=(.*)/.exec(text) ?? [];
  const generated = posix.join('samples', schema).replace('generated/', '');
  const compilation = compileText({ 'things/v1/types.ts': types });
  assert.match(fileText(compilation, generated), /"const": "Thing"/);
});
