import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { run } from '../support/child.js';
import { inRepository } from '../support/repository.js';

test('every entry of @vmgen/kubernetes compiles under strict without skipLibCheck', async (t) => {
  // The project of a user who has installed the packages.
  const project = mkdtempSync(path.join(tmpdir(), 'vmgen-kubernetes-'));
  t.after(() => rmSync(project, { recursive: true }));
  const installed = path.join(project, 'node_modules/@vmgen');
  mkdirSync(installed, { recursive: true });
  for (const name of ['kubernetes', 'runtime', 'apiserver']) {
    symlinkSync(inRepository('packages', name), path.join(installed, name));
  }
  writeFileSync(path.join(project, 'package.json'), '{ "type": "module" }\n');
  const { exports: entries } = JSON.parse(
    readFileSync(inRepository('packages/kubernetes/package.json'), 'utf8'),
  ) as { readonly exports: object };
  const lines = Object.keys(entries).map(
    (entry, index) =>
      `export * as entry${index} from '${path.posix.join('@vmgen/kubernetes', entry)}';`,
  );
  writeFileSync(path.join(project, 'program.ts'), lines.join('\n'));
  const compilerOptions = {
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    module: 'nodenext',
    target: 'es2023',
    types: ['node'],
    typeRoots: [inRepository('node_modules/@types')],
  };
  const config = { compilerOptions, files: ['program.ts'] };
  writeFileSync(path.join(project, 'tsconfig.json'), JSON.stringify(config));
  await run(process.execPath, [inRepository('node_modules/typescript/bin/tsc'), '-p', project]);
});
