import assert from 'node:assert/strict';
import { test } from 'node:test';
import type ts from 'typescript';
import { isScalar, parse as parseYaml, parseAllDocuments, visit } from 'yaml';
import { compileAll, fileText, diagnosticTexts, kindWith } from './testing/compile-text.js';
import { HOSTILE, NAMES, PLACES, quoted } from '@vmgen/fixtures/generator/hostile-texts';
import { typescript } from '@vmgen/fixtures/generator/typescript';

/**
 * The kinds of all nodes of a file, with the names that are no strings; `name` counts as any name, so do
 * the helpers called after it, and the block around a statement that is too long for its line.
 */
function shapeOf(text: string, name?: string): string[] {
  const file = typescript.createSourceFile('a.ts', text, typescript.ScriptTarget.ES2023, true);
  const shape: string[] = [];
  const walk = (node: ts.Node): void => {
    if (typescript.isIdentifier(node)) {
      shape.push(node.text === name ? '*' : node.text.replace(/^deepCopySpec.*/, 'deepCopySpec*'));
    } else if (!typescript.isBlock(node)) {
      shape.push(typescript.SyntaxKind[node.kind]);
    }
    typescript.forEachChild(node, walk);
  };
  walk(file);
  return shape;
}

/** The nodes of a YAML text for readers of 1.1 and 1.2 alike: a text is a text, a number a number. */
function yamlShape(text: string): string[] {
  return (['1.1', '1.2'] as const).flatMap((version) => {
    const shape: string[] = [];
    for (const document of parseAllDocuments(text, { version })) {
      assert.deepEqual(document.errors, []);
      visit(document, {
        Node: (_, node) => {
          shape.push(isScalar(node) ? typeof node.value : node.constructor.name);
        },
      });
    }
    return shape;
  });
}

/** The structure of a file, without texts. */
function partsOf(path: string, output: string, text: string): string[] {
  if (path.endsWith('.ts')) return shapeOf(output, text);
  if (path.endsWith('.html')) return Array.from(output.matchAll(/<\/?[a-z]\w*/g), String);
  return path.endsWith('.md') ? [] : yamlShape(output);
}

for (const text of HOSTILE) {
  test(`prints text as a literal: ${JSON.stringify(text)}`, () => {
    const source = (value: string): string =>
      kindWith(`  // +kubebuilder:default=${quoted(value)}\n  a?: string;`).replace(
        '// +genclient',
        `// +genclient\n// +kubebuilder:metadata:annotations=${quoted(`key=${value}`)}`,
      );
    const compiled = compileAll({ 'example/v1/types.ts': source(text) }, { header: text });
    const twin = compileAll({ 'example/v1/types.ts': source('harmless') }, { header: 'harmless' });
    assert.deepEqual(diagnosticTexts(compiled), []);
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

/** By path, the shapes of the output for a text in a place. */
function outputShapes(
  sourceWith: (value: string) => string,
  text: string,
): (readonly [path: string, shape: readonly string[]])[] {
  const compiled = compileAll({ 'example/v1/types.ts': sourceWith(text) });
  assert.deepEqual(diagnosticTexts(compiled), []);
  return compiled.files.map(({ path, text: output }) => [path, partsOf(path, output, text)]);
}

for (const [place, sourceWith] of Object.entries(PLACES)) {
  test(`keeps the surrounding output the same for any text: ${place}`, () => {
    const expected = outputShapes(sourceWith, 'harmless');
    for (const text of HOSTILE) assert.deepEqual(outputShapes(sourceWith, text), expected);
  });
}

for (const [place, sourceWith] of Object.entries(NAMES)) {
  test(`keeps the surrounding output the same for any name: ${place}`, () => {
    // A name that is no identifier is quoted.
    const [plain, quotedName] = ['harmless', 'harm-less'].map((name) =>
      outputShapes(sourceWith, name),
    );
    // What every object inherits has tests of its own below.
    for (const text of HOSTILE.filter((each) => !(each in Object.prototype))) {
      const expected = /^[a-z]+$/.test(text) ? plain : quotedName;
      assert.deepEqual(outputShapes(sourceWith, text), expected);
    }
  });
}

test('escapes the end of a comment in documentation', () => {
  const source = (doc: string): string =>
    kindWith('  a: string;').replace('// +genclient', `/** ${doc} */\n// +genclient`);
  const evil = compileAll({ 'example/v1/types.ts': source('x *\\/ y \u202e') });
  const twin = compileAll({ 'example/v1/types.ts': source('x') });
  const path = 'example/v1/client.ts';
  assert.deepEqual(shapeOf(fileText(evil, path)), shapeOf(fileText(twin, path)));
});

test('quotes words that YAML parsers interpret as other types', () => {
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
  const compiled = compileAll({ 'example/v1/types.ts': kindWith(`  a: ${union};`) });
  const yaml = fileText(compiled, 'crds/example.com_things.yaml');
  for (const word of words) assert.match(yaml, new RegExp(`- "${word.replace(/\W/g, '\\$&')}"\n`));
});

test('handles a field with the name __proto__ like any other', async () => {
  const compiled = compileAll({
    'example/v1/types.ts': kindWith(
      "  __proto__: string;\n  'b-c'?: string;\n  constructor: string;",
    ),
  });
  assert.deepEqual(diagnosticTexts(compiled), []);
  const deepcopy = fileText(compiled, 'example/v1/deepcopy.ts');
  assert.match(deepcopy, /defineProperty\(copy, '__proto__', \{\n +value: source\.__proto__,/);
  assert.match(fileText(compiled, 'testing/example/crds.ts'), /\['__proto__'\]: \{/);
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

test('copies an optional field with an inherited name only if it is set', () => {
  const compiled = compileAll({
    'example/v1/types.ts': kindWith('  constructor?: string;\n  toString?: string;'),
  });
  const deepcopy = fileText(compiled, 'example/v1/deepcopy.ts');
  assert.match(deepcopy, /Spec \{\n {2}return deepCopyJson<Spec>\(source\);/);
});

test('rejects names that lead out of the output folder', () => {
  for (const name of ['../../etc', '/etc/x', 'a/../../b']) {
    const source = kindWith('  a: string;');
    const group = compileAll({ 'example/v1/types.ts': source.replace('example.com', name) });
    assert.deepEqual(group.files, []);
    const path = compileAll({
      'example/v1/types.ts': source.replace(
        '// +genclient',
        `// +genclient\n// +resourceName=${name}`,
      ),
    });
    assert.deepEqual(path.files, []);
  }
});

test('validates a default quickly against a pattern with exponential backtracking', () => {
  const hopeless = `${'a'.repeat(40)}b`;
  const spec = (pattern: string): string =>
    `  // +kubebuilder:validation:Pattern=${quoted(pattern)}\n  // +kubebuilder:default=${hopeless}\n  a?: string;`;
  const refused = compileAll({ 'example/v1/types.ts': kindWith(spec('^(a+)+$')) });
  assert.deepEqual(
    refused.diagnostics.map(({ message }) => message),
    [`the API server would refuse the default "${hopeless}" of spec.a: it should match '^(a+)+$'`],
  );
  const accepted = compileAll({ 'example/v1/types.ts': kindWith(spec('^(a+)+b$')) });
  assert.deepEqual(diagnosticTexts(accepted), []);
});

test('never prints an unpaired surrogate', () => {
  const compiled = compileAll({
    'example/v1/types.ts': kindWith("  /** \ud800 */\n  a: '\\ud800';\n  '\\udc00'?: string;"),
  });
  const yaml = fileText(compiled, 'crds/example.com_things.yaml');
  assert.doesNotMatch(yaml, /\p{Cs}|\\u[dD][89a-fA-F]/u);
  assert.match(yaml, /- "\ufffd"\n/);
});

test('keeps a CRD with very long documentation within the limit of kubectl apply', () => {
  const prose = 'All work and no play makes Jack a dull boy. '.repeat(240_000);
  const compiled = compileAll({
    'example/v1/types.ts': kindWith(`  /** ${prose} */\n  a: string;`),
  });
  assert.ok(fileText(compiled, 'crds/example.com_things.yaml').length < 256 * 1024);
});
