import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseArguments } from './parse-arguments.js';
import { readPlainArguments } from './read-plain-arguments.js';

const PLAIN: readonly string[][] = [
  [],
  ['--groups', 'a:v1'],
  ['generate'],
  ['generate', '--groups', 'a:v1', '--out', 'x'],
  ['--config', 'x.json', '--generators', 'none'],
  ['--groups', 'a:v1', '--out', 'x', '--out', 'y'],
  ['--groups', 'a:v1', '--out', 'x'],
  ['--groups=a:v1,v2 b:v1', '--out=x=y', '--check', '--strict', '--quiet'],
  ['--groups', 'a:v1', '--groups', 'b:v1', '--out', '../x', '--apis', './y', '--check', '--check'],
  ['--out', '1', '--groups', 'a:v1', '--generators', 'crd, deepcopy', '--header-file', 'l.txt'],
  ['--out', '"x"', '--groups', 'a:v1', '--format', 'github'],
  ['--paths', 'src', '--groups', 'a:v1', '--out', 'x', '--paths=./cmd/...'],
  ['--groups', 'a:v1', '--out', 'x', '--import-extension', 'ts', '--max-desc-len', '0'],
  ['--groups', 'a:v1', '--out', 'x', '--no-trim-descriptions', '--max-desc-len=-1'],
  ['--out', "it's", '--groups', 'a:v1', '--apis', 'a b', '--format=json'],
];
for (const args of PLAIN) {
  test(`is read as yargs reads it: ${args.join(' ')}`, async () => {
    const plain = readPlainArguments(args);
    assert.ok(plain);
    assert.deepEqual({ kind: 'generate', given: plain }, await parseArguments(args, '0'));
  });
}

const LEFT_TO_YARGS: readonly string[][] = [
  ['--help'],
  ['--version'],
  ['markers'],
  ['generate', '--help'],
  ['generate', 'markers'],
  ['--groups', 'a:v1', '--out'],
  ['--groups', 'a:v1', '--out', ''],
  ['--groups', 'a:v1', '--out', '-x'],
  ['--groups', 'a:v1', '--out', 'x', '--check=false'],
  ['--groups', 'a:v1', '--out', 'x', '--no-check'],
  ['--groups', 'a:v1', '--out', 'x', '--trim-descriptions'],
  ['--groups', 'a:v1', '--out', 'x', '--headerFile', 'y'],
  ['--groups', 'a:v1', '--out', 'x', '--', 'y'],
];
for (const args of LEFT_TO_YARGS) {
  test(`is left to yargs: ${args.join(' ')}`, () => {
    assert.equal(readPlainArguments(args), undefined);
  });
}

test('generate is the default command', async () => {
  const options = ['--groups', 'a:v1', '--out', 'x', '--no-check'];
  assert.deepEqual(
    await parseArguments(['generate', ...options], '0'),
    await parseArguments(options, '0'),
  );
  assert.deepEqual(
    await parseArguments(['generate', '--help'], '0'),
    await parseArguments(['--help'], '0'),
  );
  await assert.rejects(parseArguments(['generate', 'markers'], '0'), /Unknown argument: markers/);
  await assert.rejects(parseArguments(['genrate'], '0'), /did you mean vmgen generate\?/);
});
