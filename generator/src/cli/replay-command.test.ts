import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { runReplay } from './replay-command.js';
import { REPLAY } from './replay-options.js';
import { folderWith } from '../testing/folder-with.js';

/** It is larger than a variable can be. */
const PLAN = { step: 'create', faults: [], problems: ['dns differs'.repeat(20_000)] };

const fileOf = (t: TestContext, text: string): string =>
  join(folderWith(t, { 'plan.json': text }), 'plan.json');

/** Runs a program that reports these outcomes if it gets the plan, as explorations do. */
function replayed(t: TestContext, outcomes: readonly string[], inspect = false) {
  const text = outcomes.map((each) => `${each}\n`).join('');
  const planFile = fileOf(t, JSON.stringify(PLAN));
  const script = `
    const { VMGEN_PLAN: plan, VMGEN_PLAN_FILE: planFile } = process.env;
    const { VMGEN_REPLAY_INSPECT: inspect, VMGEN_REPLAY_REPORT: file } = process.env;
    const isPlan = plan === '' && planFile === ${JSON.stringify(planFile)};
    if (isPlan && inspect === ${JSON.stringify(inspect ? '1' : '')}) {
      require('fs').appendFileSync(file, ${JSON.stringify(text)});
    }`;
  const program = [process.execPath, '-e', script];
  return runReplay({ kind: 'replay', file: planFile, inspect, program });
}

test('succeeds only if the plan was run and breaks no promise', (t) => {
  assert.deepEqual(replayed(t, ['kept']), {
    exitCode: 0,
    stdout: ['the plan breaks no promise any more'],
    stderr: [],
  });
  assert.deepEqual(replayed(t, ['broken'], true), {
    exitCode: 1,
    stdout: ['the plan still breaks a promise'],
    stderr: [],
  });
  assert.deepEqual(replayed(t, ['missing']), {
    exitCode: 1,
    stdout: ['the program has changed: an effect of the plan does not occur any more'],
    stderr: [],
  });
  assert.deepEqual(replayed(t, []), {
    exitCode: 1,
    stdout: [],
    stderr: [
      'no exploration has run the plan: run the test of the exploration that has its name and steps',
    ],
  });
});

test('reports several explorations that run the plan', (t) => {
  assert.deepEqual(replayed(t, ['kept', 'failed']), {
    exitCode: 1,
    stdout: ['the exploration of the plan fails before its step'],
    stderr: ['2 explorations have run the plan; set the option name of each'],
  });
});

test('reports what the tests have found with a recording', (t) => {
  const file = fileOf(t, '{"recording":1}');
  const run = (...reports: readonly { outcome: string; text: string }[]) => {
    const text = reports.map((each) => `${JSON.stringify(each)}\n`).join('');
    const script = `
      const { VMGEN_RECORDING: recording, VMGEN_PLAN: plan, VMGEN_REPLAY_REPORT: report } = process.env;
      if (recording === ${JSON.stringify(file)} && !plan) {
        require('fs').appendFileSync(report, ${JSON.stringify(text)});
      }`;
    const program = [process.execPath, '-e', script];
    return runReplay({ kind: 'replay', file, inspect: false, program });
  };
  const same = { outcome: 'same', text: 'the recorded error occurs: Error: no' };
  const gone = { outcome: 'gone', text: 'the recorded error does not occur' };
  assert.deepEqual(run(same), { exitCode: 1, stdout: [same.text], stderr: [] });
  assert.deepEqual(run(gone), { exitCode: 0, stdout: [gone.text], stderr: [] });
  assert.deepEqual(run(gone, same), { exitCode: 1, stdout: [gone.text, same.text], stderr: [] });
  assert.deepEqual(run(), {
    exitCode: 1,
    stdout: [],
    stderr: ['no test has run the recording: call replayRecording(setUp) in a test'],
  });
});

test('refuses a file that is not a plan', (t) => {
  const run = (file: string) => () =>
    runReplay({ kind: 'replay', file, inspect: false, program: ['/nowhere/program'] });
  assert.throws(
    run('/nowhere/plan.json'),
    /^UsageError: \/nowhere\/plan.json is not the file of a plan or a recording: ENOENT/,
  );
  assert.throws(
    run(fileOf(t, 'step')),
    /is not the file of a plan or a recording: Unexpected token/,
  );
  assert.throws(run(fileOf(t, '{"step":"a"}')), /it has no step or no faults, and no recording/);
  const { stderr } = run(fileOf(t, JSON.stringify(PLAN)))();
  assert.match(stderr[0] ?? '', /^\/nowhere\/program cannot be run: /);
});

test('parses the command behind --', async () => {
  assert.deepEqual(await REPLAY.parse(['a.json']), {
    kind: 'replay',
    file: 'a.json',
    inspect: false,
    program: ['npm', 'test'],
  });
  assert.deepEqual(await REPLAY.parse(['a.json', '--inspect', '--', 'node', '--test']), {
    kind: 'replay',
    file: 'a.json',
    inspect: true,
    program: ['node', '--test'],
  });
  await assert.rejects(REPLAY.parse(['--inspect']), {
    message: 'the file of the plan or recording is missing',
  });
  await assert.rejects(REPLAY.parse(['a.json', 'node']), {
    message: 'unexpected argument "node"; put the command behind --',
  });
});
