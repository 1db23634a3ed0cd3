import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { MAX_LINK_LENGTH, readLink, writeLink } from '../../site/playground/src/core/share-link.js';
import { LIMITS, type PlaygroundState } from '../../site/playground/src/core/state.js';

const STATE: PlaygroundState = {
  files: { 'web/v1/types.ts': 'export interface Größe {} // 🙂\n', 'objects.yaml': '' },
  active: 'web/v1/types.ts',
};

/** A link with a content that the page does not write. */
const linkOf = (content: string | Uint8Array): string =>
  `#s1=${deflateRawSync(content).toString('base64url')}`;

const problemOf = async (hash: string): Promise<string> => {
  const link = await readLink(hash);
  assert.ok(link !== undefined && 'problem' in link, 'the link is accepted');
  return link.problem;
};

describe('links to a state of the playground', () => {
  test('contain the whole state', async () => {
    const link = await writeLink(STATE);
    assert.match(link ?? '', /^#s1=[\w-]+$/);
    assert.deepEqual(await readLink(link ?? ''), { state: STATE });
  });

  test('are not written if they would be too long', async () => {
    let text = '';
    for (let at = 0; text.length < 80_000; at++) text += Math.sin(at).toString(36);
    const files = { 'web/v1/types.ts': text };
    assert.equal(await writeLink({ files, active: 'web/v1/types.ts' }), undefined);
  });

  test('are not written for files that would be refused when the link is read', async () => {
    const files = { 'web/v1/types.ts': 'x'.repeat(LIMITS.fileLength + 1) };
    assert.equal(await writeLink({ files, active: 'web/v1/types.ts' }), undefined);
  });

  test('contain the largest state whose texts are compressed well', async () => {
    const text = '\u0001'.repeat(LIMITS.totalLength / 2);
    const files = { 'web/v1/types.ts': text, 'objects.yaml': text };
    const state = { files, active: 'web/v1/types.ts' };
    assert.deepEqual(await readLink((await writeLink(state)) ?? ''), { state });
  });

  test('are ignored if they contain no state', async () => {
    assert.equal(await readLink(''), undefined);
    assert.equal(await readLink('#kind'), undefined);
  });

  test('of another version are named', async () => {
    for (const hash of ['#s2=abc', '#s10=', '#s0=abc']) {
      assert.match(await problemOf(hash), /^The link is of another version of the playground/);
    }
  });

  const damaged: Readonly<Record<string, string>> = {
    'no content': '#s1=',
    'other characters': '#s1=ab+/',
    'a length that base64 does not have': '#s1=abcde',
    'no deflated data': '#s1=aaaa',
    'no JSON': linkOf('{"files":'),
    'no UTF-8': linkOf(Uint8Array.of(0xff, 0xfe)),
  };
  for (const [title, hash] of Object.entries(damaged)) {
    test(`are damaged: ${title}`, async () => {
      assert.equal(await problemOf(hash), 'The link is incomplete or damaged.');
    });
  }

  test('are rejected before decoding if they are too long', async () => {
    const hash = `#s1=${'A'.repeat(MAX_LINK_LENGTH + 1)}`;
    assert.equal(await problemOf(hash), 'The link is too long to be read.');
  });

  test('are rejected before parsing if their content is too large', async () => {
    const hash = linkOf(' '.repeat(10_000_000));
    assert.ok(hash.length < MAX_LINK_LENGTH);
    assert.equal(await problemOf(hash), 'The link is invalid: its content is too large.');
  });

  const text = 'x'.repeat(LIMITS.fileLength + 1);
  const many = Object.fromEntries(
    Array.from({ length: LIMITS.files + 1 }, (_, at) => [`web/v${at}/types.ts`, '']),
  );
  const forged: readonly (readonly [string, unknown, RegExp])[] = [
    ['null', null, /the state is not an object/],
    ['a list', [STATE], /the state is not an object/],
    ['a further field', { ...STATE, html: '<img>' }, /the state has an unknown field/],
    ['files that are a list', { ...STATE, files: [''] }, /the list of files is not an object/],
    ['no files', { ...STATE, files: {} }, /no file has types/],
    [
      'only objects',
      { files: { 'objects.yaml': '' }, active: 'objects.yaml' },
      /no file has types/,
    ],
    ['a text that is no string', { files: { 'a/v1/t.ts': 1 }, active: 'a/v1/t.ts' }, /has no text/],
    ['a path that leads outside', { files: { '../v1/t.ts': '' }, active: '' }, /path of a file/],
    ['an inherited name', JSON.parse('{"files":{"__proto__":"x"},"active":""}'), /path of a file/],
    ['another active file', { ...STATE, active: 'toString' }, /the file of the editor/],
    ['a large file', { files: { 'a/v1/t.ts': text }, active: 'a/v1/t.ts' }, /400,001 characters/],
    [
      'many files',
      { files: many, active: 'web/v0/types.ts' },
      /65 files; the playground accepts 64/,
    ],
  ];
  for (const [title, content, problem] of forged) {
    test(`are invalid with ${title}`, async () => {
      assert.match(await problemOf(linkOf(JSON.stringify(content))), problem);
    });
  }
});
