import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { commandLine, project } from './testing/cli.js';

const { vmgen } = commandLine();

const CONFIG = `export default {
  groups: 'fleet:v1', out: 'generated', generators: ['mine'],
  emitters: [{ name: 'mine', emit: (model, context) => FILES }],
};`;
const files = (...paths: string[]): string =>
  CONFIG.replace(
    'FILES',
    `${JSON.stringify(paths)}.map((path) => ({ path, print: () => context.headerComment('#') + '\\n' }))`,
  );

test('a config says all of a run; files that its emitter makes no longer go', async (context) => {
  const cwd = await project(context);
  writeFileSync(join(cwd, 'vmgen.config.mjs'), files('a.txt', 'deep/b.txt'));
  const first = vmgen(cwd);
  assert.deepEqual([first.status, first.stderr], [0, '']);
  assert.match(first.stdout, /3 files written, 0 removed, 0 unchanged/);
  assert.match(vmgen(cwd).stdout, /3 files up to date, nothing written/);
  writeFileSync(join(cwd, 'vmgen.config.mjs'), files('a.txt'));
  assert.equal(vmgen(cwd, '--check').status, 1);
  assert.match(vmgen(cwd).stdout, /1 files? written, 1 removed, 1 unchanged/);
  assert.equal(existsSync(join(cwd, 'generated/deep/b.txt')), false);
});

test('what a module of an emitter says anew is seen at once', async (context) => {
  const cwd = await project(context);
  const config = files('a.txt').replace("'\\n'", 'WORD');
  writeFileSync(join(cwd, 'vmgen.config.mjs'), `import { WORD } from './word.mjs';\n${config}`);
  for (const word of ['one', 'two']) {
    writeFileSync(join(cwd, 'word.mjs'), `export const WORD = '\\n${word}';\n`);
    assert.equal(vmgen(cwd).status, 0);
    assert.match(readFileSync(join(cwd, 'generated/a.txt'), 'utf8'), new RegExp(word));
  }
});

test('the files of an emitter that is gone stay until --prune', async (context) => {
  const cwd = await project(context);
  writeFileSync(join(cwd, 'vmgen.config.mjs'), files('a.txt'));
  vmgen(cwd);
  rmSync(join(cwd, 'vmgen.config.mjs'));
  const args = ['--groups', 'fleet:v1', '--out', 'generated', '--generators', 'crd'];
  assert.match(vmgen(cwd, ...args).stdout, /0 removed/);
  assert.match(vmgen(cwd, ...args, '--prune').stdout, /1 removed/);
  assert.equal(existsSync(join(cwd, 'generated/a.txt')), false);
});

test('a config that appears, changes or goes is seen by the next run, recorded or not', async (context) => {
  const cwd = await project(context);
  const args = ['--groups', 'fleet:v1', '--out', 'generated', '--generators', 'crd'];
  const config = join(cwd, 'vmgen.config.json');
  vmgen(cwd, ...args);
  writeFileSync(config, JSON.stringify({ headerFile: 'a.txt' }));
  writeFileSync(join(cwd, 'a.txt'), 'A license');
  assert.match(vmgen(cwd, ...args).stdout, /[1-9]\d* files? written/);
  assert.match(vmgen(cwd, ...args).stdout, /nothing written/);
  rmSync(config);
  assert.match(vmgen(cwd, ...args).stdout, /[1-9]\d* files? written/);
});

test('paths of a config start at its folder, and flags win over it', async (context) => {
  const cwd = await project(context);
  mkdirSync(join(cwd, 'conf'));
  const config = { groups: ['fleet:v1'], out: '../made', apis: '../apis', generators: ['crd'] };
  writeFileSync(join(cwd, 'conf/vmgen.config.json'), JSON.stringify(config));
  assert.equal(vmgen(cwd, '--config', 'conf/vmgen.config.json').status, 0);
  assert.ok(existsSync(join(cwd, 'made/crds')));
  assert.equal(vmgen(cwd, '--config', 'conf/vmgen.config.json', '--out', 'other').status, 0);
  assert.ok(existsSync(join(cwd, 'other/crds')));
});

const BAD_CONFIGS: readonly (readonly [string, string, string, RegExp])[] = [
  [
    'a key',
    'json',
    '{"group":"a:v1"}',
    /vmgen\.config\.json: there is no key "group"; did you mean groups\?/,
  ],
  ['a value', 'json', '{"out":3}', /vmgen\.config\.json: out must be a text that is not empty/],
  ['groups', 'json', '{"groups":"a"}', /vmgen\.config\.json: --groups: "a" is not GROUP:VERSION/],
  [
    'a generator',
    'json',
    '{"generators":["x"]}',
    /json: generators: unknown generator "x"; there are/,
  ],
  ['its syntax', 'json', '{', /vmgen\.config\.json cannot be loaded: /],
  ['its exports', 'mjs', 'export const a = 1;', /vmgen\.config\.mjs has no default export/],
  ['its default export', 'mjs', 'export default () => ({});', /vmgen\.config\.mjs is no config/],
  ['its code', 'mjs', "throw new Error('x');", /vmgen\.config\.mjs cannot be loaded: x/],
  ['an emitter', 'mjs', 'export default { emitters: [{}] };', /emitters\[0\] is no emitter/],
  [
    'the name of an emitter',
    'mjs',
    "export default { emitters: [{ name: 'A b', emit() {} }] };",
    /emitters\[0\] has the name "A b"; use lower case letters/,
  ],
  [
    'a name of vmgen',
    'mjs',
    "export default { emitters: [{ name: 'client', emit() {} }] };",
    /has the name client, which is that of a generator of vmgen; choose another/,
  ],
  [
    'a name twice',
    'cjs',
    "const e = { name: 'a', emit() {} }; module.exports = { emitters: [e, e] };",
    /emitters\[1\] has the name a, which is that of another one; choose another/,
  ],
];
for (const [what, ending, text, expected] of BAD_CONFIGS) {
  test(`a config is refused for ${what}`, async (context) => {
    const cwd = await project(context);
    writeFileSync(join(cwd, `vmgen.config.${ending}`), text);
    const { status, stderr } = vmgen(cwd, '--groups', 'fleet:v1', '--out', 'generated');
    assert.equal(status, 2);
    assert.match(stderr, expected);
  });
}

test('two configs are refused, and one that is not there', async (context) => {
  const cwd = await project(context);
  const missing = vmgen(cwd, '--config', 'none.json');
  assert.match(missing.stderr, /none\.json cannot be loaded: there is no such file/);
  writeFileSync(join(cwd, 'vmgen.config.json'), '{}');
  writeFileSync(join(cwd, 'vmgen.config.mjs'), 'export default {};');
  assert.match(vmgen(cwd).stderr, /there are vmgen\.config\.mjs and vmgen\.config\.json: keep one/);
});

// Node reads TypeScript by itself from 22.18 on; what it reads it with is its own.
const readsTypeScript = 'typescript' in process.features && process.features.typescript !== false;
const TYPED = `interface Said { groups: string }
const said: Said = { groups: 'fleet:v1' };
export default { ...said, out: 'generated', generators: ['crd'] };`;
for (const ending of ['ts', 'mts']) {
  test(`a config in TypeScript is read or refused, as this Node can: .${ending}`, async (context) => {
    const cwd = await project(context);
    writeFileSync(join(cwd, 'package.json'), JSON.stringify({ type: 'module' }));
    writeFileSync(join(cwd, `vmgen.config.${ending}`), TYPED);
    const { status, stdout, stderr } = vmgen(cwd);
    if (readsTypeScript) {
      assert.deepEqual([status, stderr], [0, '']);
      assert.match(stdout, /files written/);
      return;
    }
    assert.equal(status, 2);
    const told = `vmgen: vmgen.config.${ending}: Node ${process.version} reads no TypeScript; use Node 22.18 or newer, or write vmgen.config.mjs`;
    assert.equal(stderr.split('\n')[0], told);
  });
}
