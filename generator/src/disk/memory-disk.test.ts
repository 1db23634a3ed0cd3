import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryDisk } from './memory-disk.js';
import { SourceDisk } from './source-disk.js';

const namesIn = (disk: SourceDisk, path: string): string[] | undefined =>
  disk.list(path)?.map(({ name, kind }) => `${kind} ${name}`);

test('has the files that were written, and their folders', () => {
  const raw = createMemoryDisk({ '/apis/web/v1/types.ts': 'a', '/apis/web/v1/doc.ts': 'b' });
  const disk = new SourceDisk(raw);
  assert.equal(disk.readText('/apis/web/../web/v1/types.ts'), 'a');
  assert.equal(disk.readText('/apis/web'), undefined);
  assert.equal(disk.readText('/apis/types.ts'), undefined);
  assert.deepEqual(namesIn(disk, '/apis/web/v1/'), ['file doc.ts', 'file types.ts']);
  assert.deepEqual(namesIn(disk, '/'), ['folder apis']);
  assert.equal(disk.list('/apis/web/v1/types.ts'), undefined);
  assert.ok(disk.hasFolder('/apis/web'));
  assert.ok(!disk.hasFolder('/api'));
  assert.equal(raw.realPath('/apis/./web'), '/apis/web');
  assert.equal(raw.realPath('/api'), undefined);
});

test('replaces and removes files, and removes empty folders', () => {
  const raw = createMemoryDisk({ '/apis/web/v1/types.ts': 'a', '/apis/x.ts': 'b' });
  const disk = new SourceDisk(raw);
  raw.write('/apis/x.ts', Uint8Array.of(0x63));
  assert.equal(disk.readText('/apis/x.ts'), 'c');
  raw.remove('/apis/missing.ts');
  raw.remove('/apis/web');
  raw.remove('/apis/web/v1/types.ts');
  assert.deepEqual(namesIn(disk, '/apis'), ['file x.ts']);
  assert.equal(raw.realPath('/apis/web'), undefined);
  raw.remove('/apis/x.ts');
  assert.equal(disk.list('/apis'), undefined);
});

test('reports a file that is not text', () => {
  const disk = new SourceDisk(createMemoryDisk({ '/a.ts': Uint8Array.of(0x61, 0xff) }));
  assert.equal(disk.readText('/a.ts'), '');
  assert.equal(disk.unreadable.get('/a.ts')?.what, 'byte 1 (0xff) is not UTF-8');
});
