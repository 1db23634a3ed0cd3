import { parseDocuments } from '@vmgen/base/yaml';
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { definedServer } from './defined-server.js';
import { folderWith } from '../testing/folder-with.js';

test('finds the server of a context as the first file defines it that has its name', (t) => {
  const folder = folderWith(t);
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const first = write(
    'first',
    `current-context: b
contexts:
- name: a
  context: { cluster: shared, user: me }
- name: b
  context: { cluster: missing }
- broken
`,
  );
  const second = write(
    'second',
    `contexts:
- { name: a, context: { cluster: other } }
clusters:
- { name: shared, cluster: { server: 'https://shared.example.com/' } }
- { name: other, cluster: { server: 'https://me:secret@other.example.com' } }
`,
  );
  const server = (context: string, ...files: string[]) =>
    definedServer(context, files, ({ path, text }) => ({
      objects: parseDocuments({ source: path, text }).documents.map(({ value }) => value),
      problems: [],
    }));
  assert.equal(server('a', first, join(folder, 'missing'), second), 'https://shared.example.com');
  assert.equal(server('a', second, first), 'https://other.example.com');
  assert.equal(server('b', first, second), undefined);
  assert.equal(server('c', first, second), undefined);
});
