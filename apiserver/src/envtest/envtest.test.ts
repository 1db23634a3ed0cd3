import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';

const COMMAND = path.join(import.meta.dirname, '../../bin/vmgen-envtest.js');

test('the command prints the folder of the binaries, or what to do without them', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'vmgen-envtest-test-'));
  t.after(() => rm(folder, { recursive: true }));
  const assets = path.join(folder, 'assets');
  await mkdir(assets);

  const withAssets = { KUBEBUILDER_ASSETS: assets };
  const incomplete = await run([], withAssets);
  assert.equal(incomplete.code, 1);
  assert.match(
    incomplete.stderr,
    /^vmgen-envtest: the folder .*assets \(KUBEBUILDER_ASSETS\) does not contain kube-apiserver, etcd, kubectl; correct or unset the variable\n$/,
  );

  for (const name of ['kube-apiserver', 'etcd', 'kubectl']) {
    await writeFile(path.join(assets, name), '');
    await chmod(path.join(assets, name), 0o755);
  }
  assert.deepEqual(await run([], withAssets), { code: 0, stdout: `${assets}\n`, stderr: '' });

  const withoutGo = await run([], { XDG_CACHE_HOME: folder, PATH: assets });
  assert.equal(withoutGo.code, 1);
  assert.match(
    withoutGo.stderr,
    /^vmgen-envtest: go is not installed; .*install it from https:\/\/go\.dev\/dl .*, or set KUBEBUILDER_ASSETS to a folder/,
  );
  assert.equal((await run(['use'], {})).code, 2);
});

function run(args: readonly string[], env: Readonly<Record<string, string>>) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [COMMAND, ...args],
      { env: { ...env, HOME: '/nonexistent' } },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}
