import assert from 'node:assert/strict';
import { test } from 'node:test';
import { find } from '../markers/language/uses-of.js';
import { storageVersionMarker } from '../markers/definitions/resource.js';
import { MARKERS } from '../markers/registry.js';
import { compileText, diagnosticTexts } from '../testing/compile-text.js';
import { exampleFiles } from '../testing/example-source.js';
import { declaredIn, textForVersion, textWithStorage } from './api-source.js';

const V2 = 'example/v2/types.ts';

for (const definition of MARKERS.filter(({ unsupported }) => !unsupported)) {
  test(`the copy of a version with +${definition.name} compiles beside it`, () => {
    const files = exampleFiles(definition);
    const path = Object.hasOwn(files, V2) ? V2 : 'example/v1/types.ts';
    const file = { path, text: files[path] ?? '' };
    const others = Object.entries(files).map(([each, text]) => declaredIn({ path: each, text }));
    const kinds = others.flatMap((each) => each.kinds);
    const isStored = kinds.some(({ markers }) => find(markers, storageVersionMarker));
    const result = compileText({
      ...files,
      'example/v3/types.ts': textForVersion(file),
      ...(isStored ? {} : { [path]: textWithStorage(file, declaredIn(file).kinds) }),
    });
    assert.deepEqual(diagnosticTexts(result), []);
  });
}

const declaration = 'export interface Site extends TypeMeta {\n  metadata: ObjectMeta;\n}\n';

for (const [title, before, after] of [
  [
    'a marker of several lines, and the empty line of the comment after it',
    '// +genclient\n// +vmgen:validatingPolicy:name=a.b.c,\n//   operations=delete\n//\n// A note.\n',
    '// +genclient\n// A note.\n',
  ],
  ['a file with CRLF', '// +kubebuilder:storageversion\r\n// +genclient\r\n', '// +genclient\r\n'],
  ['a version that is not served', '// +kubebuilder:unservedversion\n', ''],
  ['a comment of one line', '/** +kubebuilder:storageversion */\n', ''],
  [
    'a marker in documentation',
    '/**\n * A site.\n * +kubebuilder:storageversion\n */\n',
    '/**\n * A site.\n */\n',
  ],
  [
    'the last line of documentation',
    '/** A site.\n * +kubebuilder:storageversion */\n',
    '/** A site.\n */\n',
  ],
] as const) {
  test(`removes the markers of one version: ${title}`, () => {
    const text = textForVersion({ path: 'types.ts', text: before + declaration });
    assert.equal(text, after + declaration);
  });
}
