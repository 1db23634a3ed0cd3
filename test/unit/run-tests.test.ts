import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inRepository } from '../support/repository.js';

/** Runs the files of a repository that holds nothing else. */
function runUnit(files: Readonly<Record<string, string>>): { code: number | null; said: string } {
  const root = mkdtempSync(path.join(tmpdir(), 'vmgen-run-'));
  try {
    for (const folder of ['test', 'packages/runtime/dist'])
      mkdirSync(path.join(root, folder), { recursive: true });
    for (const file of readdirSync(inRepository('test')).filter((name) => name.endsWith('.mjs')))
      cpSync(inRepository('test', file), path.join(root, 'test', file));
    writeFileSync(path.join(root, 'package.json'), '{ "type": "module" }');
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(
        path.join(root, 'packages/runtime/dist', name),
        `import { test } from 'node:test';\n${text}`,
      );
    }
    // Without Node's own word for a process that is a test.
    const { status, stdout } = spawnSync(
      process.execPath,
      [path.join(root, 'test/run.mjs'), 'unit'],
      {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'] },
      },
    );
    return { code: status, said: stdout };
  } finally {
    rmSync(root, { recursive: true });
  }
}

const GOOD = "test('good', () => {});";
const later = 'await new Promise((resolve) => setTimeout(resolve, 300));';

test('a suite passes if each of its tests passes: each folder in one line, without output', () => {
  const { code, said } = runUnit({
    'a.test.js': `console.log('noise');\n${GOOD}`,
    'b.test.js': GOOD,
  });
  assert.match(said, /^✔ packages\/runtime: 2 tests passed in 2 files$/m);
  assert.doesNotMatch(said, /noise/);
  assert.match(said, /^2 passed, 0 failed, 0 skipped$/m);
  assert.equal(code, 0);
});

/** Makes a file run in a process of its own. */
const OWN_PROCESS = 'process.on("exit", () => {});';

test('reports files without results', () => {
  const { code, said } = runUnit({
    'a.test.js': GOOD,
    'exits.test.js': `${OWN_PROCESS}\n${GOOD}\ntest('exits', () => process.exit(0));`,
    'code.test.js': `${OWN_PROCESS}\nprocess.exit(0);`,
    'empty.test.js': OWN_PROCESS,
  });
  for (const name of ['exits', 'code', 'empty']) {
    const line = `✖ packages/runtime/dist/${name}.test.js ended without the result of any test`;
    assert.ok(said.split('\n').includes(line), said);
  }
  assert.match(said, /^1 passed, 3 failed, 0 skipped$/m);
  assert.equal(code, 1);
});

test('a file that ends the process after some results fails under its own name', () => {
  const text = `${GOOD}\ntest('waits', async () => { ${later} });\ntest('exits', async () => { ${later} process.exit(0); });`;
  const { code, said } = runUnit({ 'a.test.js': GOOD, 'cut.test.js': text });
  assert.match(said, /^✖ packages\/runtime\/dist\/cut\.test\.js ended /m);
  assert.equal(code, 1);
});

test('a file that cannot be loaded fails once', () => {
  const { code, said } = runUnit({ 'a.test.js': GOOD, 'wrong.test.js': "import './nothing.js';" });
  assert.match(said, /^1 passed, 1 failed, 0 skipped$/m);
  assert.equal(code, 1);
});

test('files that are lost with a process are reported with it, as one failure', () => {
  const names = ['a', 'b', 'c', 'd'].map((name) => `${name}.test.js`);
  const good = Object.fromEntries(names.map((name) => [name, GOOD]));
  const { code, said } = runUnit({ ...good, 'wrong.test.js': "import './nothing.js';" });
  const [failure = ''] = /^✖ .*$/m.exec(said) ?? [];
  assert.match(failure, /packages\/runtime\/dist\/wrong\.test\.js/);
  const lost = names.filter((name) => failure.includes(`packages/runtime/dist/${name}`));
  assert.match(
    said,
    new RegExp(`^${names.length - lost.length} passed, 1 failed, 0 skipped$`, 'm'),
  );
  assert.equal(code, 1);
});

test('a failed test is reported with its file, even if files share a process', () => {
  const names = ['a', 'b', 'c', 'd'].map((name) => `${name}.test.js`);
  const good = Object.fromEntries(names.map((name) => [name, GOOD]));
  const { code, said } = runUnit({ ...good, 'c.test.js': "test('bad', () => { throw 1; });" });
  assert.match(said, /^✖ packages\/runtime\/dist\/c\.test\.js bad$/m);
  assert.match(said, /^3 passed, 1 failed, 0 skipped$/m);
  assert.equal(code, 1);
});

test('an error outside of a test is a failure: an exception and a rejection', () => {
  const bad = (error: string): string =>
    `${OWN_PROCESS}\ntest('waits', async () => { ${error} ${later} });`;
  const { code, said } = runUnit({
    'a.test.js': GOOD,
    'b.test.js': GOOD,
    'thrown.test.js': bad("setTimeout(() => { throw new Error('thrown'); });"),
    'rejected.test.js': bad("void Promise.reject(new Error('rejected'));"),
  });
  for (const name of ['thrown', 'rejected']) {
    assert.match(said, new RegExp(`^✖ .*packages/runtime/dist/${name}\\.test\\.js`, 'm'));
    // Newer versions of Node know the test, too.
    assert.match(said, new RegExp(`Error: ${name}`));
  }
  assert.equal(code, 1);
});

test('the output of a process with a failed test is reported', () => {
  const text = "console.log('a hint');\ntest('bad', () => { throw 1; });";
  const { said } = runUnit({ 'a.test.js': text });
  assert.match(said, /^✖ packages\/runtime: 0 tests passed in 1 files$/m);
  assert.match(said, /^a hint$/m);
});

test('the temporary files of tests go with the run', () => {
  const create =
    "const left = fs.mkdtempSync(os.tmpdir() + '/left-'); throw new Error('it is ' + left);";
  const text = `import fs from 'node:fs'; import os from 'node:os'; test('leaves', () => { ${create} });`;
  const { said } = runUnit({ 'a.test.js': text });
  const [, left = ''] = /it is (\S+)/.exec(said) ?? [];
  assert.match(left, /\/vmgen-\w+\/left-\w+$/);
  assert.equal(existsSync(path.dirname(left)), false);
});

test('temporary files are on a disk where memory cannot hold them', async () => {
  const url = pathToFileURL(inRepository('test/scratch.mjs')).href;
  const { createScratch } = (await import(url)) as {
    readonly createScratch: (inMemory: string) => string;
  };
  // A file system without free space, and one that does not exist.
  for (const unusable of ['/proc', '/nowhere']) {
    const folder = createScratch(unusable);
    assert.equal(path.dirname(folder), tmpdir());
    assert.ok(statSync(folder).isDirectory());
  }
});
