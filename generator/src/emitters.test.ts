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

test('what an emitter of others is given it cannot change', () => {
  const result = compileWith((_, { crds }) => {
    Object.assign(crds[0]?.crd.spec.names ?? {}, { plural: 'others' });
    return [];
  });
  assert.match(diagnosticTexts(result).join(), /emitter mine: emit\(\) failed: Cannot assign/);
});

test('an emitter of others sees no model with gaps', () => {
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
    'that promises',
    () => Promise.resolve([]) as never,
    /returned a promise \(emitters are synchronous\)/,
  ],
  ['that gives no object', () => notAFile('a.txt'), /returned a value of type string in its list/],
  ['that gives no path', () => notAFile({}), /a file whose path is undefined/],
  ['that gives no print()', () => notAFile({ path: 'a.txt' }), /a\.txt has no function print\(\)/],
  [
    'that leaves --out',
    () => [textFile('../a.txt')],
    /"\.\.\/a\.txt" is not a path of a file below/,
  ],
  ['with an absolute path', () => [textFile('/a.txt')], /"\/a\.txt" is not a path of a file below/],
  ['with an odd path', () => [textFile('a\n.txt')], /"a\\n\.txt" is not a path of a file below/],
  ['that takes the record', () => [textFile('.vmgen.json')], /a reserved name/],
  ['without the header', () => [textFile('a.txt', 'x')], /a\.txt does not start with a comment/],
  ['with half a character', () => [textFile('a.txt', '\ud800')], /returned half of a character/],
  [
    'with the path of vmgen',
    () => [textFile('clientset.ts')],
    /but client generates clientset\.ts/,
  ],
  [
    'with a path in other case',
    () => [textFile('Clientset.ts')],
    /Clientset\.ts would .* client generates clientset\.ts/,
  ],
  [
    'with a file where a folder is',
    () => [textFile('example')],
    /example would be generated, but client generates example\//,
  ],
  ['with one path twice', () => [textFile('a'), textFile('a')], /but mine generates a/],
  ['with a name of a device', () => [textFile('con/a.txt')], /Windows keeps the name con/],
];
for (const [what, emit, expected] of REFUSED) {
  test(`an emitter is refused: one ${what}`, () => {
    const result = compileWith(emit);
    assert.match(diagnosticTexts(result).join('\n'), expected);
    assert.deepEqual(result.files, []);
  });
}

test('a file is known as generated in every form of comment, and in JSON', () => {
  for (const form of COMMENT_FORMS) {
    assert.ok(isGenerated(`${headerComment('A license -- of\n\nmine', form)}\ntext`), form);
  }
  assert.ok(isGenerated(`{\n  "comment": "${HEADER_LINE}",\n  "a": 1\n}`));
  assert.equal(isGenerated(`{ "a": 1, "comment": "${HEADER_LINE}" }`), false);
  assert.equal(isGenerated(`text\n<!-- ${HEADER_LINE} -->`), false);
});
