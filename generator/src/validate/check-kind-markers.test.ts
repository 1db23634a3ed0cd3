import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText, diagnosticTexts, kindWith } from '../testing/compile-text.js';

/** What is found of a kind with these markers, the first of them in line 5. */
function found(...markers: readonly string[]): string[] {
  const lines = markers.map((marker) => `// +kubebuilder:${marker}\n`);
  const source = kindWith('  a: string;').replace('// +genclient\n', () => lines.join(''));
  const compiled = compileText({ 'example/v1/types.ts': source });
  const texts = diagnosticTexts(compiled);
  assert.equal(compiled.files.length > 0, !texts.some((text) => text.includes(': error: ')));
  return texts.map((text) => text.replace('example/v1/types.ts:', '').replaceAll('\n  ', ' | '));
}

test('warns about duplicate names', () => {
  assert.deepEqual(found('resource:shortName=th;tg;th;th,categories=all;all'), [
    '5:4: warning: the short name th is specified twice | remove one',
    '5:4: warning: the category all is specified twice | remove one',
  ]);
  assert.deepEqual(found('resource:shortName=th;tg,categories=th'), []);
});

test('warns about two columns with the same title', () => {
  assert.deepEqual(
    found(
      'printcolumn:name=Size,type=string,JSONPath=.spec.a',
      'printcolumn:name=Age,type=date,JSONPath=.metadata.creationTimestamp',
      'printcolumn:name=SIZE,type=string,JSONPath=.spec.a,priority=1',
    ),
    [
      '7:4: warning: kubectl prints a second column SIZE | example/v1/types.ts:5:4: the first is here | rename one',
    ],
  );
});

test('warns about an empty deprecation warning', () => {
  assert.deepEqual(found('deprecatedversion:warning=""'), [
    "5:4: warning: the warning is empty, so clients receive the API server's default warning | name the replacement, or omit warning",
  ]);
  assert.deepEqual(found('deprecatedversion'), []);
});

test('reports two values of one label', () => {
  assert.deepEqual(found('metadata:labels="tier=gold"', 'metadata:labels={"a=b","tier=silver"}'), [
    '6:4: error: tier is "silver" here and "gold" before | example/v1/types.ts:5:4: the first is here | remove one',
  ]);
  assert.deepEqual(found('metadata:annotations="note=a";"note=a"'), [
    '5:4: warning: note is specified twice | remove one',
  ]);
  assert.deepEqual(found('metadata:annotations="note=a",labels="note=b"'), []);
});
