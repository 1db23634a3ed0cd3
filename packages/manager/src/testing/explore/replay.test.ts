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
  const folder = await mkdtemp(join(tmpdir(), 'vmgen-replay-'));
  const file = join(folder, 'a.json');
  t.after(async () => {
    delete process.env['VMGEN_PLAN_FILE'];
    await rm(folder, { recursive: true });
  });
  process.env['VMGEN_PLAN_FILE'] = file;
  const violationsOf = async (fault: string, name = 'patch sites/status default/shop') => {
    const faults = [{ name, occurrence: 1, fault }];
    await writeFile(file, JSON.stringify({ step: 'create', faults, problems: [] }));
    return (await explore(sitesExplored(forgetful))).violations;
  };
  const lastLine = (text: string) => text.split('\n').at(-1);
  assert.deepEqual(
    (await violationsOf('lost after')).map((each) => lastLine(violationText(each))),
    [`  replay: npx vmgen replay ${file} -- npm test`],
  );
  await assert.rejects(violationsOf('lost'), {
    message: `${file} is not a plan; explore again, and replay the file that it writes`,
  });
  // The fault would not happen.
  await assert.rejects(violationsOf('conflict', 'dns.set shop 10.0.0.1'), /is not a plan/);
});
