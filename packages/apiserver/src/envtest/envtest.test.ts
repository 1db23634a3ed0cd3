import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
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

test('builds each binary once for a clone and the packed package', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'vmgen-envtest-test-'));
  t.after(() => rm(folder, { recursive: true }));
  const calls = path.join(folder, 'calls');
  // Writes the programs that it is asked to build.
  const go = `#!${process.execPath}
const { appendFileSync, writeFileSync } = require('node:fs');
const [verb, ...rest] = process.argv.slice(2);
const output = rest[rest.indexOf('-o') + 1];
for (const each of verb === 'build' ? rest.filter((arg) => arg.startsWith('./cmd/')) : []) {
  const name = each.slice('./cmd/'.length);
  writeFileSync(output + name, name, { mode: 0o755 });
  appendFileSync(${JSON.stringify(calls)}, name + '\\n');
}
`;
  await writeFile(path.join(folder, 'go'), go, { mode: 0o755 });
  const env = { XDG_CACHE_HOME: path.join(folder, 'cache'), PATH: folder };
  const built = async () => (await readFile(calls, 'utf8')).trim().split('\n').sort();

  const root = path.join(import.meta.dirname, '../..');
  const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    readonly files: readonly string[];
  };
  const packed = path.join(folder, 'packed');
  const published = manifest.files.filter((each) =>
    /^(?:bin|dist\/bundle|envtest\/.*)$/.test(each),
  );
  for (const each of ['package.json', ...published]) {
    await cp(path.join(root, each), path.join(packed, each), { recursive: true });
  }
  await symlink(path.join(root, '../../node_modules'), path.join(packed, 'node_modules'));

  const ofPackage = await run([], env, path.join(packed, 'bin/vmgen-envtest.js'));
  assert.equal(ofPackage.code, 0, ofPackage.stderr);
  assert.deepEqual(await built(), ['etcd', 'kube-apiserver', 'kubectl']);
  const ofClone = await run([], env);
  assert.equal(ofClone.code, 0, ofClone.stderr);
  const all = (await readdir(path.join(root, 'envtest/cmd'))).sort();
  assert.ok(all.length > 3);
  assert.deepEqual(await built(), all);
  assert.deepEqual((await readdir(ofClone.stdout.trim())).sort(), all);
  for (const command of [COMMAND, path.join(packed, 'bin/vmgen-envtest.js')]) {
    assert.deepEqual((await run([], env, command)).stderr, '');
  }
  assert.deepEqual(await built(), all);
});

function run(args: readonly string[], env: Readonly<Record<string, string>>, command = COMMAND) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [command, ...args],
      { env: { ...env, HOME: '/nonexistent' } },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}
