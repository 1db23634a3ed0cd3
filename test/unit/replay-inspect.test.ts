import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { createFakeTransport } from '@vmgen/apiserver/fake';
import { createConfigMapClient } from '@vmgen/kubernetes/core/v1';
import { createManager } from '@vmgen/manager';
import { startChild, type Child } from '../support/child.js';
import { DebuggerClient } from '../support/debugger-client.js';
import { addGreeter } from '../support/processes/replayed-greeter.js';
import { inRepository } from '../support/repository.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { waitFor } from '../support/wait-for.js';

const PROCESSES = path.join(import.meta.dirname, '..', 'support', 'processes');
const START_MS = 30_000;

/** Returns the recording of a failed reconcile of the greeter. */
async function recorded(): Promise<string> {
  await using fake = createFakeTransport();
  const data = { guest: 'Ada' };
  await createConfigMapClient(fake, 'default').create({ metadata: { name: 'hotel' }, data });
  const manager = createManager(fake, {
    name: 'greeter',
    leaderElection: false,
    server: { port: 0, statusPage: true },
    // The retries follow one another within milliseconds.
    recordings: { perObject: 1_000 },
  });
  addGreeter(manager);
  const stopping = new AbortController();
  const running = manager.run({ signal: stopping.signal });
  try {
    const port = await waitFor('the server listens', START_MS, () => manager.port);
    const url = `http://127.0.0.1:${port}/status/recordings?id=1`;
    return await waitFor('a recording', START_MS, async () => {
      const response = await fetch(url);
      return response.ok ? response.text() : undefined;
    });
  } finally {
    stopping.abort();
    await running;
  }
}

interface Debugged {
  readonly child: Child;
  readonly debugging: DebuggerClient;
  /** The line of the breakpoint, from 0. */
  readonly lineNumber: number;
  readonly breakpointId: string;
}

/** Replays a file with a program, and stops before a breakpoint at the line with a text. */
async function debugged(
  t: TestContext,
  file: string,
  program: string,
  text: string,
): Promise<Debugged> {
  const source = path.join(PROCESSES, program);
  const vmgen = inRepository('generator', 'bin', 'vmgen.cjs');
  const words = [vmgen, 'replay', file, '--inspect', '--'];
  const child = startChild(process.execPath, [
    ...words,
    process.execPath,
    '--inspect-port=0',
    source,
  ]);
  t.after(() => child.end('SIGKILL'));
  const url = await waitFor('the program waits for a debugger', START_MS, async () =>
    /ws:\/\/127\.0\.0\.1:\d+\/\S+/.exec(child.stderr())?.at(0),
  );
  const debugging = await DebuggerClient.attach(url);
  const lines = (await readFile(source, 'utf8')).split('\n');
  const lineNumber = lines.findIndex((line) => line.includes(text));
  await debugging.call('Runtime.enable');
  await debugging.call('Debugger.enable');
  const { breakpointId } = await debugging.call<{ readonly breakpointId: string }>(
    'Debugger.setBreakpointByUrl',
    { urlRegex: program.replace('.', '\\.'), lineNumber },
  );
  await debugging.call('Runtime.runIfWaitingForDebugger');
  const before = await debugging.paused();
  assert.equal(before.callFrames[0]?.functionName, 'debuggerAttached');
  assert.deepEqual(before.hitBreakpoints, []);
  await debugging.call('Debugger.resume');
  return { child, debugging, lineNumber, breakpointId };
}

test('a debugger stops in the reconcile of a recording, sees its variables and lets it end', async (t) => {
  await using folder = await temporaryFolder('inspect');
  const file = path.join(folder.path, 'recording-1.json');
  await writeFile(file, await recorded());
  const { child, debugging, lineNumber, breakpointId } = await debugged(
    t,
    file,
    'replayed-greeter.js',
    'throw new Error(greeting)',
  );
  const { callFrames, hitBreakpoints } = await debugging.paused();
  assert.deepEqual(hitBreakpoints, [breakpointId]);
  const [frame] = callFrames;
  assert.ok(frame);
  assert.equal(frame.functionName, 'greet');
  assert.equal(frame.location.lineNumber, lineNumber);
  const { guest, greeting, table } = await debugging.locals(frame);
  assert.deepEqual(
    { guest, greeting, table },
    { guest: 'Ada', greeting: 'hotel greets Ada at 12', table: 'Object' },
  );
  assert.equal(await debugging.evaluate(frame, 'table.number + 1'), 13);

  await debugging.call('Debugger.resume');
  await waitFor(
    'the replay ends',
    START_MS,
    async () => child.stderr().includes('same\n') || undefined,
  );
  debugging.close();
  assert.equal(await child.exited, 1);
  await child.closed;
  assert.equal(child.stdout(), 'the recorded error occurs: Error: hotel greets Ada at 12\n');
});

test('a debugger stops directly before the step of a plan', async (t) => {
  await using folder = await temporaryFolder('inspect');
  const file = path.join(folder.path, 'plan.json');
  const faults = [{ name: 'guests.greet hotel', occurrence: 1, fault: 'crash after' }];
  await writeFile(file, JSON.stringify({ step: 'open', faults }));
  const { child, debugging, breakpointId } = await debugged(
    t,
    file,
    'explored-greeter.js',
    'createConfigMapClient(server',
  );
  const { callFrames, hitBreakpoints } = await debugging.paused();
  assert.deepEqual(hitBreakpoints, [breakpointId]);
  assert.equal(callFrames[0]?.functionName, 'open');
  await debugging.call('Debugger.resume');
  debugging.close();
  assert.equal(await child.exited, 0);
  await child.closed;
  assert.equal(child.stdout(), 'the plan breaks no promise any more\n');
});
