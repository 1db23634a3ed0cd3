import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText, diagnosticTexts } from '../testing/compile-text.js';

function kinds(group: string, ...names: readonly string[]): string {
  const types = names.map(
    (kind, index) =>
      `// +kubebuilder:resource:path=r${index},singular=s${index}\nexport interface ${kind} extends TypeMeta { metadata: ObjectMeta }\n`,
  );
  return `${group}\n\nimport type { ObjectMeta, TypeMeta } from '@vmgen/runtime';\n\n${types.join('')}`;
}

const GROUP = '// +groupName=example.com';

/** What is found, each without its remedy. */
function found(path: string, text: string): string[] {
  return diagnosticTexts(compileText({ [path]: text })).map((each) => each.split('\n')[0] ?? '');
}

const REFUSED: readonly (readonly [kinds: readonly string[], name: string])[] = [
  [['HTTPRoute', 'HttpRoute'], 'httpRouteResource'],
  [['Foo', 'foo'], 'isFoo'],
  [['IsFoo', 'FooResource'], 'isFooResource'],
  [['Foo', 'Foos'], 'foos'],
];
for (const [names, name] of REFUSED) {
  test(`rejects kinds that share a generated name: ${names.join(' and ')}`, () => {
    const texts = found('x/v1/types.ts', kinds(GROUP, ...names));
    assert.ok(
      texts.some((text) => text.endsWith(`for ${names.join(' and ')} would both have ${name}`)),
      texts.join('\n'),
    );
  });
}

test('accepts kinds with similar names in different files', () => {
  for (const names of [
    ['IsFoo', 'Foos'],
    ['Foo', 'FooNamespace'],
    ['Foo', 'FooClient'],
  ]) {
    assert.deepEqual(found('x/v1/types.ts', kinds(GROUP, ...names)), [], names.join());
  }
});

const TAKEN: readonly (readonly [goName: string, folder: string, property: string])[] = [
  ['TRANSPOR', 't', 'transport'],
  ['FAK', 'e', 'fake'],
];
for (const [goName, version, property] of TAKEN) {
  test(`rejects a group with the name of the clientset property ${property}`, () => {
    const doc = `${GROUP}\n// +groupGoName=${goName}\n// +versionName=v1`;
    assert.deepEqual(found(`x/${version}/types.ts`, kinds(doc, 'Foo')), [
      `x/${version}/types.ts:1:1: error: x/${version} would have the name ${property}, which is reserved in clientsets`,
    ]);
  });
}
