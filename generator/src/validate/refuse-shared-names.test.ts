import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText, diagnosticTexts } from '../testing/compile-text.js';

type Kind = readonly [kind: string, marker?: string];

/** The kinds, each with its marker: the first in line 5, the next every 4 lines. */
function kinds(...all: readonly Kind[]): string {
  const types = all.map(
    ([kind, marker = '//']) =>
      `${marker}\nexport interface ${kind} extends TypeMeta {\n  metadata: ObjectMeta;\n}\n`,
  );
  return `// +groupName=example.com\n\nimport type { ListMeta, ObjectMeta, TypeMeta } from '@vmgen/runtime';\n\n${types.join('')}`;
}

function found(files: Readonly<Record<string, string>>): string[] {
  return diagnosticTexts(compileText(files)).map((text) => text.replaceAll('\n  ', ' | '));
}

const named = (names: string): string => `// +kubebuilder:resource:${names}`;
const UNSERVED = 'an API server would not serve both';

const CLASHES: readonly (readonly [title: string, kinds: readonly Kind[], diagnostic: string])[] = [
  [
    'two short names',
    [
      ['Widget', named('shortName=wi;wd')],
      ['Wand', named('shortName=wd')],
    ],
    `9:4: error: the short name wd of Wand is the short name of Widget: ${UNSERVED} | a/v1/types.ts:5:4: the short name of Widget | remove the short name from one of them`,
  ],
  [
    'a short name and a plural',
    [['Pot'], ['Wand', named('shortName=pots')]],
    `9:4: error: the short name pots of Wand is the plural of Pot: ${UNSERVED} | a/v1/types.ts:6:18: the plural of Pot | remove the short name from one of them`,
  ],
  [
    'two singulars',
    [
      ['Widget', named('singular=thing')],
      ['Wand', named('path=things,singular=thing')],
    ],
    `9:4: error: the singular thing of Wand is the singular of Widget: ${UNSERVED} | a/v1/types.ts:5:4: the singular of Widget | give one of them another singular with +kubebuilder:resource:singular=`,
  ],
  [
    'a plural and a singular',
    [['Wand', named('singular=things')], ['Thing']],
    `10:18: error: the plural things of Thing is the singular of Wand: ${UNSERVED} | a/v1/types.ts:5:4: the singular of Wand | give one of them another plural with +kubebuilder:resource:path=`,
  ],
  [
    'a kind and the list of another',
    [['Widget'], ['WidgetList', named('path=widgetlists')]],
    `10:18: error: the kind WidgetList of WidgetList is the list kind of Widget: ${UNSERVED} | a/v1/types.ts:6:18: the list kind of Widget | rename one of the kinds`,
  ],
];
for (const [title, types, diagnostic] of CLASHES) {
  test(`rejects a name that two kinds of a group use and reports both positions: ${title}`, () => {
    assert.deepEqual(found({ 'a/v1/types.ts': kinds(...types) }), [`a/v1/types.ts:${diagnostic}`]);
  });
}

test('accepts shared names of kinds in two groups, and within one kind', () => {
  const short = named('shortName=wd');
  const other = kinds(['Wand', short]).replace('example.com', 'other.example.com');
  assert.deepEqual(
    found({ 'a/v1/types.ts': kinds(['Widget', short]), 'b/v1/types.ts': other }),
    [],
  );
  assert.deepEqual(
    found({ 'a/v1/types.ts': kinds(['Fish', named('singular=fish,path=fish')]) }),
    [],
  );
});

test('rejects a shared name in two folders of one group', () => {
  const short = named('shortName=wd');
  assert.deepEqual(
    found({ 'a/v1/types.ts': kinds(['Widget', short]), 'b/v1/types.ts': kinds(['Wand', short]) }),
    [
      `b/v1/types.ts:5:4: error: the short name wd of Wand is the short name of Widget: ${UNSERVED} | a/v1/types.ts:5:4: the short name of Widget | remove the short name from one of them`,
    ],
  );
});
