import assert from 'node:assert/strict';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { ARGS, commandLine, project } from '../testing/cli.js';

const { vmgenHere, vmgenHereWith } = commandLine();

/** Clears the screen, starts a new line and reverses the text direction. */
const HOSTILE = '\u001b[2J\u009b1m\u202e\u2028\u0007x\nerror: faked';
const UNSAFE = /[^\n\P{C}]|[\u2028\u2029]|^error: faked/mu;

const HOSTILE_ARGS: readonly (readonly string[])[] = [
  [HOSTILE],
  [`--${HOSTILE}`],
  ['markers', HOSTILE],
  ['explain', HOSTILE],
  ['--groups', HOSTILE, '--out', 'x'],
  ['--groups', 'fleet:v1', '--out', 'x', '--apis', HOSTILE],
  ['--groups', 'fleet:v1', '--out', 'x', '--paths', HOSTILE],
  ['--groups', 'fleet:v1', '--out', 'x', '--generators', HOSTILE],
  ['--groups', 'fleet:v1', '--out', 'x', '--format', HOSTILE],
  ['--groups', 'fleet:v1', '--out', 'x', '--header-file', HOSTILE],
  ['--groups', 'fleet:v1', '--out', 'x', `--check=${HOSTILE}`],
  ['--groups', 'fleet:v1', '--out', `apis/fleet/v1/types.ts/${HOSTILE}`],
];
for (const args of HOSTILE_ARGS) {
  test(`escapes control sequences of arguments: ${JSON.stringify(args)}`, async (context) => {
    const run = await vmgenHere(await project(context), ...args);
    assert.notEqual(run.status, 0);
    assert.notEqual(run.stderr, '');
    assert.doesNotMatch(run.stdout + run.stderr, UNSAFE);
  });
}

test('escapes control sequences of file and folder names, in all formats', async (context) => {
  const cwd = await project(context);
  await rename(join(cwd, 'apis'), join(cwd, HOSTILE));
  await writeFile(join(cwd, HOSTILE, 'fleet/v1/bad.ts'), '// +groupName\n');
  const env = { FORCE_COLOR: '1' };
  for (const format of ['text', 'json', 'github']) {
    const { status, stdout, stderr } = await vmgenHereWith(
      env,
      cwd,
      ...ARGS,
      '--apis',
      HOSTILE,
      '--format',
      format,
    );
    assert.equal(status, 1);
    assert.match(stdout + stderr, /bad\.ts/);
    assert.doesNotMatch((stdout + stderr).replace(/\u001b\[[\d;]*m/g, ''), UNSAFE);
    if (format === 'json') {
      const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly { file: string }[] };
      assert.equal(diagnostics[0]?.file, `${HOSTILE}/fleet/v1/bad.ts`);
    }
  }
  await rm(join(cwd, HOSTILE, 'fleet/v1/bad.ts'));
  const out = ['--groups', 'fleet:v1', '--out', `${HOSTILE}out`, '--apis', HOSTILE];
  const { status, stdout, stderr } = await vmgenHereWith(env, cwd, ...out);
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^wrote /m);
  assert.doesNotMatch(stdout + stderr, UNSAFE);
});
