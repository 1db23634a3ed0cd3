import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { inRepository } from '../support/repository.js';

/** Makes a process take its Node for another one. */
const pretend = (version: string): string => {
  const versions = `{ ...process.versions, node: '${version}' }`;
  return `data:text/javascript,Object.defineProperty(process, 'versions', { value: ${versions} })`;
};

const COMMANDS = [
  ['generator', 'bin/vmgen.cjs', 'vmgen'],
  ['packages/apiserver', 'bin/vmgen-apiserver.js', 'vmgen-apiserver'],
  ['controller', 'bin/vm-controller.js', 'vm-controller'],
  ['controller', 'bin/vm-engine-proxy.js', 'vm-engine-proxy'],
] as const;

for (const [folder, file, name] of COMMANDS) {
  const start = (version: string) => {
    const bin = inRepository(`${folder}/${file}`);
    const args = ['--import', pretend(version), bin, '--version'];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    return { status, stderr };
  };

  test(`${name} reports the required Node version on an old Node`, () => {
    const manifest = readFileSync(inRepository(`${folder}/package.json`), 'utf8');
    assert.match(manifest, /"node": ">=20\.19"/);
    for (const version of ['18.20.4', '20.18.3']) {
      assert.deepEqual(start(version), {
        status: 2,
        stderr: `${name} requires Node 20.19 or newer, but this is ${version}\n`,
      });
    }
    // The second one is new as a number, and old as a text.
    for (const version of ['20.19.0', '100.1.0']) {
      assert.deepEqual(start(version), { status: 0, stderr: '' });
    }
  });
}
