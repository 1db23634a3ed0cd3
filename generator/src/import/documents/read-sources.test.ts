import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readSources } from './read-sources.js';
import { folderWith } from '../../testing/folder-with.js';

async function* nothing(): AsyncGenerator<Buffer> {}

test('reads the YAML and JSON files in a folder recursively, sorted by name', async (context) => {
  const files = { 'b.yaml': 'b', 'a/z.yml': 'z', 'c.json': 'c', 'README.md': 'no', 'a/.keep': '' };
  const folder = folderWith(context, files);
  const { texts, problems } = await readSources([folder], nothing());
  assert.deepEqual(problems, []);
  assert.deepEqual(
    texts.map(({ source, text }) => [source.slice(folder.length + 1), text]),
    [
      ['a/z.yml', 'z'],
      ['b.yaml', 'b'],
      ['c.json', 'c'],
    ],
  );
});

test('follows links to files in a folder, but not links to folders, which may form a loop', async (context) => {
  const folder = folderWith(context, { 'one.yaml': '1', 'sub/two.yaml': '2' });
  symlinkSync('..', join(folder, 'sub/up.yaml'));
  symlinkSync('../one.yaml', join(folder, 'sub/same.yaml'));
  const { texts } = await readSources([folder], nothing());
  assert.deepEqual(
    texts.map(({ text }) => text),
    ['1', '1', '2'],
  );
});

test('reads standard input as one text, and each path only once', async () => {
  async function* input(): AsyncGenerator<Buffer> {
    yield* [Buffer.from('a: \u00e4').subarray(0, 4), Buffer.from('a: \u00e4').subarray(4)];
  }
  const { texts } = await readSources(['-', '-'], input());
  assert.deepEqual(texts, [{ source: 'standard input', text: 'a: \u00e4' }]);
});

test('reports unreadable files, and reads the others', async (context) => {
  const folder = folderWith(context, {
    'good.yaml': 'good',
    'utf16.yaml': Buffer.from('\ufeffa: b', 'utf16le'),
    'bytes.yaml': Buffer.from([0x61, 0x0a, 0xff]),
    'nul.yaml': 'a: \0',
    'empty/README.md': '',
  });
  symlinkSync('nowhere', join(folder, 'zdangling.yaml'));
  const paths = [folder, join(folder, 'empty'), join(folder, 'none'), 'https://example.com/a.yaml'];
  const { texts, problems } = await readSources(paths, nothing());
  assert.deepEqual(
    texts.map(({ text }) => text),
    ['good'],
  );
  assert.deepEqual(
    problems.map(({ source, reason }) => `${source.replace(folder, '')}: ${reason}`),
    [
      '/bytes.yaml: byte 2 (0xff) is not UTF-8 (line 2, column 1)',
      '/nul.yaml: byte 3 (0x00) is not text (line 1, column 4)',
      '/utf16.yaml: it is UTF-16 (it starts with the bytes ff fe) (line 1, column 1)',
      '/zdangling.yaml: no such file or folder',
      '/empty: the folder contains no .yaml, .yml or .json file',
      '/none: no such file or folder',
      'https://example.com/a.yaml: vmgen loads nothing from the network: fetch it first, as with curl -LO URL',
    ],
  );
});

test('removes a byte order mark', async (context) => {
  const folder = folderWith(context, { 'bom.yaml': '\ufeffa: b' });
  const { texts } = await readSources([join(folder, 'bom.yaml')], nothing());
  assert.equal(texts[0]?.text, 'a: b');
});
