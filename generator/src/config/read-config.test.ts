import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from './read-config.js';

test('rejects a config whose top-level await does not settle in time beside a live timer', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'vmgen-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'vmgen.config.mjs');
  writeFileSync(path, 'setTimeout(() => {}, 2000);\nawait new Promise(() => {});\n');
  await assert.rejects(readConfig(path, 50), {
    name: 'UsageError',
    message: `${path}: a top-level await has not settled within 0.05 s; await only promises that settle sooner`,
  });
});
