import assert from 'node:assert/strict';
import { isAscii } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { ARGS, commandLine, project, VMGEN } from '../testing/cli.js';

const { vmgenWith } = commandLine();

/** Prints the scripts of a run in the last line of stderr. */
const HOOK = `const { Module } = require('node:module');
const names = [];
const { load } = Module.prototype;
Module.prototype.load = function (file) {
  if (file.includes('/generator/dist/')) names.push(require('node:path').basename(file));
  return load.call(this, file);
};
process.on('exit', () => process._rawDebug(names.join(' ')));
`;

test('a run loads the parser, and no more of the compiler', async (context) => {
  const cwd = await project(context);
  await writeFile(join(cwd, 'hook.cjs'), HOOK);
  const env = { NODE_OPTIONS: `--require ${join(cwd, 'hook.cjs')}` };
  const { status, stderr } = vmgenWith(env, cwd, ...ARGS);
  assert.equal(status, 0, stderr);
  assert.equal(stderr.trimEnd().split('\n').at(-1), 'main.cjs run.cjs parser.cjs');
});

test('all scripts of a run are Latin-1 text, because others take twice the time to load', () => {
  for (const name of ['main.cjs', 'run.cjs', 'parser.cjs']) {
    const file = join(dirname(VMGEN), '../dist', name);
    assert.ok(isAscii(readFileSync(file)), basename(file));
  }
});
