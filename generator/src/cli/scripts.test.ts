import assert from 'node:assert/strict';
import { isAscii } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { ARGS, commandLine, project, VMGEN } from '../testing/cli.js';

const { vmgenWith } = commandLine();

/** Tells in the last line of the errors which scripts were compiled. */
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

/** What a run loads with a cache of compiled code; `more` is a further file of the API. */
async function scriptsOf(context: TestContext, more = ''): Promise<string> {
  const cwd = await project(context);
  await writeFile(join(cwd, 'hook.cjs'), HOOK);
  await writeFile(join(cwd, 'apis/fleet/v1/more.ts'), more);
  const env = { NODE_OPTIONS: `--require ${join(cwd, 'hook.cjs')}` };
  const { status, stderr } = vmgenWith(env, cwd, ...ARGS);
  assert.equal(status, 0, stderr);
  return stderr.trimEnd().split('\n').at(-1) ?? '';
}

test('a run loads the parser, and no more of the compiler', async (context) => {
  assert.equal(await scriptsOf(context), 'run.cjs parser.cjs');
});

test('the whole compiler is loaded by a question to the checker', async (context) => {
  const conditional = `import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';
type Inner<T> = T extends { inner: infer Each } ? Each : never;
// +genclient
export interface Barge extends TypeMeta {
  metadata: ObjectMeta;
  spec: { deck: Inner<{ inner: { a: Int32 } }> };
}
`;
  assert.equal(await scriptsOf(context, conditional), 'run.cjs parser.cjs compiler.cjs');
});

test('all that a run loads is text of one byte a character, as others take twice the time', () => {
  for (const name of ['main.cjs', 'run.cjs', 'parser.cjs', 'compiler.cjs']) {
    const file = join(dirname(VMGEN), '../dist', name);
    assert.ok(isAscii(readFileSync(file)), basename(file));
  }
});
