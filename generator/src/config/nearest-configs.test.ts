import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { NearestConfigs } from './nearest-configs.js';

test('finds the config of a file, and none of a file in a package', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'vmgen-nearest-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const config = join(folder, 'vmgen.config.json');
  writeFileSync(config, '{}');
  const configs = new NearestConfigs();
  for (const [path, expected] of [
    ['types.ts', config],
    ['node_modules_old/types.ts', config],
    ['node_modules/types.ts', undefined],
    ['node_modules/site/types.ts', undefined],
  ] as const) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    assert.equal(configs.of(join(folder, path)), expected, path);
  }
});
