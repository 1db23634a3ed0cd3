import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crdWithField, widgetCrd, yamlOf } from '@vmgen/fixtures/generator/widget-crd';
import { runDiff } from './diff-command.js';
import { diffCommandFrom, type GivenDiffOptions, DIFF } from './diff-options.js';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Returns the output for the texts of two files. */
async function diff(old: string, next: string, given: GivenDiffOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'vmgen-diff-'));
  try {
    const files = ['old.yaml', 'new.yaml'].map((name) => join(folder, name));
    await Promise.all(files.map((file, index) => writeFile(file, index === 0 ? old : next)));
    const { exitCode, ...output } = await runDiff(
      diffCommandFrom(files, given),
      textOf(''),
      noProject,
    );
    const shown = (lines: readonly string[]) => lines.join('\n').replaceAll(`${folder}/`, '');
    return { exitCode, stdout: shown(output.stdout), stderr: shown(output.stderr) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const noProject = async () => Promise.resolve(undefined);

async function* textOf(text: string): AsyncGenerator<string> {
  yield text;
}

const withEnum = (...values: string[]): string =>
  yamlOf(crdWithField({ type: 'string', enum: values, maxLength: values.length * 10 }));

test('text: the worst first, each with its line, its reason, and at the end their sum', async () => {
  const { exitCode, stdout, stderr } = await diff(withEnum('a', 'b', 'c'), withEnum('a', 'd'));
  assert.equal(exitCode, 1);
  assert.equal(stderr, '');
  assert.equal(
    stdout,
    `new.yaml:21:15: breaking constraint-tightened: widgets.example.com v1 field: no longer accepts "b" or "c"
  Values that violate it are rejected. Formats that the server does not know are documentation, and their changes are not reported. Since Kubernetes 1.30, an update that does not change the stored value is accepted.
vmgen: 1 breaking, 0 risky and 2 safe changes; -v lists the safe ones`,
  );
});

test('text: counts safe changes, and lists them on request', async () => {
  const [old, next] = [withEnum('a'), withEnum('a', 'b')];
  const { exitCode, stdout } = await diff(old, next);
  assert.deepEqual(
    [exitCode, stdout],
    [0, 'vmgen: 0 breaking, 0 risky and 2 safe changes; -v lists the safe ones'],
  );
  assert.match((await diff(old, next, { verbose: true })).stdout, /safe constraint-loosened: /);
  assert.equal((await diff(old, next, { quiet: true })).stdout, '');
  assert.equal((await diff(old, old)).stdout, 'vmgen: no differences');
});

test('github: prints an annotation for each change at the line in the new set', async () => {
  const { stdout } = await diff(withEnum('a', 'b'), withEnum('a'), { format: 'github' });
  assert.match(
    stdout,
    /^::error file=new\.yaml,line=21,col=15,title=breaking constraint-tightened::widgets\.example\.com v1 field: no longer accepts "b"%0AValues /,
  );
  const gone = yamlOf({ apiVersion: 'v1', kind: 'ConfigMap' });
  assert.match(
    (await diff(withEnum('a'), gone, { format: 'github' })).stdout,
    /^::error title=breaking kind-removed::widgets\.example\.com: Widget was removed/,
  );
});

interface Document {
  readonly changes: readonly Readonly<Record<string, unknown>>[];
  readonly problems: readonly string[];
  readonly summary: Readonly<Record<string, number>>;
}

const documentOf = (text: string): Document => JSON.parse(text) as Document;

test('json: always prints one document with all changes', async () => {
  const { exitCode, stdout } = await diff(withEnum('a', 'b'), withEnum('a'), { format: 'json' });
  const { changes, problems, summary } = documentOf(stdout);
  assert.deepEqual(summary, { exitCode: 1, breaking: 1, risky: 0, safe: 1 });
  assert.equal(exitCode, 1);
  assert.deepEqual(problems, []);
  const [{ reason, ...first } = {}] = changes;
  assert.match(String(reason), /are rejected/);
  assert.deepEqual(first, {
    class: 'breaking',
    code: 'constraint-tightened',
    crd: 'widgets.example.com',
    version: 'v1',
    field: 'field',
    message: 'no longer accepts "b"',
    side: 'new',
    file: 'new.yaml',
    line: 21,
    column: 15,
  });
  const broken = documentOf((await diff('{', withEnum('a'), { format: 'json' })).stdout);
  assert.equal(broken.summary.exitCode, 1);
  assert.match(broken.problems.join(), /old\.yaml document 1: not YAML/);
});

test('reports unreadable input, and compares nothing', async () => {
  const { exitCode, stdout, stderr } = await diff(withEnum('a'), yamlOf(crdWithField({})));
  assert.deepEqual([exitCode, stdout], [1, '']);
  assert.match(stderr, /^new\.yaml document 1: widgets\.example\.com: spec.*\.type: Required/m);
  assert.match(stderr, /\nvmgen: nothing was compared$/);
  const none = yamlOf({ apiVersion: 'v1', kind: 'ConfigMap' });
  assert.match((await diff(none, none)).stderr, /^neither .* nor .* contains CRDs/);
});

test('ignores CRDs of other groups, valid or not', async () => {
  const other = yamlOf(
    widgetCrd({ group: 'other.com', scope: 'No' }, { name: 'widgets.other.com' }),
  );
  const { stdout } = await diff(withEnum('a'), `${withEnum('a')}---\n${other}`, {
    group: ['example.com'],
  });
  assert.equal(stdout, 'vmgen: no differences');
});

test('prints no control sequence or workflow command from inputs', async () => {
  const nasty = (...values: string[]): string => withEnum('a', ...values);
  const value = 'x\u001b[31m\n::error::y';
  for (const format of ['text', 'github', 'json'] as const) {
    const { stdout } = await diff(nasty(value), nasty(), { format });
    assert.ok(!stdout.includes('\u001b'), format);
    assert.ok(!/^::error::y/m.test(stdout), format);
  }
});

const WRONG: readonly (readonly [args: readonly string[], message: RegExp])[] = [
  [[], /compares two sets, OLD and NEW, but 0 were given/],
  [['a', 'b', 'c'], /but 3 were given/],
  [['-', '-'], /standard input can be read only once/],
  [['', 'b'], /is empty; is a variable unset\?/],
  [['git:main:', 'b'], /git:REVISION:PATH, or git:REVISION with --groups/],
  [['git::a', 'b'], /is incomplete/],
  [['a', 'b', '--groups', 'x'], /x/],
  [['a', 'b', '--format', 'xml'], /unknown format "xml"/],
  [['a', 'b', '--formt', 'xml'], /did you mean --format\?/],
  [['a', 'b', '--verbose=maybe'], /neither true nor false/],
];

for (const [args, message] of WRONG) {
  test(`rejects the arguments of vmgen diff ${args.join(' ')}`, async () => {
    await assert.rejects(DIFF.parse(args), { name: 'UsageError', message });
  });
}

test('rejects a revision without a path outside of a project', async () => {
  const command = diffCommandFrom(['git:main', 'b'], {});
  await assert.rejects(runDiff(command, textOf(''), noProject), {
    name: 'UsageError',
    message: /"git:main" is incomplete: use git:REVISION:PATH, or git:REVISION with --groups or in/,
  });
});

test('compares a revision and a path in git, by default the path of --apis if --groups is set', async () => {
  const side = async (...args: string[]) => {
    const command = await DIFF.parse([...args, 'b']);
    return command.kind === 'diff' ? command.old : undefined;
  };
  assert.deepEqual(await side('git:v1:a:b'), { name: 'git:v1:a:b', path: 'a:b', revision: 'v1' });
  assert.deepEqual(await side('--groups', 'a:v1', '--apis', 'x/apis', 'git:main'), {
    name: 'git:main',
    path: 'x/apis',
    revision: 'main',
  });
  assert.deepEqual(await side('gits/a'), { name: 'gits/a', path: 'gits/a', revision: undefined });
});

test('the help names all options, and the page all changes', async () => {
  const help = await DIFF.parse(['--help']);
  assert.ok(help.kind === 'print');
  assert.match(help.text, /--groups[^]*--apis[^]*--group [^]*--format/);
  const page = await DIFF.parse(['--markdown']);
  assert.ok(page.kind === 'print');
  assert.match(page.text, /^### constraint-tightened$/m);
});

test('every command in the help and on the page is one', async () => {
  const texts = await Promise.all([['--help'], ['--markdown']].map((args) => DIFF.parse(args)));
  const commands = texts.flatMap((printed) =>
    printed.kind === 'print'
      ? [...printed.text.matchAll(/^.*\bvmgen diff (?!OLD|--)(\S.*)$/gm)].map(
          ([, args = '']) => args,
        )
      : [],
  );
  assert.ok(commands.length >= 8, commands.join('\n'));
  for (const args of commands) {
    const words = args.replace('${{ github.base_ref }}', 'main').split(' ');
    assert.equal((await DIFF.parse(words)).kind, 'diff', args);
  }
});
