import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { commandLine, project } from './testing/cli.js';

const { vmgen, vmgenHere } = commandLine();

const CONFIG = `export default {
  groups: 'fleet:v1', out: 'generated', generators: ['mine'],
  emitters: [{ name: 'mine', emit: (model, context) => FILES }],
};`;
const files = (...paths: string[]): string =>
  CONFIG.replace(
    'FILES',
    `${JSON.stringify(paths)}.map((path) => ({ path, print: () => context.headerComment('#') + '\\n' }))`,
  );

test('runs with the settings of a config, and removes files that its emitter no longer generates', async (context) => {
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

test('notices changes of modules that an emitter imports', async (context) => {
  const cwd = await project(context);
  const config = files('a.txt').replace("'\\n'", 'WORD');
  writeFileSync(join(cwd, 'vmgen.config.mjs'), `import { WORD } from './word.mjs';\n${config}`);
  for (const word of ['one', 'two']) {
    writeFileSync(join(cwd, 'word.mjs'), `export const WORD = '\\n${word}';\n`);
    assert.equal(vmgen(cwd).status, 0);
    assert.match(readFileSync(join(cwd, 'generated/a.txt'), 'utf8'), new RegExp(word));
  }
});

test('keeps the files of a removed emitter until --prune', async (context) => {
  const cwd = await project(context);
  writeFileSync(join(cwd, 'vmgen.config.mjs'), files('a.txt'));
  await vmgenHere(cwd);
  rmSync(join(cwd, 'vmgen.config.mjs'));
  const args = ['--groups', 'fleet:v1', '--out', 'generated', '--generators', 'crd'];
  assert.match((await vmgenHere(cwd, ...args)).stdout, /0 removed/);
  assert.match((await vmgenHere(cwd, ...args, '--prune')).stdout, /1 removed/);
  assert.equal(existsSync(join(cwd, 'generated/a.txt')), false);
});

test('uses an added, changed or removed config in the next run', async (context) => {
  const cwd = await project(context);
  const args = ['--groups', 'fleet:v1', '--out', 'generated', '--generators', 'crd'];
  const config = join(cwd, 'vmgen.config.json');
  await vmgenHere(cwd, ...args);
  writeFileSync(config, JSON.stringify({ headerFile: 'a.txt' }));
  writeFileSync(join(cwd, 'a.txt'), 'A license');
  assert.match((await vmgenHere(cwd, ...args)).stdout, /[1-9]\d* files? written/);
  assert.match((await vmgenHere(cwd, ...args)).stdout, /nothing written/);
  rmSync(config);
  assert.match((await vmgenHere(cwd, ...args)).stdout, /[1-9]\d* files? written/);
});

test('resolves paths of a config relative to its folder, and prefers flags', async (context) => {
  const cwd = await project(context);
  mkdirSync(join(cwd, 'conf'));
  const config = { groups: ['fleet:v1'], out: '../made', apis: '../apis', generators: ['crd'] };
  writeFileSync(join(cwd, 'conf/vmgen.config.json'), JSON.stringify(config));
  assert.equal((await vmgenHere(cwd, '--config', 'conf/vmgen.config.json')).status, 0);
  assert.ok(existsSync(join(cwd, 'made/crds')));
  assert.equal(
    (await vmgenHere(cwd, '--config', 'conf/vmgen.config.json', '--out', 'other')).status,
    0,
  );
  assert.ok(existsSync(join(cwd, 'other/crds')));
});

const BAD_CONFIGS: readonly (readonly [string, string, string, RegExp])[] = [
  [
    'an unknown key',
    'json',
    '{"group":"a:v1"}',
    /vmgen\.config\.json:1:2: unknown key "group"; did you mean groups\?/,
  ],
  [
    'a value of the wrong type',
    'json',
    '{"out":3}',
    /vmgen\.config\.json:1:2: out must be a text that is not empty/,
  ],
  [
    'invalid groups',
    'json',
    '{"groups":"a"}',
    /vmgen\.config\.json:1:2: --groups: "a" is not GROUP:VERSION/,
  ],
  [
    'an unknown generator',
    'json',
    '{"generators":["x"]}',
    /json:1:2: generators: unknown generator "x"; use one of/,
  ],
  [
    'no generators',
    'json',
    '{"generators":[]}',
    /json:1:2: generators contains no generator; omit it, or use some of crd, /,
  ],
  ['a syntax error', 'json', '{', /vmgen\.config\.json:1:2 cannot be loaded: /],
  ['a trailing comma', 'json', '{\n  "groups": "a:v1",\n}', /config\.json:3:1 cannot be loaded: /],
  [
    'a syntax error',
    'mjs',
    'export default {\n  groups: "a"\n',
    /config\.mjs:3:1 cannot be loaded: '}' expected/,
  ],
  [
    'an import of a missing module',
    'mjs',
    "//\nimport './none.mjs';\nexport default {};",
    /config\.mjs:2:8 cannot be loaded: Cannot find module/,
  ],
  [
    'an unknown key in a constant',
    'mjs',
    'const define = (config) => config;\nconst config = {\n  outt: "a",\n};\nexport default define(config);',
    /config\.mjs:3:3: unknown key "outt"; did you mean out\?/,
  ],
  [
    'code that reads a missing file',
    'mjs',
    "import { readFileSync } from 'node:fs';\nexport default readFileSync('none');",
    /config\.mjs:2:16 cannot be loaded: ENOENT/,
  ],
  [
    'a top-level await that never settles',
    'mjs',
    'await new Promise(() => {});\nexport default {};',
    /vmgen\.config\.mjs: a top-level await never settles/,
  ],
  [
    'an unhandled rejection',
    'mjs',
    "void Promise.reject(new Error('lost'));\nexport default {};",
    /vmgen\.config\.mjs: a promise was rejected and nothing handles it: lost/,
  ],
  ['no default export', 'mjs', 'export const a = 1;', /vmgen\.config\.mjs has no default export/],
  [
    'a default export that is not an object',
    'mjs',
    'export default () => ({});',
    /vmgen\.config\.mjs:1:16: the config must be an object/,
  ],
  [
    'code that throws',
    'mjs',
    "throw new Error('x');",
    /vmgen\.config\.mjs:1:7 cannot be loaded: x/,
  ],
  [
    'an invalid emitter',
    'mjs',
    'export default { emitters: [{}] };',
    /emitters\[0\] is not an emitter/,
  ],
  [
    'an invalid emitter name',
    'mjs',
    "export default { emitters: [{ name: 'A b', emit() {} }] };",
    /emitters\[0\] has the name "A b"; use lower case letters/,
  ],
  [
    'an emitter with the name of a built-in generator',
    'mjs',
    "export default { emitters: [{ name: 'client', emit() {} }] };",
    /has the name client of a generator of vmgen; choose another name/,
  ],
  [
    'a duplicate emitter name',
    'cjs',
    "const e = { name: 'a', emit() {} }; module.exports = { emitters: [e, e] };",
    /emitters\[1\] has the name a of another one; choose another name/,
  ],
];
for (const [what, ending, text, expected] of BAD_CONFIGS) {
  test(`rejects a config with ${what} (${ending})`, async (context) => {
    const cwd = await project(context);
    writeFileSync(join(cwd, `vmgen.config.${ending}`), text);
    // These would affect the process of the tests.
    const run = /await|[Pp]romise/.test(text) ? vmgen : vmgenHere;
    const { status, stderr } = await run(cwd, '--groups', 'fleet:v1', '--out', 'generated');
    assert.equal(status, 2);
    assert.match(stderr, expected);
  });
}

test('redirects the output of a config and its emitters to standard error', async (context) => {
  const cwd = await project(context);
  const prints = "console.log('one'); process.stdout.write('two\\n');";
  const config = CONFIG.replace('FILES', "{ console.log('three'); return []; }");
  writeFileSync(join(cwd, 'vmgen.config.mjs'), `${prints}\n${config}`);
  const { status, stdout, stderr } = vmgen(cwd, '--format', 'json');
  assert.deepEqual([status, stderr], [0, 'one\ntwo\nthree\n']);
  const document: { readonly summary: { readonly exitCode: number } } = JSON.parse(stdout);
  assert.equal(document.summary.exitCode, 0);
});

test('other commands redirect the output of a config too, and report a rejection in it', async (context) => {
  const cwd = await project(context);
  const config = "export default { groups: 'fleet:v1', out: 'generated' };";
  const diff = ['diff', 'apis', 'apis', '--format', 'json'];
  writeFileSync(join(cwd, 'vmgen.config.mjs'), `console.log('one');\n${config}`);
  const { status, stdout, stderr } = vmgen(cwd, ...diff);
  assert.deepEqual([status, stderr], [0, 'one\n']);
  assert.equal(typeof JSON.parse(stdout), 'object');

  writeFileSync(join(cwd, 'vmgen.config.mjs'), `Promise.reject(new Error('broken'));\n${config}`);
  const rejected = vmgen(cwd, ...diff);
  assert.equal(rejected.status, 2);
  assert.match(rejected.stderr, /a promise was rejected and nothing handles it: broken/);
});

test('rejects --check with a config without generators', async (context) => {
  const cwd = await project(context);
  writeFileSync(join(cwd, 'vmgen.config.mjs'), CONFIG.replace("['mine']", '[]'));
  const { status, stderr } = await vmgenHere(cwd, '--check');
  assert.equal(status, 2);
  assert.match(stderr, /config\.mjs:2:\d+: generators contains no generator/);
});

test('reports a config in a parent folder, and one with an unsupported extension', async (context) => {
  const cwd = await project(context);
  const below = join(cwd, 'apis/fleet');
  const [first] = (await vmgenHere(below)).stderr.split('\n');
  assert.equal(first, 'vmgen: --groups is missing');
  writeFileSync(join(cwd, 'vmgen.config.json'), '{}');
  assert.match(
    (await vmgenHere(below)).stderr,
    /there is \.\.\/\.\.\/vmgen\.config\.json: run vmgen there, or/,
  );
  writeFileSync(join(below, 'vmgen.config.yaml'), '');
  assert.match(
    (await vmgenHere(below)).stderr,
    /vmgen\.config\.yaml is not read: write vmgen\.config\.mjs/,
  );
});

test('rejects two configs, and a missing config', async (context) => {
  const cwd = await project(context);
  const missing = await vmgenHere(cwd, '--config', 'none.json');
  assert.match(missing.stderr, /none\.json cannot be loaded: no such file/);
  writeFileSync(join(cwd, 'vmgen.config.json'), '{}');
  writeFileSync(join(cwd, 'vmgen.config.mjs'), 'export default {};');
  assert.match(
    (await vmgenHere(cwd)).stderr,
    /found both vmgen\.config\.mjs and vmgen\.config\.json: keep one/,
  );
});

// Node reads TypeScript by itself from 22.18 on; what it reads it with is its own.
const readsTypeScript = 'typescript' in process.features && process.features.typescript !== false;
const TYPED = `interface Settings { groups: string }
const settings: Settings = { groups: 'fleet:v1' };
export default { ...settings, out: 'generated', generators: ['crd'] };`;
for (const ending of ['ts', 'mts']) {
  test(`reads a TypeScript config if this Node version supports it: .${ending}`, async (context) => {
    const cwd = await project(context);
    writeFileSync(join(cwd, 'package.json'), JSON.stringify({ type: 'module' }));
    writeFileSync(join(cwd, `vmgen.config.${ending}`), TYPED);
    const { status, stdout, stderr } = await vmgenHere(cwd);
    if (readsTypeScript) {
      assert.deepEqual([status, stderr], [0, '']);
      assert.match(stdout, /files written/);
      return;
    }
    assert.equal(status, 2);
    const firstLine = `vmgen: vmgen.config.${ending}: Node ${process.version} reads no TypeScript; use Node 22.18 or newer, or write vmgen.config.mjs`;
    assert.equal(stderr.split('\n')[0], firstLine);
  });
}
