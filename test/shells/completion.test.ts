import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test, type TestContext } from 'node:test';
import { inRepository } from '../support/repository.js';

/** A name that a shell would expand, and whose quotes and spaces must stay. */
const HOSTILE = `hostile $(touch hacked) 'a' "b" \`touch hacked\`;*.yaml`;

/** What is typed before the key Tab, and the last argument afterwards. */
const CASES: readonly [typed: string, argument: string][] = [
  ['vmgen doct', 'doctor'],
  ['vmgen expl', 'explain'],
  ['vmgen doctor --conte', '--context'],
  ['vmgen diff --format gi', 'github'],
  ['vmgen diff --format=js', '--format=json'],
  ['vmgen --import-extension t', 'ts'],
  ['vmgen generate --generators crd,dee', 'crd,deepcopy'],
  ['vmgen --generators=crd,dee', '--generators=crd,deepcopy'],
  ['vmgen --no-trim', '--no-trim-descriptions'],
  ['vmgen add webh', 'webhook'],
  ['vmgen completion fi', 'fish'],
  ['vmgen markers kubebuilder:validation:UniqueI', 'kubebuilder:validation:UniqueItems'],
  ['vmgen explain no-json-f', 'no-json-form'],
  ['vmgen --out outp', 'output/'],
  ['vmgen init outp', 'output/'],
  ['vmgen diff one two hos', HOSTILE],
  ['vmgen doctor --kubeconfig hos', HOSTILE],
  ['vmgen --config=hos', `--config=${HOSTILE}`],
  ['vmgen rbac --from-run -- hos', HOSTILE],
  [`vmgen import '$(touch hacked)' "it's" --skip`, '--skip-invalid'],
  // Nothing is completed: neither commands nor files.
  ['vmgen add kind hos', 'hos'],
  ['vmgen doctor hos', 'hos'],
  ['vmgen init --name hos', 'hos'],
  ['vmgen markers hos', 'hos'],
];

/** A line that is completed, and not run. */
const UNRUN = 'vmgen import $(touch hacked) `touch hacked` --skip';

describe('completion in shells', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'vmgen-shells-'));
  const folder = path.join(root, 'work');
  mkdirSync(path.join(folder, 'output'), { recursive: true });
  writeFileSync(path.join(folder, 'output-file'), '');
  writeFileSync(path.join(folder, HOSTILE), '');
  after(() => rmSync(root, { recursive: true }));

  function scriptOf(shell: string): string {
    const args = [inRepository('generator/bin/vmgen.cjs'), 'completion', shell];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    const file = path.join(root, `completion.${shell}`);
    writeFileSync(file, stdout);
    return file;
  }

  const assertNothingRan = () => assert.ok(!existsSync(path.join(folder, 'hacked')));

  /** Types lines into an interactive shell on a terminal, and returns the last argument of each. */
  async function typeInto(t: TestContext, command: string, env: Readonly<Record<string, string>>) {
    const child = spawn('script', ['--quiet', '--command', command, '/dev/null'], {
      cwd: folder,
      env: { PATH: process.env['PATH'], TERM: 'dumb', LANG: 'C.UTF-8', HOME: root, ...env },
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    t.after(async () => {
      child.kill();
      await ended;
    });
    let output = '';
    let wake = (): void => {};
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      wake();
    });
    const until = async (pattern: RegExp): Promise<string> => {
      const deadline = performance.now() + 30_000;
      for (;;) {
        const match = pattern.exec(output);
        if (match !== null) {
          output = output.slice(match.index + match[0].length);
          return match[1] ?? '';
        }
        assert.ok(
          performance.now() < deadline,
          `${pattern} is missing in ${JSON.stringify(output)}`,
        );
        await new Promise<void>((resolve) => {
          wake = resolve;
          setTimeout(resolve, 1000);
        });
      }
    };
    await until(/READY> /);
    const found: string[] = [];
    for (const [typed] of CASES) {
      child.stdin.write(`${typed}\t\n`);
      found.push(await until(/<<(.*?)>>/s));
      await until(/READY> /);
    }
    // Control-U removes the line.
    child.stdin.write(`${UNRUN}\t\u0015vmgen end\n`);
    await until(/<<end>>/);
    child.stdin.end('exit\n');
    return found;
  }

  /** Prints the last argument. */
  const PROGRAM = `vmgen() { local last; for last; do :; done; printf '\\n<<%s>>\\n' "$last"; }`;

  test('bash', async (t) => {
    const rc = path.join(root, 'bashrc');
    writeFileSync(rc, [`PS1='READY> '`, PROGRAM, `source ${scriptOf('bash')}`, ''].join('\n'));
    const found = await typeInto(t, `bash --noprofile --rcfile ${rc} -i`, { INPUTRC: '/dev/null' });
    assert.deepEqual(
      found,
      CASES.map(([, argument]) => argument),
    );
    assertNothingRan();
  });

  test('zsh', async (t) => {
    const lines = [
      `PS1='READY> '`,
      'unsetopt prompt_sp auto_remove_slash',
      PROGRAM,
      'autoload -U compinit',
      'compinit -u -D',
      `source ${scriptOf('zsh')}`,
      '',
    ];
    writeFileSync(path.join(root, '.zshrc'), lines.join('\n'));
    const found = await typeInto(t, 'zsh -i', { ZDOTDIR: root });
    assert.deepEqual(
      found,
      CASES.map(([, argument]) => argument),
    );
    assertNothingRan();
  });

  test('fish', () => {
    const file = scriptOf('fish');
    for (const [typed, argument] of [...CASES, [UNRUN, '--skip-invalid'] as const]) {
      const program = [
        '--no-config',
        '--command',
        `source ${file}; complete --do-complete $argv[1]`,
      ];
      const { stdout, stderr } = spawnSync('fish', [...program, typed], {
        cwd: folder,
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], HOME: root, LANG: 'C.UTF-8' },
      });
      assert.equal(stderr, '');
      const words = stdout.split('\n').flatMap((line) => line.split('\t')[0] || []);
      const isCompleted = !typed.endsWith(argument);
      assert.deepEqual(words, isCompleted ? [argument] : [], typed);
    }
    assertNothingRan();
  });
});
