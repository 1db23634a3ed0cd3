import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('main.js', import.meta.url));

test('escapes control characters in the error for a flag', () => {
  const { status, stderr } = spawnSync(process.execPath, [main, '--th\u001b[2J\u202ereads=1'], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  assert.equal(status, 2);
  assert.match(stderr, /\\u001b\[2J/);
  assert.doesNotMatch(stderr, /[\u001b\u202e]/);
});
