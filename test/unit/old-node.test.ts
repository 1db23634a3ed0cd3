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

const OLD = ['18.20.4', '20.18.3'];
// The second one is new as a number, and old as a text.
const NEW = ['20.19.0', '100.1.0'];

// The text of the check is compared, so that one version shows where the other commands run it.
const COMMANDS = [
  ['generator', 'bin/vmgen.cjs', 'vmgen', OLD, NEW],
  ['packages/apiserver', 'bin/vmgen-apiserver.js', 'vmgen-apiserver', ['20.18.3'], []],
  ['controller', 'bin/vm-controller.js', 'vm-controller', ['20.18.3'], []],
  ['controller', 'bin/vm-engine-proxy.js', 'vm-engine-proxy', ['20.18.3'], []],
] as const;

const text = (file: string): string => readFileSync(inRepository(file), 'utf8');
const checkOf = (file: string): string =>
  /^const \[major, minor\] = .*\nif \(.*\) \{$/m.exec(text(file))?.[0] ?? file;

for (const [folder, file, name, old, recent] of COMMANDS) {
  const start = (version: string) => {
    const bin = inRepository(folder, file);
    const args = ['--import', pretend(version), bin, '--version'];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    return { status, stderr };
  };

  test(`${name} reports the required Node version on an old Node`, () => {
    assert.match(text(`${folder}/package.json`), /"node": ">=20\.19"/);
    assert.equal(checkOf(`${folder}/${file}`), checkOf('generator/bin/vmgen.cjs'));
    for (const version of old) {
      assert.deepEqual(start(version), {
        status: 2,
        stderr: `${name} requires Node 20.19 or newer, but this is ${version}\n`,
      });
    }
    for (const version of recent) assert.deepEqual(start(version), { status: 0, stderr: '' });
  });
}
