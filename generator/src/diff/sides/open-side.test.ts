import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { parseGroups } from '../../settings/parse-groups.js';
import { kindWith } from '../../testing/compile-text.js';
import { widgetCrd } from '@vmgen/fixtures/generator/widget-crd';
import { openSide, type OpenSideOptions } from './open-side.js';
import type { SideSource } from './side.js';

/** A folder with files, which is the working directory of the test. */
async function folder(context: TestContext, files: Readonly<Record<string, string>>) {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'vmgen-diff-')));
  const before = process.cwd();
  process.chdir(path);
  context.after(async () => {
    process.chdir(before);
    await rm(path, { recursive: true });
  });
  await put(files);
  return path;
}

async function put(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}

/** Isolates git from the configuration of the machine. */
function git(...words: string[]): void {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
  execFileSync('git', [...who, ...words], { env, stdio: 'ignore' });
}

function commit(message: string): void {
  git('add', '--all');
  git('commit', '--message', message);
}

async function* nothing(): AsyncGenerator<string> {}

const onDisk = (path: string): SideSource => ({ name: path, path, revision: undefined });
const inGit = (revision: string, path: string): SideSource => ({
  name: `git:${revision}:${path}`,
  path,
  revision,
});

async function open(source: SideSource, options: Partial<OpenSideOptions> = {}) {
  const all = {
    groups: undefined,
    config: undefined,
    onlyGroups: [],
    stdin: nothing(),
    ...options,
  };
  const side = await openSide(source, all);
  const names = side.crds.map(({ crd }) => crd.metadata.name);
  return { ...side, names };
}

const yaml = JSON.stringify(widgetCrd(), null, 2);
const types = kindWith('  /** How large. */\n  size: string;');
const groups = parseGroups(['example:v1']);

test('CRDs are read from files and folders, and places in them are found', async (context) => {
  await folder(context, { 'crds/a.yaml': `# first\n---\n${yaml}`, 'crds/README.md': 'no' });
  const { names, crds, problems } = await open(onDisk('./crds/'));
  assert.deepEqual([names, problems], [['widgets.example.com'], []]);
  const lines = yaml.split('\n');
  const at = ['spec', 'versions', 0, 'served'] as const;
  assert.deepEqual(crds[0]?.locate(at), {
    file: 'crds/a.yaml',
    line: 3 + lines.findIndex((line) => line.includes('"served"')),
    column: (lines.find((line) => line.includes('"served"')) ?? '').indexOf('"') + 1,
  });
  // The nearest existing parent.
  assert.equal(
    crds[0]?.locate(['spec', 'nothing'])?.line,
    3 + lines.findIndex((line) => line.includes('"spec"')),
  );
});

test('reads a set from standard input', async () => {
  const stdin = (async function* () {
    yield yaml;
  })();
  const { names, crds } = await open(onDisk('-'), { stdin });
  assert.deepEqual(names, ['widgets.example.com']);
  assert.equal(crds[0]?.locate([]), undefined);
});

test('compiles a folder of types, and reports positions in the types', async (context) => {
  await folder(context, { 'apis/example/v1/types.ts': types });
  const { names, crds, diagnostics } = await open(onDisk('apis'), { groups });
  assert.deepEqual([names, diagnostics], [['things.example.com'], []]);
  const schema = ['spec', 'versions', 0, 'schema', 'openAPIV3Schema'] as const;
  const at = crds[0]?.locate([...schema, 'properties', 'spec', 'properties', 'size']);
  assert.deepEqual(at?.file, 'apis/example/v1/types.ts');
  assert.match(types.split('\n')[(at?.line ?? 0) - 1] ?? '', /size: string/);
});

test('reports types that cannot be compiled with their position', async (context) => {
  await folder(context, { 'apis/example/v1/types.ts': kindWith('  size: never;') });
  const { names, diagnostics } = await open(onDisk('apis'), { groups });
  assert.deepEqual(names, []);
  assert.match(String(diagnostics[0]?.position?.file), /^apis\/example\/v1\/types\.ts$/);
});

test('reports a version that one side lacks as missing, not as a problem', async (context) => {
  await folder(context, { 'apis/example/v1/types.ts': types });
  const both = parseGroups(['example:v1,v2']);
  const { names, missing } = await open(onDisk('apis'), { groups: both });
  assert.deepEqual([names, missing], [['things.example.com'], ['example/v2']]);
});

test('a folder without any of the groups is empty, or one of CRDs', async (context) => {
  await folder(context, { 'apis/other/v1/types.ts': types, 'crds/a.yaml': yaml });
  const { names, missing, problems } = await open(onDisk('apis'), { groups });
  assert.deepEqual([names, missing, problems], [[], ['example/v1'], []]);
  assert.deepEqual((await open(onDisk('crds'), { groups })).names, ['widgets.example.com']);
  assert.deepEqual((await open(onDisk('none'), { groups })).problems, [
    'none: no such file or folder',
  ]);
});

test('reads a commit independently of the working tree', async (context) => {
  await folder(context, {
    'deploy/crds/widget.yaml': yaml,
    'apis/example/v1/types.ts': kindWith(
      '  size: Size;',
      "import type { Size } from '../../common/v1/size.js';",
    ),
    'apis/common/v1/size.ts': 'export type Size = string;',
  });
  git('init', '--initial-branch', 'main');
  commit('first');
  await rm('deploy', { recursive: true });
  await rm('apis/common', { recursive: true });
  await put({ 'apis/example/v1/types.ts': 'broken' });
  assert.deepEqual((await open(inGit('main', 'deploy'))).names, ['widgets.example.com']);
  assert.deepEqual((await open(inGit('HEAD', 'deploy/crds/widget.yaml'))).names, [
    'widgets.example.com',
  ]);
  const { names, diagnostics } = await open(inGit('main', 'apis'), { groups });
  assert.deepEqual([names, diagnostics], [['things.example.com'], []]);
  // Seen from a folder within.
  process.chdir('apis');
  assert.deepEqual((await open(inGit('main', '../deploy'))).names, ['widgets.example.com']);
  assert.deepEqual((await open(inGit('main', '.'), { groups })).names, ['things.example.com']);
});

test('compiles types by the config of the project, whose operator serves their conversion', async (context) => {
  const text = types.replace(
    '// +genclient',
    '// +genclient\n// +vmgen:conversion:strategy=Webhook',
  );
  const config = (...groups: string[]) => ({ groups, operator: { name: 'things' } });
  await folder(context, {
    'apis/example/v1/types.ts': text.replace(
      'genclient',
      'genclient\n// +kubebuilder:storageversion',
    ),
    'apis/example/v2/types.ts': text,
    'vmgen.config.json': JSON.stringify(config('example:v1,v2')),
  });
  git('init', '--initial-branch', 'main');
  commit('first');
  await rm('apis/example/v2', { recursive: true });
  // The commit has a version that the project no longer has.
  const now = { config: config('example:v1') };
  await put({ 'vmgen.config.json': JSON.stringify(now.config) });
  const versionsOf = ({ crds, diagnostics, problems }: Awaited<ReturnType<typeof open>>) => {
    assert.deepEqual([diagnostics, problems], [[], []]);
    return crds.flatMap(({ crd }) => crd.spec.versions.map(({ name }) => name));
  };
  assert.deepEqual(versionsOf(await open(onDisk('apis'), now)), ['v1']);
  assert.deepEqual(versionsOf(await open(inGit('main', './apis/'), now)), ['v2', 'v1']);
  const side = { name: 'git:main', path: undefined, revision: 'main' };
  assert.deepEqual(versionsOf(await open(side, now)), ['v2', 'v1']);
  // Another folder of the project may contain CRDs.
  await put({ 'crds/widget.yaml': yaml });
  assert.deepEqual((await open(onDisk('crds'), now)).names, ['widgets.example.com']);
});

test('reads a commit from the folder of its own config', async (context) => {
  const config = (apis: string) => ({ groups: ['example:v1'], apis });
  await folder(context, {
    'old/example/v1/types.ts': types,
    'vmgen.config.json': JSON.stringify(config('old')),
  });
  git('init', '--initial-branch', 'main');
  commit('first');
  const now = { config: config('new') };
  const side = { name: 'git:main', path: undefined, revision: 'main' };
  for (const source of [side, inGit('main', 'old')]) {
    const { names, problems } = await open(source, now);
    assert.deepEqual([names, problems], [['things.example.com'], []]);
  }
});

test('reports paths that do not exist in a commit or are outside of it', async (context) => {
  const path = await folder(context, { 'crds/widget.yaml': yaml, 'empty/.keep': '' });
  await symlink('/etc/passwd', 'link.yaml');
  await writeFile('crds/bad.yaml', Buffer.from([0xff]));
  git('init', '--initial-branch', 'main');
  commit('first');
  const problemOf = async (...source: Parameters<typeof inGit>) =>
    (await open(inGit(...source))).problems.join();
  assert.equal(await problemOf('main', 'none'), 'git:main:none: the commit does not contain none');
  assert.match(
    await problemOf('main', 'link.yaml'),
    /is neither a file nor a folder in the commit$/,
  );
  assert.match(await problemOf('main', '../x'), /the commit does not contain \.\.\/x$/);
  assert.match(await problemOf('main', '/etc'), /the commit does not contain \/etc$/);
  assert.match(
    await problemOf('main', 'empty'),
    /the folder contains no \.yaml, \.yml or \.json file$/,
  );
  assert.match(await problemOf('main', 'crds'), /crds\/bad\.yaml: byte 0 \(0xff\) is not UTF-8/);
  assert.deepEqual((await open(inGit('main', join(path, 'crds/widget.yaml')))).problems, []);
});

test('never parses a revision as an option or a shell command', async (context) => {
  const path = await folder(context, { 'a.yaml': yaml });
  git('init', '--initial-branch', 'main');
  commit('first');
  for (const name of [
    '--output=pwned',
    '-h',
    'main; touch pwned',
    '$(touch pwned)',
    'main\0',
    'main\n--output=pwned',
    'HEAD:a.yaml',
    'none',
  ]) {
    const { problems } = await open(inGit(name, 'a.yaml'));
    assert.match(problems.join(), /git does not have the commit/, name);
  }
  assert.deepEqual((await readdir(path)).sort(), ['.git', 'a.yaml']);
});

test('reports a missing repository', async (context) => {
  await folder(context, {});
  assert.match((await open(inGit('main', 'a.yaml'))).problems.join(), /not a git repository/);
});
