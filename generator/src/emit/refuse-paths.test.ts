import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText, diagnosticTexts, kindWith } from '../testing/compile-text.js';

const of = (group: string, version = 'v1'): string =>
  `// +versionName=${version}\n${kindWith('  a: string;').replace('example.com', group)}`;

/** What is found first, without the remedy. */
function found(files: Readonly<Record<string, string>>): string {
  return diagnosticTexts(compileText(files))[0]?.split('\n')[0] ?? '';
}

const TAKEN = 'would be generated, which are the same on some file systems';

test('rejects folders that differ only in case', () => {
  assert.equal(
    found({ 'Shop/v1/types.ts': of('a.x'), 'shop/v2/types.ts': of('b.x', 'v2') }),
    `shop/v2/types.ts:1:1: error: shop/ and Shop/ ${TAKEN}`,
  );
});

const FILES: readonly (readonly [file: string, path: string, folder: string])[] = [
  ['clientset.ts', 'clientset.ts/v1', 'clientset.ts/'],
  ['informers.ts', 'Informers.ts/v1', 'Informers.ts/'],
  ['testing/fake-clientset.ts', 'testing/fake-clientset.ts', 'testing/fake-clientset.ts/'],
];
for (const [file, path, folder] of FILES) {
  test(`rejects a folder with the name of the file ${file}: ${path}`, () => {
    const text = diagnosticTexts(compileText({ [`${path}/types.ts`]: of('a.x') })).join('\n');
    assert.ok(text.includes(folder) && text.includes(TAKEN), text);
  });
}

test('adds a prefix to the CRD file of a group with the name of a Windows device', () => {
  for (const group of ['aux.example.com', 'con.example.com', 'com1.example.com']) {
    const { files, diagnostics } = compileText({ 'x/v1/types.ts': of(group) });
    assert.deepEqual(diagnostics, []);
    const crds = files.map(({ path }) => path).filter((path) => path.startsWith('crds/'));
    assert.deepEqual(crds, [`crds/crd-${group}_things.yaml`]);
  }
});
