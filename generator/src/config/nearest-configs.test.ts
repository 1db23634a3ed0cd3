import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { NearestConfigs } from './nearest-configs.js';
import { folderWith } from '../testing/folder-with.js';

test('finds the config of a file, and none of a file in a package', (t) => {
  const folder = folderWith(t, { 'vmgen.config.json': '{}' });
  const config = join(folder, 'vmgen.config.json');
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
