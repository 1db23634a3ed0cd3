import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { inRepository } from '../support/repository.js';

/** What `npm install --omit=dev` brings a user of generated code; an operator also has the manager. */
const IN_PRODUCTION = /^@vmgen\/(?:runtime\/\w+|manager)$/;

const FOLDERS = [
  'generated',
  'packages/kubernetes/generated',
  'examples/backup/generated',
  'examples/network/generated',
  'generator/testdata/golden',
];
for (const folder of FOLDERS) {
  test(`${folder} imports only production dependencies and nothing from its testing folder`, () => {
    const root = inRepository(folder);
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    assert.ok(files.includes('testing/fake-clientset.ts'));
    for (const file of files.filter((each) => !each.startsWith('testing/'))) {
      const text = readFileSync(path.join(root, file), 'utf8');
      for (const [, specifier = ''] of text.matchAll(/ from '([^']+)';$/gm)) {
        const isGood = specifier.startsWith('.')
          ? !specifier.split('/').includes('testing')
          : IN_PRODUCTION.test(specifier);
        assert.ok(isGood, `${file} imports ${specifier}`);
      }
    }
  });
}
