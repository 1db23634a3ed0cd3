import { build } from 'esbuild';
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, describe, test } from 'node:test';
import { strictProblems } from '@vmgen/fixtures/generator/strict-problems';
import { inRepository } from '../support/repository.js';

interface Package {
  readonly exports: Readonly<Record<string, { readonly types: string; readonly default: string }>>;
}

const PACKAGE = inRepository('packages/kubernetes');
const { exports: entries } = JSON.parse(readFileSync(`${PACKAGE}/package.json`, 'utf8')) as Package;

/** The project of a user who has installed the packages. */
const project = mkdtempSync(path.join(tmpdir(), 'vmgen-kubernetes-'));
const installed = path.join(project, 'node_modules/@vmgen');
mkdirSync(installed, { recursive: true });
for (const name of ['kubernetes', 'runtime', 'apiserver']) {
  symlinkSync(inRepository('packages', name), path.join(installed, name));
}
writeFileSync(path.join(project, 'package.json'), '{ "type": "module" }\n');

async function load(file: string): Promise<Record<string, unknown>> {
  return (await import(pathToFileURL(path.join(PACKAGE, file)).href)) as Record<string, unknown>;
}

/** A program bundled by esbuild: its minified size, and its text. */
async function bundled(program: string): Promise<{ bytes: number; text: string }> {
  const options = {
    stdin: { contents: program, resolveDir: project },
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
    logLevel: 'silent',
  } as const;
  const [{ outputFiles: plain }, { outputFiles: small }] = await Promise.all([
    build(options),
    build({ ...options, minify: true }),
  ]);
  return { bytes: small[0]?.contents.length ?? 0, text: plain[0]?.text ?? '' };
}

describe('@vmgen/kubernetes', () => {
  after(() => rmSync(project, { recursive: true }));

  test('the bundles export the same names as the declarations', async () => {
    for (const { types, default: file } of Object.values(entries)) {
      const compiled = await load(types.replace(/\.d\.ts$/, '.js'));
      assert.deepEqual(Object.keys(await load(file)).sort(), Object.keys(compiled).sort(), file);
    }
  });

  test('a bundled program contains only the kinds that it uses', async (t) => {
    const transport = 'const transport = { request: async () => { throw new Error(); } };';
    const ofRuntime = await bundled(`
      import { createResourceClient } from '@vmgen/runtime';
import { deepCopyJson } from '@vmgen/runtime/meta';
      ${transport}
      console.log(createResourceClient, deepCopyJson, transport);`);
    const ofKinds = await bundled(`
      import { createDeploymentClient } from '@vmgen/kubernetes/apps/v1';
      import { createConfigMapClient, createSecretClient } from '@vmgen/kubernetes/core/v1';
      ${transport}
      console.log(createDeploymentClient(transport), createConfigMapClient(transport));
      console.log(createSecretClient(transport));`);
    const kinds = [...ofKinds.text.matchAll(/kind: "(\w+)",\s+listKind/g)].map(([, kind]) => kind);
    assert.deepEqual(kinds.sort(), ['ConfigMap', 'Deployment', 'Secret']);
    const more = ofKinds.bytes - ofRuntime.bytes;
    t.diagnostic(`three kinds: ${more} bytes over the client's ${ofRuntime.bytes}`);
    assert.ok(more < 2048, `${more} bytes`);
  });

  test('an entry compiles under strict without skipLibCheck', () => {
    const declarations = path.join(PACKAGE, entries['./batch/v1']?.types ?? '');
    const program = path.join(PACKAGE, 'program.ts');
    const files = new Map([
      [program, "export * from '@vmgen/kubernetes/batch/v1';\n"],
      [declarations, readFileSync(declarations, 'utf8')],
    ]);
    assert.deepEqual(strictProblems(files), []);
  });
});
