import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EmittedFile, Emitter } from './emit/emitter.js';
import { COMMENT_FORMS, headerComment } from './settings/header-comment.js';
import { HEADER_LINE } from './settings/generated-file.js';
import { isGenerated } from './settings/is-generated.js';
import { compileText, fileText, diagnosticTexts, kindWith } from './testing/compile-text.js';

const SOURCE = { 'example/v1/types.ts': kindWith('  size: Int32;') };

const textFile = (path: string, text = `# ${HEADER_LINE}\n`): EmittedFile => ({
  path,
  print: () => text,
});

const emitterOf = (emit: Emitter['emit']): Emitter => ({ name: 'mine', emit });

const compileWith = (emit: Emitter['emit'], generators: readonly string[] = ['client', 'mine']) =>
  compileText(SOURCE, { generators, emitters: [emitterOf(emit)] });

test('runs a custom emitter with the model, and writes its files beside the built-in ones', () => {
  const result = compileWith((model, context) => [
    {
      path: 'docs/kinds.md',
      print: () =>
        [context.headerComment('<!--'), ...model.customResources.map(({ main }) => main.kind)].join(
          '\n',
        ),
    },
  ]);
  assert.deepEqual(diagnosticTexts(result), []);
  assert.equal(fileText(result, 'docs/kinds.md'), `<!-- ${HEADER_LINE} -->\nThing`);
  assert.ok(result.files.some(({ generator }) => generator === 'client'));
});

test('passes read-only input to custom emitters', () => {
  const result = compileWith((_, { crds }) => {
    Object.assign(crds[0]?.crd.spec.names ?? {}, { plural: 'others' });
    return [];
  });
  assert.match(diagnosticTexts(result).join(), /emitter mine: emit\(\) failed: Cannot assign/);
});

test('does not run custom emitters if types are rejected', () => {
  let isCalled = false;
  const emit = (): EmittedFile[] => {
    isCalled = true;
    return [];
  };
  compileText(
    { 'example/v1/types.ts': kindWith('  size: nothing;') },
    { generators: ['mine'], emitters: [emitterOf(emit)] },
  );
  assert.equal(isCalled, false);
});

const notAFile = (value: unknown): EmittedFile[] => JSON.parse(JSON.stringify([value])) as never;

const REFUSED: readonly (readonly [string, Emitter['emit'], RegExp])[] = [
  [
    'that throws',
    () => {
      throw new Error('no luck');
    },
    /^error: emitter mine: emit\(\) failed: no luck \(at .*emitters\.test\.js:\d+:\d+\)/,
  ],
  [
    'whose print() throws',
    () => [
      {
        path: 'a.txt',
        print: () => {
          throw new TypeError('no text');
        },
      },
    ],
    /^error: emitter mine: print\(\) of a\.txt failed: no text \(at /,
  ],
  [
    'that returns a promise',
    () => Promise.resolve([]) as never,
    /returned a promise \(emitters are synchronous\)/,
  ],
  [
    'that returns a value other than an object',
    () => notAFile('a.txt'),
    /returned a value of type string in its list/,
  ],
  ['that returns a file without a path', () => notAFile({}), /a file whose path is undefined/],
  [
    'that returns a file without print()',
    () => notAFile({ path: 'a.txt' }),
    /a\.txt has no function print\(\)/,
  ],
  [
    'that writes outside of --out',
    () => [textFile('../a.txt')],
    /"\.\.\/a\.txt" is not a path of a file below/,
  ],
  ['with an absolute path', () => [textFile('/a.txt')], /"\/a\.txt" is not a path of a file below/],
  [
    'with a control character in a path',
    () => [textFile('a\n.txt')],
    /"a\\n\.txt" is not a path of a file below/,
  ],
  ['that overwrites the record of vmgen', () => [textFile('.vmgen.json')], /a reserved name/],
  [
    'without the header comment',
    () => [textFile('a.txt', 'x')],
    /a\.txt does not start with a comment/,
  ],
  [
    'with an unpaired surrogate in a text',
    () => [textFile('a.txt', '\ud800')],
    /returned half of a character/,
  ],
  [
    'with a path of a built-in generator',
    () => [textFile('clientset.ts')],
    /but client generates clientset\.ts/,
  ],
  [
    'with a path that differs only in case',
    () => [textFile('Clientset.ts')],
    /Clientset\.ts would .* client generates clientset\.ts/,
  ],
  [
    'with a file at the path of a folder',
    () => [textFile('example')],
    /example would be generated, but client generates example\//,
  ],
  ['with a duplicate path', () => [textFile('a'), textFile('a')], /but mine generates a/],
  [
    'with the name of a Windows device',
    () => [textFile('con/a.txt')],
    /Windows keeps the name con/,
  ],
];
for (const [what, emit, expected] of REFUSED) {
  test(`rejects an emitter ${what}`, () => {
    const result = compileWith(emit);
    assert.match(diagnosticTexts(result).join('\n'), expected);
    assert.deepEqual(result.files, []);
  });
}

test('recognizes generated files in every comment syntax, and in JSON', () => {
  for (const form of COMMENT_FORMS) {
    assert.ok(isGenerated(`${headerComment('A license -- of\n\nmine', form)}\ntext`), form);
  }
  assert.ok(isGenerated(`{\n  "comment": "${HEADER_LINE}",\n  "a": 1\n}`));
  assert.equal(isGenerated(`{ "a": 1, "comment": "${HEADER_LINE}" }`), false);
  assert.equal(isGenerated(`text\n<!-- ${HEADER_LINE} -->`), false);
});
