import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText, findingTexts, kindWith } from '../testing/compile-text.js';

const SPEC = `  size: Int32;
  parts: { name: string }[];
  labels: Record<string, string>;
  // +kubebuilder:pruning:PreserveUnknownFields
  open: { known: string };`;

/** What is found of a kind with this marker in line 5. */
function found(marker: string): string[] {
  const source = kindWith(SPEC).replace('// +genclient', () => `// +kubebuilder:${marker}`);
  const compiled = compileText({ 'example/v1/types.ts': source });
  assert.notEqual(compiled.files.length, 0);
  return findingTexts(compiled).map((text) =>
    text.replace('example/v1/types.ts:5:4: warning: ', '').replaceAll('\n  ', ' | '),
  );
}

const COLUMNS: readonly (readonly [path: string, ...findings: string[]])[] = [
  [
    '.spec.sise',
    'JSONPath .spec.sise leads to nothing: .spec has no field sise | did you mean size?',
  ],
  [
    '.status',
    'JSONPath .status leads to nothing: the kind has no field status | name a field of the type',
  ],
  ['.spec.size'],
  ['.spec.labels.anything'],
  ['.spec.open.anything'],
  ['.spec.parts[0].nothing'],
  ['.spec.parts[?(@.name=="a")].nothing'],
  ['.metadata.creationTimestamp'],
  ['.metadata.labels.a-b'],
  ['.kind'],
];
for (const [path, ...findings] of COLUMNS) {
  test(`a column's path that leads to no field is doubted: ${path}`, () => {
    assert.deepEqual(found(`printcolumn:name=A,type=string,JSONPath=\`${path}\``), findings);
  });
}

test('paths of the scale subresource that lead to no field are doubted', () => {
  const scale = 'subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas';
  assert.deepEqual(found(`${scale},selectorpath=.spec.labels.selector`), [
    'specpath .spec.replicas leads to nothing: .spec has no field replicas | name a field of the type',
    'statuspath .status.replicas leads to nothing: the kind has no field status | name a field of the type',
  ]);
});
