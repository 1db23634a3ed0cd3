import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText, diagnosticTexts, kindWith } from '../testing/compile-text.js';

const SPEC = `  size: Int32;
  parts: { name: string }[];
  labels: Record<string, string>;
  // +kubebuilder:pruning:PreserveUnknownFields
  open: { known: string };
  text: string;
  ratio: Float;
  since: Time;
  on: boolean;`;

const sourceWith = (marker: string): string =>
  kindWith(SPEC)
    .replace('// +genclient', () => `// +kubebuilder:${marker}`)
    .replace('Int32,', 'Float, Int32,')
    .replace('ObjectMeta,', 'ObjectMeta, Time,');

/** What is found of a kind with this marker in line 5. */
function found(marker: string): string[] {
  const source = sourceWith(marker);
  const compiled = compileText({ 'example/v1/types.ts': source });
  assert.notEqual(compiled.files.length, 0);
  return diagnosticTexts(compiled).map((text) =>
    text.replace('example/v1/types.ts:5:4: warning: ', '').replaceAll('\n  ', ' | '),
  );
}

const COLUMNS: readonly (readonly [path: string, ...diagnostics: string[]])[] = [
  [
    '.spec.sise',
    'JSONPath .spec.sise does not match a field: .spec has no field sise | did you mean size?',
  ],
  [
    '.status',
    'JSONPath .status does not match a field: the kind has no field status | name a field of the type',
  ],
  [
    '.spec.parts[0].nothing',
    'JSONPath .spec.parts[0].nothing does not match a field: .spec.parts[*] has no field nothing | name a field of the type',
  ],
  [
    '.spec.parts[?(@.nam=="a")].name',
    'JSONPath .spec.parts[?(@.nam=="a")].name does not match a field: .spec.parts[*] has no field nam | did you mean name?',
  ],
  [
    '.spec.parts.name',
    'JSONPath .spec.parts.name does not match a field: .spec.parts is an array | did you mean .spec.parts[*].name?',
  ],
  [
    '.spec.size[0]',
    'JSONPath .spec.size[0] does not match a field: .spec.size is an integer, no list | name a field of the type',
  ],
  [
    '.metadata.creationTimestmp',
    'JSONPath .metadata.creationTimestmp does not match a field: .metadata has no field creationTimestmp | did you mean creationTimestamp?',
  ],
  ['.spec.size'],
  ['.spec.labels.anything'],
  ['.spec.labels.app\\.kubernetes\\.io/name'],
  ['.spec.open.anything'],
  ['.spec.parts[?(@.name=="a")].name'],
  ['.spec.parts[*].name'],
  ['..name'],
  ['.metadata.creationTimestamp'],
  ['.metadata.labels.a-b'],
  ['.metadata.ownerReferences[0].name'],
  ['.kind'],
];
for (const [path, ...diagnostics] of COLUMNS) {
  test(`warns about a column path that does not match a field: ${path}`, () => {
    assert.deepEqual(found(`printcolumn:name=A,type=string,JSONPath=\`${path}\``), diagnostics);
  });
}

const TYPES: readonly (readonly [type: string, path: string, ...diagnostics: string[]])[] = [
  [
    'integer',
    '.spec.text',
    'JSONPath .spec.text is a string, but the column is of type integer: kubectl shows nothing | write type=string',
  ],
  [
    'integer',
    '.spec.ratio',
    'JSONPath .spec.ratio is a number, but the column is of type integer: kubectl truncates the fraction | write type=number',
  ],
  [
    'boolean',
    '.spec.size',
    'JSONPath .spec.size is an integer, but the column is of type boolean: kubectl shows nothing | write type=integer',
  ],
  [
    'date',
    '.spec.text',
    'JSONPath .spec.text is a string, but the column is of type date: kubectl shows <invalid> for values that are not a time | write type=string',
  ],
  [
    'integer',
    '.metadata.creationTimestamp',
    'JSONPath .metadata.creationTimestamp is a string, but the column is of type integer: kubectl shows nothing | write type=date',
  ],
  [
    'integer',
    '.spec.parts',
    'JSONPath .spec.parts is an array, but the column is of type integer: kubectl shows nothing | write type=string',
  ],
  ['string', '.spec.parts'],
  ['number', '.spec.size'],
  ['date', '.spec.since'],
  ['date', '.metadata.creationTimestamp'],
  ['integer', '.metadata.generation'],
  ['boolean', '.spec.on'],
];
for (const [type, path, ...diagnostics] of TYPES) {
  test(`compares the type of a column with its field: ${type} of ${path}`, () => {
    assert.deepEqual(found(`printcolumn:name=A,type=${type},JSONPath=${path}`), diagnostics);
  });
}

/** What is refused of a kind with this marker. */
function refused(marker: string): string[] {
  const source = sourceWith(marker);
  return diagnosticTexts(compileText({ 'example/v1/types.ts': source })).map((text) =>
    text.replace(/^example.v1.types.ts:5:4: error: /, '').replace('\n  ', ' | '),
  );
}

test('reports nothing about paths to a field with a rejected type', () => {
  const scale = '+kubebuilder:subresource:scale:specpath=.spec.size,statuspath=.spec.parts';
  const source = sourceWith('printcolumn:name=A,type=integer,JSONPath=.spec.size')
    .replace('+kubebuilder:printcolumn', `${scale}\n// $&`)
    .replace('size: Int32', 'size: Int23');
  const texts = diagnosticTexts(compileText({ 'example/v1/types.ts': source })).join('\n');
  assert.match(texts, /unknown type Int23/);
  assert.match(texts, /statuspath .spec.parts is an array/);
  assert.doesNotMatch(texts, /path .spec.size/i);
});

test('warns about a path that kubectl cannot read', () => {
  assert.deepEqual(found('printcolumn:name=A,type=string,JSONPath=`.spec.parts[`'), [
    'JSONPath .spec.parts[ is invalid: kubectl get would show none of the columns | use a path such as .status.phase',
  ]);
});

test('rejects a selectable field path without a field once', () => {
  assert.deepEqual(refused('selectablefield:JSONPath=.spec.texd'), [
    'JSONPath .spec.texd does not match a field: .spec has no field texd | did you mean text?',
  ]);
  assert.match(refused('selectablefield:JSONPath=.spec.parts').join(), /must point to a field of/);
  assert.deepEqual(refused('selectablefield:JSONPath=.spec.text'), []);
});

test('warns about paths of the scale subresource with other types', () => {
  assert.deepEqual(
    found(
      'subresource:scale:specpath=.spec.text,statuspath=.status.n,selectorpath=.spec.size',
    ).filter((text) => !text.includes('does not match a field')),
    [
      'specpath .spec.text is a string, but must be an integer: the kind could not be scaled | use the path of a field of type integer',
      'selectorpath .spec.size is an integer, but must be a string: the kind could not be scaled | use the path of a field of type string',
    ],
  );
});

test('warns about paths of the scale subresource that do not match a field', () => {
  const scale = 'subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas';
  assert.deepEqual(found(`${scale},selectorpath=.spec.labels.selector`), [
    'specpath .spec.replicas does not match a field: .spec has no field replicas | name a field of the type',
    'statuspath .status.replicas does not match a field: the kind has no field status | name a field of the type',
  ]);
});
