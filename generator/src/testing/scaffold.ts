import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext } from 'node:test';
import { runAdd } from '../cli/add-command.js';
import { runInit } from '../cli/init-command.js';
import { ADD, INIT } from '../cli/init-options.js';
import { checkConfig } from '../config/check-config.js';
import { findConfig } from '../config/find-config.js';

const readProject = async (folder: string) => {
  const path = findConfig(folder);
  if (path === undefined) return undefined;
  return { path, config: checkConfig(JSON.parse(readFileSync(path, 'utf8'))) };
};

const read = (path: string): string => readFileSync(path, 'utf8');

function edit(path: string, from: string, to: string): void {
  const text = read(path);
  assert.ok(text.includes(from));
  writeFileSync(path, text.replace(from, to));
}

async function add(...args: string[]) {
  const command = await ADD.parse(args);
  assert.ok(command.kind === 'add');
  const report = await runAdd(command, readProject);
  const lines = [...report.stdout, ...report.stderr];
  // A line break in a line is printed as an escape.
  assert.deepEqual(
    lines.filter((line) => line.includes('\n')),
    [],
  );
  return report;
}

async function added(...args: string[]): Promise<void> {
  const { exitCode, stderr } = await add(...args);
  assert.equal(exitCode, 0, stderr.join('\n'));
}

/** The project of `vmgen init` with the kind Site of web.example.com/v1, for the tests of a file that change it. */
export function scaffold() {
  const root = mkdtempSync(join(tmpdir(), 'vmgen-add-'));
  const template = join(root, 'template');
  before(async () => {
    const args = ['--name', 'site-operator', '--group', 'web.example.com', '--kind', 'Site'];
    const command = await INIT.parse([template, ...args]);
    assert.ok(command.kind === 'init');
    await runInit(command, { version: '0.1.0', readProject, ask: undefined });
  });
  after(() => rmSync(root, { recursive: true }));
  /** Changes to a new folder with a copy of the project. */
  function inProject(t: TestContext): void {
    const folder = mkdtempSync(join(root, 'project-'));
    cpSync(template, folder, { recursive: true });
    const old = process.cwd();
    process.chdir(folder);
    t.after(() => process.chdir(old));
  }
  return { inProject, add, added, read, edit };
}
