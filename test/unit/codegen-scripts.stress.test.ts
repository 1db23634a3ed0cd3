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
  for (const copied of [
    'apis',
    'packages/apiserver/envtest',
    'generated',
    'hack',
    'deploy',
    'docs',
    'examples',
    'packages/kubernetes',
    'CONTRIBUTING.md',
    'test/suites.mjs',
  ]) {
    await cp(inRepository(copied), path.join(copy, copied), { recursive: true, filter });
  }
  const linked = ['generator', 'node_modules', 'packages/manager', 'packages/runtime'];
  for (const folder of linked) {
    await symlink(inRepository(folder), path.join(copy, folder));
  }
});

after(async () => rm(copy, { recursive: true }));

async function script(name: string): Promise<{ code: number | string; output: string }> {
  const child = startChild(path.join(copy, 'hack', name), []);
  const code = await child.exited;
  return { code, output: child.stdout() + child.stderr() };
}

/** Replaces a text in a file of the copy. */
async function edit(file: string, before: string, after: string): Promise<void> {
  const text = await readFile(path.join(copy, file), 'utf8');
  assert.ok(text.includes(before), file);
  await writeFile(path.join(copy, file), text.replace(before, after));
}

describe('verify-codegen.sh', () => {
  test('passes on the committed files', async () => {
    const { code, output } = await script('verify-codegen.sh');
    assert.equal(code, 0, output);
  });

  // A run takes seconds: one run reports all of these edits.
  describe('after edits', () => {
    const gone = 'deploy/crd/cloudnative.tw_gone.yaml';
    let stale: Awaited<ReturnType<typeof script>>;

    before(async () => {
      await edit('docs/reference/markers.md', '### +genclient\n', '### +genclent\n');
      await edit('docs/reference/diagnostics.md', '### VMGEN4001\n', '### VMGEN4000\n');
      await edit('docs/reference/metrics.md', '`workqueue_depth`', '`workqueue_length`');
      await edit(
        'packages/kubernetes/generated/apps/v1/register.ts',
        "'deployments'",
        "'deployment'",
      );
      await edit('packages/kubernetes/package.json', '"./apps/v1"', '"./apps/v2"');
      await edit(
        'apis/cloudnative/v1alpha1/types.ts',
        "'active' | 'inactive'",
        "'active' | 'inactive' | 'paused'",
      );
      await writeFile(path.join(copy, gone), 'kind: CustomResourceDefinition\n');
      stale = await script('verify-codegen.sh');
    });

    test('fails, and names the command that updates the files', () => {
      assert.equal(stale.code, 1);
      assert.match(stale.output, /run hack\/update-codegen\.sh .*and commit/);
    });

    for (const [what, difference] of [
      ['the reference of markers', /^-### \+genclent$/m],
      ['the reference of diagnostics', /^-### VMGEN4000$/m],
      ['the reference of metrics', /^-\| `workqueue_length` /m],
      ['the generated code of built-in kinds', /^-  plural: 'deployment',$/m],
      ['the entries of @vmgen/kubernetes', /^-    "\.\/apps\/v2": \{$/m],
      ['the types of an API', /^\+ +- paused$/m],
      ['a CRD whose kind does not exist', /^-kind: CustomResourceDefinition$/m],
    ] as const) {
      test(`prints the difference of ${what}`, () => {
        assert.match(stale.output, difference);
      });
    }

    test('passes after update-codegen.sh, which removes files of missing kinds', async () => {
      assert.equal((await script('update-codegen.sh')).code, 0);
      const { code, output } = await script('verify-codegen.sh');
      assert.equal(code, 0, output);
      const crd = path.join(copy, 'deploy/crd/cloudnative.tw_virtualmachines.yaml');
      assert.match(await readFile(crd, 'utf8'), /- paused/);
      await assert.rejects(readFile(path.join(copy, gone)), { code: 'ENOENT' });
    });
  });
});
