import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test, type TestContext } from 'node:test';
import { commandLine, VMGEN } from '../testing/cli.js';
import { diagnosticFiles } from '../testing/diagnostic-source.js';
import { ask, type Terminal } from './ask.js';
import { folderWith } from '../testing/folder-with.js';

/** A terminal on which somebody types this; without it the input ends. */
function terminal(typed?: string) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const ends: Terminal = {
    input: Object.assign(input, { isTTY: true }),
    output: Object.assign(output, { isTTY: true }),
  };
  if (typed === undefined) input.end();
  else input.write(typed);
  const shown = (): string => {
    // Newer versions of Node deliver the data in pieces.
    const piece = output.read() as Buffer | null;
    return piece === null ? '' : `${String(piece)}${shown()}`;
  };
  return { ends, shown };
}

const ANSWERS: readonly (readonly [typed: string | undefined, meant: boolean])[] = [
  ['y\n', true],
  ['YES\n', true],
  [' y \r\n', true],
  ['\n', false],
  ['n\n', false],
  ['yo\n', false],
  [undefined, false],
];
for (const [typed, meant] of ANSWERS) {
  test(`reads the answer ${JSON.stringify(typed ?? 'end of input')} as ${meant ? 'yes' : 'no'}`, async () => {
    const { ends, shown } = terminal(typed);
    assert.equal(await ask('vmgen: make 1 change?', ends), meant);
    assert.match(shown(), /vmgen: make 1 change\? \[y\/N\] /);
  });
}

test('does not ask or change anything if one of the streams is not a terminal', async () => {
  const { ends, shown } = terminal('y\n');
  assert.equal(await ask('?', { ...ends, output: new PassThrough() }), false);
  assert.equal(await ask('?', { ...ends, input: new PassThrough() }), false);
  assert.equal(shown(), '');
});

/** Runs a command on a pseudo-terminal, types an answer to its question and returns all output. */
const ON_TERMINAL = `
import os, pty, sys
typed, command = sys.argv[1].encode(), sys.argv[2:]
child, end = pty.fork()
if child == 0:
    os.execvp(command[0], command)
seen = b''
while True:
    try:
        part = os.read(end, 1024)
    except OSError:
        break
    if not part:
        break
    had, seen = b'[y/N]' in seen, seen + part
    if not had and b'[y/N]' in seen:
        os.write(end, typed)
sys.stdout.buffer.write(seen)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
`;
const hasPython = spawnSync('python3', ['-c', 'import pty']).status === 0;
const skip = hasPython ? false : 'there is no python3 to open a terminal with';

const { caches } = commandLine();

async function fixOnTerminal(context: TestContext, typed: string) {
  const path = 'example/v1/types.ts';
  const text = diagnosticFiles('a: bigint;', 'field')[path] ?? '';
  const root = folderWith(context, { [`apis/${path}`]: text });
  const file = join(root, 'apis', path);
  const args = ['--groups', 'example:v1', '--out', 'generated', '--fix'];
  const { status, stdout } = spawnSync(
    'python3',
    ['-c', ON_TERMINAL, typed, process.execPath, VMGEN, ...args],
    { cwd: root, encoding: 'utf8', env: { PATH: process.env['PATH'], XDG_CACHE_HOME: caches } },
  );
  return { status, stdout, text: await readFile(file, 'utf8') };
}

test('changes the sources and continues after a yes on a terminal', { skip }, async (context) => {
  const { status, stdout, text } = await fixOnTerminal(context, 'y\n');
  assert.match(stdout, /-a: bigint;\r\n\+a: Int64;\r\n/);
  assert.match(stdout, /vmgen: make 1 change\? \[y\/N\] /);
  assert.match(text, /\na: Int64;\n/);
  assert.equal(status, 0, stdout);
});

for (const [name, typed] of [
  ['a no', 'n\n'],
  ['Ctrl-D', '\u0004'],
] as const) {
  test(
    `changes nothing on a terminal after ${name}, and reports the diagnostics`,
    { skip },
    async (context) => {
      const { status, stdout, text } = await fixOnTerminal(context, typed);
      assert.match(text, /\na: bigint;\n/);
      assert.match(stdout, /error VMGEN4001/);
      assert.equal(status, 1, stdout);
    },
  );
}
