import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { inRepository } from '../support/repository.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const COPIED = ['dist', 'scripts', 'src', 'package.json'].map((part) => `generator/${part}`);
const LINKED = ['hack', 'node_modules', 'packages'];

test('bundle.mjs --source-maps writes bundles that a debugger maps to modules', async () => {
  // The command would replace the bundles that other tests run.
  await using folder = await temporaryFolder('debug');
  for (const part of COPIED) {
    cpSync(inRepository(part), path.join(folder.path, part), { recursive: true });
  }
  for (const part of LINKED) symlinkSync(inRepository(part), path.join(folder.path, part));
  const script = path.join(folder.path, 'generator/scripts/bundle.mjs');
  execFileSync(process.execPath, [script, '--source-maps'], { stdio: 'pipe' });
  for (const [name, module] of [
    ['main', 'cli/main.js'],
    ['run', 'generate.js'],
    ['lsp', 'editor/lsp/serve.js'],
  ] as const) {
    const bundle = readFileSync(path.join(folder.path, `generator/dist/${name}.cjs`), 'utf8');
    const base64 = /\n\/\/# sourceMappingURL=data:[^,]*;base64,(\S+)\s*$/.exec(bundle)?.[1] ?? '';
    const map = Buffer.from(base64, 'base64').toString();
    assert.ok(map.includes(`"${module}"`), `${name}.cjs has no source map of ${module}`);
  }
});
