import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { correct, forgetful, sitesExplored } from './explored-sites.test.helper.js';
import { explore } from './explore.js';
import { violationText } from './violation-text.js';

test('a replay reports its outcome for vmgen replay, once', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'vmgen-replay-'));
  const file = join(folder, 'outcomes');
  t.after(async () => {
    delete process.env['VMGEN_PLAN'];
    delete process.env['VMGEN_REPLAY_REPORT'];
    await rm(folder, { recursive: true });
  });
  process.env['VMGEN_REPLAY_REPORT'] = file;
  const outcome = async (
    operator: typeof correct,
    { name = 'dns.set shop 10.0.0.1', step = 'create', fault = 'crash before' } = {},
  ): Promise<string> => {
    await writeFile(file, '');
    const faults = [{ name, occurrence: 1, fault }];
    process.env['VMGEN_PLAN'] = JSON.stringify({ step, faults });
    await explore(sitesExplored(operator)).catch(() => undefined);
    return readFile(file, 'utf8');
  };
  assert.equal(await outcome(correct), 'kept\n');
  assert.equal(await outcome(forgetful), 'broken\n');
  assert.equal(await outcome(correct, { name: 'dns.add shop' }), 'missing\n');
  assert.equal(await outcome(correct, { step: 'another' }), '');
  assert.equal(await outcome(correct, { fault: 'pause after' }), '');
  const failing = (): never => {
    throw new Error('no controller');
  };
  assert.equal(await outcome(failing), 'failed\n');
});

test('a violation of a replay has the command of the replay', async (t) => {
  t.after(() => {
    delete process.env['VMGEN_PLAN'];
    delete process.env['VMGEN_PLAN_FILE'];
  });
  process.env['VMGEN_PLAN_FILE'] = 'plans/a.json';
  const faults = [{ name: 'patch sites/status default/shop', occurrence: 1, fault: 'lost after' }];
  process.env['VMGEN_PLAN'] = JSON.stringify({ step: 'create', faults });
  const { violations } = await explore(sitesExplored(forgetful));
  const lastLine = (text: string) => text.split('\n').at(-1);
  assert.deepEqual(
    violations.map((each) => lastLine(violationText(each))),
    ['  replay: npx vmgen replay plans/a.json -- npm test'],
  );
});
