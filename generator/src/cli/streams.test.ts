import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { project, VMGEN } from '../testing/cli.js';

const skip = existsSync('/dev/full') ? false : 'there is no /dev/full';

/**
 * Runs a line of shell in which `vmgen` is the command. A run that does not end is killed and has no status.
 */
function shell(cwd: string, line: string) {
  const vmgen = `vmgen() { "${process.execPath}" "${VMGEN}" "$@"; }`;
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-c', `${vmgen}; ${line}`], {
    cwd,
    encoding: 'utf8',
    timeout: 60_000,
    env: { PATH: process.env['PATH'], XDG_CACHE_HOME: join(cwd, '.cache') },
  });
  return { status, stdout, stderr };
}

const RUN = 'vmgen --groups fleet:v1 --out generated';
const BAD = 'vmgen --groups nope:v1 --out generated';

test('reports a full standard output in one line', { skip }, async (context) => {
  const cwd = await project(context);
  for (const command of [RUN, 'vmgen --version', 'vmgen --help', 'vmgen markers']) {
    assert.deepEqual(shell(cwd, `${command} > /dev/full`), {
      status: 1,
      stdout: '',
      stderr: 'vmgen: cannot write to standard output: ENOSPC: no space left on device, write\n',
    });
  }
});

test('a full standard error changes no exit code but 0', { skip }, async (context) => {
  const cwd = await project(context);
  assert.deepEqual(shell(cwd, `${BAD} 2> /dev/full`), { status: 1, stdout: '', stderr: '' });
  assert.equal(shell(cwd, 'vmgen --nothing 2> /dev/full').status, 2);
  assert.equal(shell(cwd, `${BAD} >&- 2>&-`).status, 1);
});

test('prints no stack trace if the reader closes the pipe', async (context) => {
  const cwd = await project(context);
  const { stdout, stderr } = shell(cwd, `vmgen markers | sleep 0; echo "\${PIPESTATUS[0]}"`);
  assert.match(stdout, /^[01]\n$/);
  assert.equal(stderr, '');
});

test('a slow reader gets all', async (context) => {
  const cwd = await project(context);
  const whole = shell(cwd, 'vmgen markers').stdout;
  assert.equal(shell(cwd, 'vmgen markers | (sleep 0.3; cat)').stdout, whole);
});

test('reports pipes and devices as input instead of waiting for them', async (context) => {
  const cwd = await project(context);
  const pipe = join(cwd, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const reason = 'it is a pipe, a socket or a device, not a file';
  const cases: readonly (readonly [string, RegExp])[] = [
    [
      `${RUN} --header-file pipe`,
      new RegExp(`^vmgen: --header-file: pipe cannot be read: ${reason}`),
    ],
    [`${RUN} --paths pipe`, new RegExp(`^pipe:1:1: error VMGEN1010 .*: ${reason}`, 'm')],
    [`${RUN} --apis pipe`, /pipe does not exist or is empty/],
    [`${RUN} --header-file /dev/zero`, new RegExp(reason)],
  ];
  for (const [command, expected] of cases) {
    const { status, stderr } = shell(cwd, command);
    assert.equal(status, 1, command);
    assert.match(stderr, expected);
  }
  assert.equal(shell(cwd, `${RUN} --header-file /dev/null`).status, 0);
  await rename(pipe, join(cwd, 'apis/fleet/v1/more.ts'));
  const { status, stderr } = shell(cwd, RUN);
  assert.equal(status, 1);
  assert.match(
    stderr,
    new RegExp(`^apis/fleet/v1/more.ts:1:1: error VMGEN1010 .*: ${reason}`, 'm'),
  );
});

test('a socket and a folder among the files do not hang a run', async (context) => {
  const cwd = await project(context);
  await mkdir(join(cwd, 'apis/fleet/v1/folder.ts'));
  await mkdir(join(cwd, 'code/folder.ts'), { recursive: true });
  await writeFile(join(cwd, 'code/one.ts'), 'export {};\n');
  assert.equal(shell(cwd, `${RUN} --paths code`).status, 0);
  const server = createServer();
  const listening = new Promise<void>((resolve) => server.once('listening', resolve));
  server.listen(join(cwd, 'apis/fleet/v1/socket.ts'));
  await listening;
  const { status, stderr } = shell(cwd, RUN);
  await new Promise((resolve) => server.close(resolve));
  assert.equal(status, 1);
  assert.match(stderr, /socket\.ts:1:1: .* cannot be read: it is a pipe/);
});
