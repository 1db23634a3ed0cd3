import assert from 'node:assert/strict';
import { isAscii } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { ARGS, commandLine, project, VMGEN } from '../testing/cli.js';

const { vmgenWith } = commandLine();

/** Prints the scripts that were compiled in the last line of stderr. */
const HOOK = `const vm = require('node:vm');
const names = [];
vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options);
    names.push(require('node:path').basename(options.filename));
  }
};
process.on('exit', () => process._rawDebug(names.join(' ')));
`;

/** Returns the scripts that a run loads with a cache of compiled code. */
async function scriptsOf(context: TestContext): Promise<string> {
  const cwd = await project(context);
  await writeFile(join(cwd, 'hook.cjs'), HOOK);
  const env = { NODE_OPTIONS: `--require ${join(cwd, 'hook.cjs')}` };
  const { status, stderr } = vmgenWith(env, cwd, ...ARGS);
  assert.equal(status, 0, stderr);
  return stderr.trimEnd().split('\n').at(-1) ?? '';
}

test('a run loads the parser, and no more of the compiler', async (context) => {
  assert.equal(await scriptsOf(context), 'run.cjs parser.cjs');
});

test('all scripts of a run are Latin-1 text, because others take twice the time to load', () => {
  for (const name of ['main.cjs', 'run.cjs', 'parser.cjs']) {
    const file = join(dirname(VMGEN), '../dist', name);
    assert.ok(isAscii(readFileSync(file)), basename(file));
  }
});

/**
 * A cache accepts only files of vmgen that are at least 2 s old: a change of younger files could go
 * unnoticed.
 */
async function isOldEnough(): Promise<void> {
  const scripts = ['run.cjs', 'parser.cjs'].map((name) => join(dirname(VMGEN), '../dist', name));
  const changedMs = Math.max(...scripts.map((path) => statSync(path).ctimeMs));
  await setTimeout(Math.max(0, changedMs + 2100 - Date.now()));
}

test('reads a file of a package again after its content changed', async (context) => {
  await isOldEnough();
  const cwd = await project(context);
  const folder = join(cwd, 'node_modules/geo');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "types": "index.d.ts" }');
  await writeFile(
    join(cwd, 'apis/fleet/v1/more.ts'),
    `import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';
import type { Place } from 'geo';
// +genclient
export interface Port extends TypeMeta {
  metadata: ObjectMeta;
  spec: { place: Place };
}
`,
  );
  const cache = join(cwd, 'kept');
  const typeAfter = async (type: string): Promise<string | undefined> => {
    await writeFile(
      join(folder, 'index.d.ts'),
      `export interface Place {\n    name: Name;\n}\nexport type Name = ${type};\n`,
    );
    const { status, stderr } = vmgenWith({ XDG_CACHE_HOME: cache }, cwd, ...ARGS);
    assert.equal(status, 0, stderr);
    const crd = await readFile(join(cwd, 'generated/crds/fleet.example.com_ports.yaml'), 'utf8');
    return /name:\n\s+type: (\w+)/.exec(crd)?.[1];
  };
  const keptCount = async (): Promise<number> =>
    (await readdir(join(cache, 'vmgen/syntax'))).length;
  assert.equal(await typeAfter('string'), 'string');
  assert.equal(await keptCount(), 1);
  assert.equal(await typeAfter('boolean'), 'boolean');
  assert.equal(await keptCount(), 2);
  await rm(join(cwd, 'generated'), { recursive: true });
  assert.equal(await typeAfter('string'), 'string');
  assert.equal(await keptCount(), 2);
});
