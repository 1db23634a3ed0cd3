import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { assertNoViolations, explore } from '@vmgen/manager/testing';
import { run } from '../support/child.js';
import { exploredText, machinesWith, noteExploration } from '../support/explored-machines.js';
import { inRepository } from '../support/repository.js';

const ROLES = await readFile(inRepository('deploy', 'rbac.yaml'), 'utf8');

// explore-machines.stress.test.ts has all steps.
test('one fault at each effect ends with the same machines and servers, with the permissions of deploy/rbac.yaml', async () => {
  const steps = machinesWith('create', 'resize', 'remove', 'delete');
  const exploration = await explore({ ...steps, roles: ROLES });
  noteExploration(exploration);
  assertNoViolations(exploration);
  const { plans, notTested, notSimulated } = exploration;
  assert.deepEqual(notTested, []);
  assert.deepEqual(notSimulated, []);
  assert.ok(plans >= 60, String(plans));
});

test('an exploration in another process is the same, byte for byte', async () => {
  const module = JSON.stringify(import.meta.resolve('../support/explored-machines.js'));
  const code = `import { exploredText } from ${module}; process.stdout.write(await exploredText());`;
  const text = await exploredText();
  assert.equal(await run(process.execPath, ['--input-type=module', '--eval', code]), text);
  assert.match(text, /"what":"driver\.createServer/);
  const explorations = JSON.parse(text) as { readonly violated: number }[];
  assert.deepEqual(
    explorations.map(({ violated }) => violated),
    [6, 2, 4],
  );
});
