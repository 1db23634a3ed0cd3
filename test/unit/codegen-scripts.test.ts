import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startChild } from '../support/child.js';
import { inRepository } from '../support/repository.js';

let copy: string;

before(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'vmgen-codegen-'));
  const filter = (file: string): boolean => path.basename(file) !== 'dist';
  for (const folder of ['apis', 'generated', 'hack', 'deploy', 'docs', 'examples', 'kubernetes']) {
    await cp(inRepository(folder), path.join(copy, folder), { recursive: true, filter });
  }
  for (const folder of ['generator', 'node_modules']) {
    await symlink(inRepository(folder), path.join(copy, folder));
  }
});

after(async () => rm(copy, { recursive: true }));

async function script(name: string): Promise<{ code: number | string; said: string }> {
  const child = startChild(path.join(copy, 'hack', name), []);
  const code = await child.exited;
  return { code, said: child.stdout() + child.stderr() };
}

describe('the scripts for generated code', () => {
  test('verify passes on what is committed', async () => {
    const { code, said } = await script('verify-codegen.sh');
    assert.equal(code, 0, said);
  });

  test('verify sees an edit of the reference of markers', async () => {
    const reference = path.join(copy, 'docs/markers.md');
    const text = await readFile(reference, 'utf8');
    await writeFile(reference, text.replace('### +genclient\n', '### +genclent\n'));
    const stale = await script('verify-codegen.sh');
    assert.equal(stale.code, 1);
    assert.match(stale.said, /^-### \+genclent$/m);
    await writeFile(reference, text);
  });

  test('verify sees an edit of the reference of diagnostics', async () => {
    const reference = path.join(copy, 'docs/diagnostics.md');
    const text = await readFile(reference, 'utf8');
    await writeFile(reference, text.replace('### VMGEN4001\n', '### VMGEN4000\n'));
    const stale = await script('verify-codegen.sh');
    assert.equal(stale.code, 1);
    assert.match(stale.said, /^-### VMGEN4000$/m);
    await writeFile(reference, text);
  });

  test('verify sees an edit of what is generated of the built-in kinds, and of their entries', async () => {
    const register = path.join(copy, 'kubernetes/generated/apps/v1/register.ts');
    const manifest = path.join(copy, 'kubernetes/package.json');
    const texts = await Promise.all([register, manifest].map((file) => readFile(file, 'utf8')));
    const [definitions = '', entries = ''] = texts;
    await writeFile(register, definitions.replace("'deployments'", "'deployment'"));
    await writeFile(manifest, entries.replace('"./apps/v1"', '"./apps/v2"'));
    const stale = await script('verify-codegen.sh');
    assert.equal(stale.code, 1);
    assert.match(stale.said, /^-  plural: 'deployment',$/m);
    assert.match(stale.said, /^-    "\.\/apps\/v2": \{$/m);
    await writeFile(register, definitions);
    await writeFile(manifest, entries);
  });

  test('verify fails with the difference after an edit, and passes after update', async () => {
    const types = path.join(copy, 'apis/cloudnative/v1alpha1/types.ts');
    const text = await readFile(types, 'utf8');
    await writeFile(
      types,
      text.replace("'active' | 'inactive'", "'active' | 'inactive' | 'paused'"),
    );
    const stale = await script('verify-codegen.sh');
    assert.equal(stale.code, 1);
    assert.match(stale.said, /^\+ +- paused$/m);
    assert.match(stale.said, /run hack\/update-codegen\.sh .*and commit/);
    assert.equal((await script('update-codegen.sh')).code, 0);
    assert.equal((await script('verify-codegen.sh')).code, 0);
    const crd = path.join(copy, 'deploy/crd/cloudnative.tw_virtualmachines.yaml');
    assert.match(await readFile(crd, 'utf8'), /- paused/);
  });

  test('a CRD of a kind that is gone is stale, and goes with update', async () => {
    const gone = path.join(copy, 'deploy/crd/cloudnative.tw_gone.yaml');
    await writeFile(gone, 'kind: CustomResourceDefinition\n');
    const stale = await script('verify-codegen.sh');
    assert.equal(stale.code, 1);
    assert.match(stale.said, /^-kind: CustomResourceDefinition$/m);
    assert.equal((await script('update-codegen.sh')).code, 0);
    await assert.rejects(readFile(gone), { code: 'ENOENT' });
  });
});
