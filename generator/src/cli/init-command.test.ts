import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { checkConfig } from '../config/check-config.js';
import { findConfig } from '../config/find-config.js';
import { runInit } from './init-command.js';
import { ADD, INIT } from './init-options.js';
import { folderWith } from '../testing/folder-with.js';

const NEW = ['--group', 'web.example.com', '--kind', 'SitePolicy'];
const ALL = [
  '.dockerignore',
  '.gitattributes',
  '.github/workflows/ci.yml',
  '.github/workflows/release.yml',
  '.gitignore',
  'AGENTS.md',
  'Dockerfile',
  'README.md',
  'apis/web/v1/doc.ts',
  'apis/web/v1/types.ts',
  'image/sbom.mjs',
  'package.json',
  'samples/site-policy.yaml',
  'src/controllers/site-policy.test.ts',
  'src/controllers/site-policy.ts',
  'src/main.ts',
  'tsconfig.json',
  'tsconfig.production.json',
  'vmgen.config.json',
];

const readProject = async (folder: string) => {
  const path = findConfig(folder);
  if (path === undefined) return undefined;
  return { path, config: checkConfig(JSON.parse(readFileSync(path, 'utf8'))) };
};

async function init(folder: string, ...args: string[]) {
  const command = await INIT.parse([folder, ...args]);
  assert.ok(command.kind === 'init');
  return runInit(command, { version: '0.1.0', readProject, ask: undefined });
}

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

test('writes a project, and nothing in a second run', async (t) => {
  const folder = folderWith(t);
  const { exitCode } = await init(folder, '--name', 'site-operator', ...NEW);
  assert.equal(exitCode, 0);
  assert.deepEqual(filesOf(folder), ALL);
  // Plans of explorations, and the kubeconfigs with tokens that docs/testing.md writes.
  const ignored = readFileSync(join(folder, '.gitignore'), 'utf8').split('\n');
  for (const each of ['.vmgen/', 'kubeconfig', '*.kubeconfig']) assert.ok(ignored.includes(each));
  const config: unknown = JSON.parse(readFileSync(join(folder, 'vmgen.config.json'), 'utf8'));
  assert.deepEqual(config, {
    groups: ['web:v1'],
    out: 'generated',
    paths: ['src'],
    operator: { name: 'site-operator' },
  });
  assert.deepEqual((await init(folder)).stdout, ['nothing to change']);
  assert.deepEqual(await init(folder, '--check'), { exitCode: 0, stdout: [], stderr: [] });
});

test('writes a dashboard and alerts of a new project if asked for', async (t) => {
  const folder = folderWith(t);
  await init(folder, '--name', 'site-operator', '--namespace', 'sites', ...NEW, '--monitoring');
  const files = ['monitoring/alerts.yaml', 'monitoring/dashboard.json'];
  assert.deepEqual(filesOf(folder), [...ALL, ...files].sort());
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8');
    assert.match(text, /namespace=\\?"\$?namespace\\?"|namespace="sites"/);
  }
  assert.match(readFileSync(join(folder, 'monitoring/alerts.yaml'), 'utf8'), /namespace="sites"/);
  writeFileSync(join(folder, 'monitoring/alerts.yaml'), 'mine');
  assert.deepEqual(await init(folder, '--check'), { exitCode: 0, stdout: [], stderr: [] });
  const refusal = {
    name: 'UsageError',
    message: /use vmgen add monitoring instead of --monitoring$/,
  };
  await assert.rejects(init(folder, '--monitoring'), refusal);
});

test('writes a project with a bundle and without a shell, and changes an existing one by its config', async (t) => {
  const folder = folderWith(t);
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  await init(folder, '--name', 'site-operator', ...NEW, '--bundle', '--distroless');
  assert.ok(filesOf(folder).includes('image/bundle.mjs'));
  assert.match(read('package.json'), /"bundle": "node image\/bundle\.mjs"[^]*"esbuild": "\^/);
  for (const file of ['README.md', 'AGENTS.md'])
    assert.match(read(file), /`npm run bundle` writes/);
  const written = read('Dockerfile');
  assert.match(
    written,
    /^FROM gcr\.io\/distroless\/[^]*^CMD \["--enable-source-maps", "main\.mjs"\]$/m,
  );
  assert.equal((await init(folder, '--check')).exitCode, 0);
  await assert.rejects(
    init(folder, '--bundle'),
    /describes the project: edit it instead of --bundle$/,
  );
  const config = read('vmgen.config.json');
  assert.match(config, /"bundle": true,\n {4}"distroless": true/);
  writeFileSync(join(folder, 'vmgen.config.json'), config.replace(/,\s+"bundle": true[^}]*/, ''));
  assert.match((await init(folder, '--check')).stderr.join('\n'), /^-FROM gcr\.io/m);
  await init(folder, '--force');
  for (const file of ['Dockerfile', 'AGENTS.md'])
    assert.doesNotMatch(read(file), /distroless|bundle/);
});

test('runs the tests of the sources everywhere below src and test, and none of removed sources', async (t) => {
  const folder = folderWith(t);
  await init(folder, '--name', 'site-operator', ...NEW);
  rmSync(join(folder, 'src'), { recursive: true });
  rmSync(join(folder, 'test'), { recursive: true, force: true });
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  const compile = (file: string, body = ''): void =>
    write(
      `dist/${file}.js`,
      `import { test } from 'node:test'; test('of ${file}', () => {${body}});`,
    );
  const tests = ['src/a.test', 'src/b/c.test', 'src/d/e/f.test', 'test/g.test'];
  for (const file of [...tests, 'src/h']) write(`${file}.ts`, '');
  for (const file of [...tests, 'src/h', 'src/removed.test']) compile(file);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const run = () => spawnSync('npm', ['test', '--silent'], { cwd: folder, env, encoding: 'utf8' });
  const passed = run();
  assert.equal(passed.status, 0, passed.stderr);
  const titles = [...passed.stdout.matchAll(/(?<=of )\S+\.test/g)].map(String);
  assert.deepEqual([...new Set(titles)].sort(), tests);
  compile('src/d/e/f.test', 'throw new Error()');
  assert.notEqual(run().status, 0);
  const { include } = JSON.parse(readFileSync(join(folder, 'tsconfig.json'), 'utf8')) as {
    readonly include: readonly string[];
  };
  assert.ok(include.includes('src') && include.includes('test'));
});

test('accepts files that git checked out with the line ends of Windows', async (t) => {
  const folder = folderWith(t);
  await init(folder, '--name', 'site-operator', ...NEW);
  assert.match(readFileSync(join(folder, '.gitattributes'), 'utf8'), /eol=lf$/m);
  for (const name of ['Dockerfile', 'AGENTS.md', '.github/workflows/ci.yml']) {
    const file = join(folder, name);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\n', '\r\n'));
  }
  assert.deepEqual(await init(folder, '--check'), { exitCode: 0, stdout: [], stderr: [] });
  const dockerfile = join(folder, 'Dockerfile');
  writeFileSync(dockerfile, readFileSync(dockerfile, 'utf8').replace('USER 1000', 'USER 2000'));
  const { stderr } = await init(folder, '--check');
  assert.deepEqual(
    stderr.filter((line) => /^[-+] *\w/.test(line)),
    ['-USER 2000:1000', '+USER 1000:1000'],
  );
});

test('writes nothing if vmgen generate would fail', async (t) => {
  const folder = folderWith(t);
  const given = ['--name', 'a', '--group', 'x.k8s.io', '--kind', 'Site'];
  for (const args of [given, [...given, '--dry-run'], [...given, '--force']]) {
    const { exitCode, stdout, stderr } = await init(folder, ...args);
    assert.deepEqual([exitCode, stdout], [1, []]);
    assert.match(stderr.join('\n'), /api-approved\.kubernetes\.io/);
    assert.equal(stderr.at(-1), 'nothing was written: vmgen generate would report these errors');
    assert.deepEqual(filesOf(folder), []);
  }
});

test('prints the next step only if it wrote a file', async (t) => {
  const folder = folderWith(t);
  const next = /^next: cd .* && npm run dev$/m;
  const args = ['--name', 'site-operator', ...NEW];
  assert.doesNotMatch((await init(folder, '--dry-run', ...args)).stdout.join('\n'), next);
  mkdirSync(join(folder, 'Dockerfile'));
  assert.doesNotMatch((await init(folder, ...args)).stdout.join('\n'), next);
  rmSync(join(folder, 'Dockerfile'), { recursive: true });
  assert.match((await init(folder, ...args)).stdout.join('\n'), next);
  rmSync(join(folder, 'vmgen.config.json'));
  const again = await init(folder, '--force', ...args);
  assert.deepEqual(again.stdout.length, 2);
});

test('keeps and shows a changed file, and overwrites it with --force', async (t) => {
  const folder = folderWith(t);
  await init(folder, '--name', 'site-operator', ...NEW);
  const file = join(folder, 'Dockerfile');
  const text = readFileSync(file, 'utf8');
  const changed = text.replace('USER 1000:1000', 'USER 2000:2000');
  writeFileSync(file, changed);
  const line = text.split('\n').indexOf('USER 1000:1000') + 1;
  const shown = [`--- ${file}`, `+++ ${file} (vmgen)`, `@@ ${line} @@`];
  const difference = [...shown, '-USER 2000:2000', '+USER 1000:1000'];
  const kept = await init(folder);
  assert.equal(kept.exitCode, 0);
  assert.deepEqual(kept.stderr, [
    ...difference,
    'kept 1 file with other content; --force overwrites',
  ]);
  const check = await init(folder, '--check');
  assert.equal(check.exitCode, 1);
  assert.deepEqual(check.stderr.slice(0, 5), difference);
  assert.equal(readFileSync(file, 'utf8'), changed);
  assert.deepEqual((await init(folder, '--force')).stdout, [`wrote ${file}`]);
  assert.equal(readFileSync(file, 'utf8'), text);
});

test('keeps the files of a folder that is not empty', async (t) => {
  const folder = folderWith(t);
  writeFileSync(join(folder, 'README.md'), 'mine\n');
  const { exitCode, stderr } = await init(folder, '--name', 'site-operator', ...NEW);
  assert.equal(exitCode, 0);
  assert.equal(readFileSync(join(folder, 'README.md'), 'utf8'), 'mine\n');
  assert.ok(stderr.includes('-mine'));
  assert.deepEqual(filesOf(folder), ALL);
});

test('writes nothing if a path cannot be written', async (t) => {
  const folder = folderWith(t);
  mkdirSync(join(folder, 'Dockerfile'));
  const { exitCode, stderr } = await init(folder, '--name', 'site-operator', ...NEW);
  assert.equal(exitCode, 1);
  assert.equal(stderr.at(-1), 'nothing was written');
  assert.deepEqual(filesOf(folder), []);
});

test('writes nothing with --dry-run', async (t) => {
  const folder = folderWith(t);
  const { stdout } = await init(folder, '--dry-run', '--name', 'site-operator', ...NEW);
  assert.ok(stdout.includes(`would write ${join(folder, 'package.json')}`));
  assert.deepEqual(filesOf(folder), []);
});

test('asks on a terminal for the values without options', async (t) => {
  const folder = folderWith(t);
  const asked: string[] = [];
  const command = await INIT.parse([folder, '--kind', 'Shop']);
  assert.ok(command.kind === 'init');
  const answers = ['shop-operator', 'shop.example.com', 'v1alpha1'];
  await runInit(command, {
    version: '0.1.0',
    readProject,
    ask: async (question, _, check) => {
      assert.match(check('{{x}}') ?? '', /^\w+: "\{\{x\}\}" is not /);
      asked.push(question);
      return answers[asked.length - 1] ?? '';
    },
  });
  assert.deepEqual(asked, ['Name of the operator', 'API group', 'API version']);
  assert.ok(filesOf(folder).includes('apis/shop/v1alpha1/types.ts'));
});

test('requires the group and the kind without a terminal, except with --yes', async (t) => {
  const folder = folderWith(t);
  await assert.rejects(init(folder, '--name', 'a'), {
    name: 'UsageError',
    message: 'the input is not a terminal: add --group and --kind, or --yes for the default values',
  });
  assert.equal((await init(folder, '--yes')).exitCode, 0);
});

test('rejects options that describe an existing project', async (t) => {
  const folder = folderWith(t);
  await init(folder, '--yes');
  await assert.rejects(init(folder, '--image', 'x'), {
    message: `${join(folder, 'vmgen.config.json')} exists and describes the project: edit it instead of --image`,
  });
  for (const option of ['--kind=Page', '--api-version=v2', '--namespaced=false']) {
    await assert.rejects(init(folder, option), {
      message: `${join(folder, 'vmgen.config.json')} exists: for a further kind, use vmgen add kind NAME instead of vmgen init ${option.replace(/=.*/, '')}`,
    });
  }
});

for (const [args, message] of [
  [['--name', 'A'], /^name: "A" is not a DNS label/],
  [['--name', '-rf'], /^unknown flag -rf/],
  [['--group', 'web'], /^group: "web" is not a DNS name with a dot/],
  [['--group', '../x.com'], /^group: /],
  [
    ['--group', 'con.example.com'],
    /^group: "con.example.com" is not usable: Windows keeps the name con/,
  ],
  [['--kind', 'site'], /^kind: "site" is not a kind/],
  [['--kind', 'X`;process.exit()'], /^kind: /],
  [['--kind', 'ConfigMap'], /^kind: "ConfigMap" is a name that the written code uses/],
  [['--api-version', '1'], /^version: "1" is not an API version/],
  [['--image', 'x y'], /^image: "x y" is not the name of an image/],
  [['--packages', '../packages'], /^packages: /],
  [['a', 'b'], /^unexpected argument "b"/],
] as const) {
  test(`rejects vmgen init ${args.join(' ')}`, async () => {
    await assert.rejects(INIT.parse(args), { name: 'UsageError', message });
  });
}

for (const [args, message] of [
  [[], /^name what to add/],
  [['thing', 'x'], /^cannot add "thing"/],
  [['kind'], /^the kind is missing/],
  [['controller'], /^the kind is missing: vmgen add controller KIND$/],
  [['controller', ''], /^the kind is empty/],
  [['controller', 'Site', '--group='], /^--group is empty/],
  [['controller', 'Site', '--validate'], /^--default and --validate are options/],
  [['controller', 'Site', '--namespaced'], /^--namespaced is an option of vmgen add kind/],
  [['kind', 'Con'], /^kind: "Con" is not usable: Windows keeps the name con/],
  [['kind', 'Types'], /^kind: "Types" is a name that the written code uses/],
  [['version', 'two'], /^version: "two" is not an API version/],
  [['webhook', 'site'], /^kind: "site" is not a kind/],
  [['monitoring', 'Site'], /^unexpected argument "Site"/],
  [['monitoring', '--group', 'web.example.com'], /^unexpected argument "web.example.com"/],
  [['version', 'v2', '--api-version', 'v3'], /^--api-version is no option of vmgen add version/],
  [['webhook', 'Site', '--namespaced'], /^--namespaced is an option of vmgen add kind/],
  [['kind', 'Site', '--validate'], /^--default and --validate are options of vmgen add webhook/],
] as const) {
  test(`rejects vmgen add ${args.join(' ')}`, async () => {
    await assert.rejects(ADD.parse(args), { name: 'UsageError', message });
  });
}

test('the help of what is added has only its own options', async () => {
  const cases: readonly (readonly [what: string, options: readonly string[]])[] = [
    ['kind', ['api-version', 'dry-run', 'force', 'group', 'help', 'namespaced']],
    ['version', ['dry-run', 'force', 'group', 'help']],
    ['controller', ['api-version', 'dry-run', 'force', 'group', 'help']],
    ['webhook', ['api-version', 'default', 'dry-run', 'force', 'group', 'help', 'validate']],
    ['monitoring', ['dry-run', 'force', 'help']],
  ];
  for (const [what, options] of cases) {
    const command = await ADD.parse([what, '--help']);
    assert.ok(command.kind === 'print');
    const found = [...command.text.matchAll(/^ {2}--([\w-]+)/gm)].map(([, name]) => name);
    assert.deepEqual(found.sort(), options, what);
  }
});
