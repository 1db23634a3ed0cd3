import assert from 'node:assert/strict';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderWith } from '../testing/folder-with.js';
import { holdLock } from './output-lock.js';

test('a lock that cannot be read is that of another process', (context) => {
  const folder = folderWith(context, { lock: '' });
  chmodSync(folder, 0o755);
  chmodSync(join(folder, 'lock'), 0);
  // Root can read every file.
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.('nobody');
  try {
    assert.equal(holdLock(join(folder, 'lock'))?.by, 'another process');
  } finally {
    if (isRoot) process.seteuid?.('root');
  }
});

/** The text of a lock of a process that has ended. */
function lockLeftBehind(): string {
  const { pid } = spawnSync(process.execPath, ['--version']);
  return `${pid} ${hostname()}\n`;
}

test('a lock that was left behind is removed by one process at a time', (context) => {
  const left = lockLeftBehind();
  const running = `${process.ppid} ${hostname()}\n`;
  const folder = folderWith(context, { lock: left, 'lock-removal': running });
  const lock = join(folder, 'lock');
  // The other process may have looked at the lock before this one, and remove it after this one has taken it.
  const by = `process ${process.ppid} on ${hostname()}`;
  assert.deepEqual(holdLock(lock), { path: `${lock}-removal`, by });
  assert.equal(readFileSync(lock, 'utf8'), left);

  writeFileSync(`${lock}-removal`, left);
  assert.equal(holdLock(lock), undefined);
  assert.equal(readFileSync(lock, 'utf8'), `${process.pid} ${hostname()}\n`);
  assert.deepEqual(readdirSync(folder), ['lock']);
});
