import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderWith } from '../../testing/folder-with.js';
import { FileStates } from './file-states.js';

test('notices each change of a file once, from its creation to its removal', (t) => {
  const folder = folderWith(t, { 'first.mjs': '' });
  const [first, second] = [join(folder, 'first.mjs'), join(folder, 'second.mjs')];
  const states = new FileStates([first]);
  assert.equal(states.add([first, second]), true);
  assert.equal(states.add([second]), false);
  assert.equal(states.look(), false);
  const changes = [
    () => writeFileSync(second, ''),
    () => writeFileSync(second, 'changed'),
    () => rmSync(second),
    () => writeFileSync(second, 'changed'),
    () => rmSync(first),
  ];
  for (const change of changes) {
    change();
    assert.equal(states.look(), true, String(change));
    assert.equal(states.look(), false, String(change));
  }
});

test('takes a path that cannot be looked at for a missing file', (t) => {
  const states = new FileStates([join(folderWith(t, {}), 'x'.repeat(300)), 'a\0b']);
  assert.equal(states.look(), false);
});
