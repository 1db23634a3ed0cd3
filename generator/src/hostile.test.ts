import assert from 'node:assert/strict';
import { test } from 'node:test';
import ts from 'typescript';
import { parse as parseYaml } from 'yaml';
import { compileText, fileText, findingTexts, kindWith } from './testing/compile-text.js';

/** The kinds of all nodes of a file, with the texts that are no strings. */
function shapeOf(text: string): string[] {
  const file = ts.createSourceFile('a.ts', text, ts.ScriptTarget.ES2023, true);
  const shape: string[] = [];
  const walk = (node: ts.Node): void => {
    shape.push(ts.isIdentifier(node) ? node.text : ts.SyntaxKind[node.kind]);
    ts.forEachChild(node, walk);
  };
  walk(file);
  return shape;
}

const HOSTILE: readonly string[] = [
  '*/ process.exit(1); /*',
  '`${process.exit(1)}`',
  "'; process.exit(1); //",
  '"; process.exit(1); //',
  'a\u2028process.exit(1)',
  'a\u2029b\u0085c',
  '\u202eexit\u202c \u200b\ufeff',
  '{{constructor}} {{{lookup this "x"}}}',
  '\\',
  '\\u0027',
  '</script><!--',
  '\uE000\uE001\uE002\uE003',
  '# not a comment: "quoted" \'single\' [x] {y} &a *b !c %d @e',
  '--- \n... \n',
];

/** A quoted string of the marker language, in one line of TypeScript. */
function quoted(value: string): string {
  return JSON.stringify(value).replace(/[\u0085\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

for (const text of HOSTILE) {
  test(`text stays text: ${JSON.stringify(text)}`, () => {
    const source = (value: string): string =>
      kindWith(`  // +kubebuilder:default=${quoted(value)}\n  a?: string;`).replace(
        '// +genclient',
        `// +genclient\n// +kubebuilder:metadata:annotations=${quoted(`key=${value}`)}`,
      );
    const compiled = compileText({ 'example/v1/types.ts': source(text) }, { header: text });
    const twin = compileText({ 'example/v1/types.ts': source('harmless') }, { header: 'harmless' });
    assert.deepEqual(findingTexts(compiled), []);
    for (const { path, text: output } of compiled.files) {
      if (path.endsWith('.ts')) assert.deepEqual(shapeOf(output), shapeOf(fileText(twin, path)));
    }
    const yaml = fileText(compiled, 'crds/example.com_things.yaml');
    for (const version of ['1.1', '1.2'] as const) {
      const crd: unknown = parseYaml(yaml, { version });
      const expected: unknown = JSON.parse(
        JSON.stringify(parseYaml(fileText(twin, 'crds/example.com_things.yaml'))).replaceAll(
          'harmless',
          JSON.stringify(text).slice(1, -1).replaceAll('$', '$$$$'),
        ),
      );
      assert.deepEqual(crd, expected, version);
    }
  });
}

test('documentation cannot end its comment', () => {
  const source = (doc: string): string =>
    kindWith('  a: string;').replace('// +genclient', `/** ${doc} */\n// +genclient`);
  const evil = compileText({ 'example/v1/types.ts': source('x *\\/ y \u202e') });
  const twin = compileText({ 'example/v1/types.ts': source('x') });
  const path = 'example/v1/client.ts';
  assert.deepEqual(shapeOf(fileText(evil, path)), shapeOf(fileText(twin, path)));
});

test('words that YAML readers take for something else are quoted', () => {
  const words = [
    'On',
    'off',
    'yes',
    'n',
    'Y',
    '1_000',
    '0x1F',
    '0o17',
    '017',
    '1:30',
    '2024-01-15',
    '.inf',
    '~',
    'null',
    '1e3',
    '=',
    '<<',
    '',
  ];
  const union = words.map((word) => `'${word}'`).join(' | ');
  const compiled = compileText({ 'example/v1/types.ts': kindWith(`  a: ${union};`) });
  const yaml = fileText(compiled, 'crds/example.com_things.yaml');
  for (const word of words) assert.match(yaml, new RegExp(`- "${word.replace(/\W/g, '\\$&')}"\n`));
});

test('a field called __proto__ is a field everywhere', async () => {
  const compiled = compileText({
    'example/v1/types.ts': kindWith(
      "  __proto__: string;\n  'b-c'?: string;\n  constructor: string;",
    ),
  });
  assert.deepEqual(findingTexts(compiled), []);
  const deepcopy = fileText(compiled, 'example/v1/deepcopy.ts');
  assert.match(deepcopy, /\['__proto__'\]: source\.__proto__/);
  assert.match(fileText(compiled, 'example/crds.ts'), /\['__proto__'\]: \{/);
  const yaml: {
    spec: {
      versions: { schema: { openAPIV3Schema: { properties: { spec: { properties: object } } } } }[];
    };
  } = parseYaml(fileText(compiled, 'crds/example.com_things.yaml'));
  assert.deepEqual(
    Object.keys(yaml.spec.versions[0]?.schema.openAPIV3Schema.properties.spec.properties ?? {}),
    ['__proto__', 'b-c', 'constructor'],
  );
});

test('an optional field that every object inherits is copied only where it is set', () => {
  const compiled = compileText({
    'example/v1/types.ts': kindWith('  constructor?: string;\n  toString?: string;'),
  });
  const deepcopy = fileText(compiled, 'example/v1/deepcopy.ts');
  assert.match(deepcopy, /Spec \{\n {2}return deepCopyJson<Spec>\(source\);/);
});

test('names cannot leave the output folder', () => {
  for (const name of ['../../etc', '/etc/x', 'a/../../b']) {
    const source = kindWith('  a: string;');
    const group = compileText({ 'example/v1/types.ts': source.replace('example.com', name) });
    assert.deepEqual(group.files, []);
    const path = compileText({
      'example/v1/types.ts': source.replace(
        '// +genclient',
        `// +genclient\n// +resourceName=${name}`,
      ),
    });
    assert.deepEqual(path.files, []);
  }
});

test('a CRD with endless documentation still fits what kubectl can apply', () => {
  const prose = 'All work and no play makes Jack a dull boy. '.repeat(10_000);
  const compiled = compileText({
    'example/v1/types.ts': kindWith(`  /** ${prose} */\n  a: string;`),
  });
  assert.ok(fileText(compiled, 'crds/example.com_things.yaml').length < 256 * 1024);
});
