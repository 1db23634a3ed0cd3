import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { inRepository } from '../support/repository.js';

/** The folders of commands that people and CI run. */
const FOLDERS = [
  '.',
  '.ci',
  'controller',
  'docs',
  'examples/backup',
  'examples/emitter',
  'examples/network',
  'generator',
  'hack',
  'packages/apiserver',
  'packages/runtime',
];

function commandsIn(folder: string): { file: string; targets: string }[] {
  return readdirSync(inRepository(folder), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap(({ name }) => {
      const file = `${folder}/${name}`;
      const text = readFileSync(inRepository(file), 'utf8');
      const found = text.matchAll(/node --test ([^"'`\n&|;]+)/g);
      return [...found].map(([, targets = '']) => ({ file, targets }));
    });
}

// Node 20 looks for tests in a folder, 22 and later take it for a file that is not there.
test('commands that run tests with node name files, not folders', () => {
  const commands = FOLDERS.flatMap(commandsIn);
  assert.ok(commands.some(({ file }) => file === 'examples/network/package.json'));
  for (const { file, targets } of commands) {
    for (const target of targets.trim().split(/\s+/)) {
      assert.match(target, /^-|\.[cm]?js$/, `${file}: node --test ${target}`);
    }
  }
});
