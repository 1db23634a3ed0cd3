import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findConfig } from '../config/find-config.js';
import { readConfig } from '../config/read-config.js';
import type { Check, CheckResult } from '../doctor/check.js';
import { NotCheckedError } from '../doctor/not-checked-error.js';
import { CHECKS } from '../doctor/checks/registry.js';
import { runChecks } from '../doctor/run-checks.js';
import { Setup } from '../doctor/setup.js';
import { commandLine, VMGEN } from '../testing/cli.js';
import { linkPackages } from '@vmgen/fixtures/generator/link-packages';
import { PLANTED_PROBLEMS, type PlantedProblem, put } from '../testing/planted-problems.js';
import { runDoctor } from './doctor-command.js';
import { DOCTOR } from './doctor-options.js';

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
const GOLDEN = fileURLToPath(new URL('../../testdata/doctor.txt', import.meta.url));
const isUpdate = process.env['UPDATE_GOLDEN'] === '1';

const { caches } = commandLine();

async function readProject(folder: string) {
  const path = findConfig(folder);
  return path === undefined ? undefined : { path, config: await readConfig(path) };
}

/** The checks that need a cluster. */
const OF_CLUSTER = CHECKS.slice(CHECKS.findIndex(({ name }) => name === 'kubeconfig'));

async function doctor({ nodeVersion, freeBytes }: Partial<PlantedProblem> = {}, ...args: string[]) {
  const command = await DOCTOR.parse(args);
  assert.ok(command.kind === 'doctor');
  return runDoctor(command, {
    version: '0.1.0',
    readProject,
    connect: () => Promise.reject(new Error('no cluster was asked for')),
    ...(nodeVersion !== undefined && { nodeVersion }),
    ...(freeBytes !== undefined && { freeBytes: () => Promise.resolve(freeBytes) }),
  });
}

describe('vmgen doctor in a project of vmgen init', () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'vmgen-doctor-')));
  const fresh = join(root, 'fresh');
  const cwd = process.cwd();
  const cacheHome = process.env['XDG_CACHE_HOME'];
  const golden: string[] = [];

  before(() => {
    const run = (program: string, ...args: string[]) =>
      execFileSync(program, args, { cwd: fresh, env: { ...process.env, XDG_CACHE_HOME: caches } });
    mkdirSync(fresh);
    const options = ['--name', 'site-operator', '--group', 'web.example.com', '--kind', 'Site'];
    run(process.execPath, VMGEN, 'init', '.', ...options);
    linkPackages(fresh, REPOSITORY);
    run(process.execPath, VMGEN, 'generate');
    run('git', 'init', '--quiet', '--template=');
  });
  after(() => {
    process.chdir(cwd);
    restoreCache();
    rmSync(root, { recursive: true });
    if (isUpdate) writeFileSync(GOLDEN, golden.join('\n'));
  });

  function restoreCache(): void {
    if (cacheHome === undefined) delete process.env['XDG_CACHE_HOME'];
    else process.env['XDG_CACHE_HOME'] = cacheHome;
  }

  /** A copy of the project, as the working directory. It remains until the end: ext4 avoids inodes that it freed just now, which takes time. */
  function enterCopy(): void {
    const project = join(mkdtempSync(join(root, 'work-')), 'project');
    cpSync(fresh, project, { recursive: true, verbatimSymlinks: true });
    process.chdir(project);
    process.env['XDG_CACHE_HOME'] = caches;
  }

  test('finds no problem in a new project, and asks no cluster', async () => {
    enterCopy();
    const { exitCode, stdout } = await doctor({}, '--verbose');
    assert.equal(exitCode, 0, stdout.join('\n'));
    assert.deepEqual(
      stdout.filter((line) => line.startsWith('problem')),
      [],
    );
    golden.push('# a new project', ...stdout, '');
    const [ok = ''] = stdout.filter((line) => line.startsWith('ok: '));
    // A new project has neither a folder of VS Code nor a lockfile.
    const without = ['editor', 'lockfile'];
    const expected = CHECKS.filter(
      (check) => !OF_CLUSTER.includes(check) && !without.includes(check.name),
    );
    assert.deepEqual(
      ok.slice('ok: '.length).split(', '),
      expected.map(({ name }) => name),
    );
  });

  for (const planted of PLANTED_PROBLEMS) {
    test(`finds ${planted.title} by exactly the check ${planted.check}`, async () => {
      enterCopy();
      planted.plant();
      const { exitCode, stdout } = await doctor(planted);
      const problems = stdout.filter((line) => /^(problem|  fix): /.test(line));
      golden.push(`# ${planted.title}`, ...problems, '');
      assert.equal(exitCode, 1);
      const names = problems.flatMap((line) => /^problem: ([\w-]+): /.exec(line)?.[1] ?? []);
      assert.deepEqual([...new Set(names)], [planted.check], stdout.join('\n'));
      // What the project contains is no part of a terminal's control sequences.
      assert.doesNotMatch(stdout.join(''), /\p{Cc}/u);
    });
  }

  test('plants a problem for every check that needs no cluster', () => {
    const planted = new Set(PLANTED_PROBLEMS.map(({ check }) => check));
    // Only a user other than root lacks the permission to write to a folder.
    const names = CHECKS.filter((check) => !OF_CLUSTER.includes(check)).map(({ name }) => name);
    assert.deepEqual(
      names.filter((name) => !planted.has(name)),
      ['writable'],
    );
  });

  test('prints the texts of testdata/doctor.txt', { skip: isUpdate }, () => {
    assert.equal(golden.join('\n'), readFileSync(GOLDEN, 'utf8'));
  });

  test('prints one JSON document', async () => {
    enterCopy();
    rmSync('samples/site.yaml');
    const { exitCode, stdout } = await doctor({}, '--format', 'json');
    const { checks, summary } = JSON.parse(stdout.join('\n')) as {
      readonly checks: readonly CheckResult[];
      readonly summary: Readonly<Record<string, number>>;
    };
    assert.equal(exitCode, 1);
    assert.deepEqual(
      checks.map(({ name }) => name),
      CHECKS.map(({ name }) => name),
    );
    assert.deepEqual(
      checks.find(({ name }) => name === 'samples'),
      {
        name: 'samples',
        status: 'problem',
        findings: [
          {
            message: 'the kind Site of web.example.com has no sample in samples',
            fix: 'write samples/site.yaml with an object of the kind',
          },
        ],
      },
    );
    const { problems = 0, ok = 0, notChecked = 0 } = summary;
    assert.deepEqual(
      [summary['exitCode'], problems, problems + ok + notChecked],
      [1, 1, CHECKS.length],
    );
  });

  test('accepts the plugin for VS Code with its own TypeScript and with the extension', async () => {
    for (const [file, text] of [
      ['settings.json', '{ "typescript.tsdk": "node_modules/typescript/lib" }'],
      ['extensions.json', '{ "recommendations": ["vmgen.vmgen"] }'],
    ] as const) {
      enterCopy();
      PLANTED_PROBLEMS.find(({ title }) => title === 'a plugin that VS Code skips')?.plant();
      put(`.vscode/${file}`, text);
      const { exitCode, stdout } = await doctor({}, '--verbose');
      assert.equal(exitCode, 0, stdout.join('\n'));
      assert.match(stdout[0] ?? '', /^ok: .*, plugin-installed, plugin-supported, editor, /);
    }
  });

  for (const [script, fix] of [
    ['vmgen generate --groups "web:v1" --out generated', 'npm run codegen'],
    [
      'vmgen generate --groups "web:v1" --out generated --check',
      "npx vmgen generate --groups 'web:v1' --out generated",
    ],
  ] as const) {
    test(`names ${fix} for a project without a config and with the script ${script}`, async () => {
      enterCopy();
      rmSync('vmgen.config.json');
      writeFileSync('package.json', JSON.stringify({ scripts: { codegen: script } }));
      const { stdout } = await doctor({}, '--format', 'json');
      const { checks } = JSON.parse(stdout.join('\n')) as {
        readonly checks: readonly CheckResult[];
      };
      const current = checks.find(({ name }) => name === 'current');
      assert.ok(current?.status === 'problem', stdout.join('\n'));
      assert.deepEqual(
        current.findings.map((each) => each.fix),
        [fix],
      );
    });
  }

  test('ignores the scripts of other folders that a workflow runs', async () => {
    enterCopy();
    const steps = [
      { run: 'npm run one', 'working-directory': 'site' },
      { name: 'Two', run: 'cd site\nnpm run two' },
    ];
    const defaults = { run: { 'working-directory': 'site' } };
    const jobs = { a: { steps }, b: { defaults, steps: [{ run: 'npm run three' }] } };
    put('.github/workflows/site.yml', JSON.stringify({ on: 'push', jobs }, undefined, 2));
    const { exitCode, stdout } = await doctor();
    assert.equal(exitCode, 0, stdout.join('\n'));
    put(
      '.github/workflows/own.yml',
      JSON.stringify({
        jobs: { a: { steps: [{ run: 'npm run four', 'working-directory': '.' }] } },
      }),
    );
    assert.match((await doctor()).stdout.join('\n'), /own\.yml runs the script four, /);
  });

  test('does not run what names of the project contain', async () => {
    enterCopy();
    PLANTED_PROBLEMS.find(
      ({ title }) => title === 'a folder of the config that is missing',
    )?.plant();
    const { stdout } = await doctor();
    const fix = stdout.find((line) => line.startsWith('  fix: '))?.slice('  fix: '.length) ?? '';
    execFileSync('bash', ['-c', fix]);
    assert.ok(existsSync('my $(touch hacked) code') && !existsSync('hacked'));
    assert.equal((await doctor()).exitCode, 0);
  });
});

describe('vmgen doctor', () => {
  const setup = new Setup({
    folder: tmpdir(),
    nodeVersion: process.version,
    ownVersion: '0.1.0',
    freeBytes: () => Promise.resolve(0),
    cacheFolder: () => undefined,
    readSettings: () => Promise.resolve(undefined),
    connect: undefined,
  });
  const check = (name: string, find: Check['find']): Check => ({
    name,
    reads: '',
    problem: '',
    fix: '',
    find,
  });

  test('runs checks beside each other, and does not report one as ok that did not end', async () => {
    let isAborted = false;
    const never = check('never', (_, signal) => {
      signal.addEventListener('abort', () => (isAborted = true));
      return sleep(60_000, [], { signal }).catch(() => []);
    });
    const throws = check('throws', () => {
      throw new Error('no such thing');
    });
    const lacks = check('lacks', () => {
      throw new NotCheckedError('there is no Dockerfile');
    });
    const good = check('good', () => []);
    assert.deepEqual(await runChecks([never, throws, lacks, good], setup, 30), [
      { name: 'never', status: 'not checked', reason: 'it took more than 0.03 s' },
      { name: 'throws', status: 'not checked', reason: 'it failed: no such thing' },
      { name: 'lacks', status: 'not checked', reason: 'there is no Dockerfile' },
      { name: 'good', status: 'ok' },
    ]);
    assert.ok(isAborted);
  });

  test('rejects arguments', async () => {
    for (const [args, message] of [
      [['x'], 'unexpected argument "x"'],
      [['--format', 'xml'], '--format: unknown format "xml"; use one of text, json'],
      [
        ['--no-cluster', '--context', 'a'],
        '--kubeconfig and --context select a cluster, but --no-cluster excludes it',
      ],
    ] as const) {
      await assert.rejects(DOCTOR.parse(args), { name: 'UsageError', message });
    }
  });

  test('has checks with different names', () => {
    const names = CHECKS.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    for (const name of names) assert.match(name, /^[a-z]+(-[a-z]+)*$/);
  });
});
