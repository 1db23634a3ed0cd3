import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { inRepository } from '../support/repository.js';

const SCRIPTS: Readonly<Record<string, string>> = {
  dockerd: 'echo $$ >"${ENGINE}"\nexec sleep 300',
  docker: '[ "$1" != version ] || kill -0 "$(cat "${ENGINE}")"',
  iptables: 'exit 0',
  systemctl: 'exit 1',
  // The script starts an engine as root only.
  id: 'echo 0',
};

/** Runs the script with programs that only look like an engine. */
function fakeEngine(t: TestContext) {
  const folder = mkdtempSync(path.join(tmpdir(), 'vmgen-setup-'));
  const engineFile = path.join(folder, 'engine');
  for (const [name, text] of Object.entries(SCRIPTS)) {
    const file = path.join(folder, name);
    writeFileSync(file, `#!/bin/sh\n${text}\n`);
    chmodSync(file, 0o755);
  }
  const { DOCKER_HOST: _, ...others } = process.env;
  const PATH = `${folder}:${process.env['PATH']}`;
  const env = { ...others, PATH, XDG_CACHE_HOME: folder, ENGINE: engineFile };
  const setup = (...args: readonly string[]) =>
    spawnSync(inRepository('hack/setup.sh'), ['docker', ...args], { encoding: 'utf8', env });
  const pid = () => Number(readFileSync(engineFile, 'utf8'));
  t.after(() => {
    if (isRunning(pid())) process.kill(pid());
    rmSync(folder, { recursive: true });
  });
  return { setup, pid };
}

/** Whether a process has not ended; one that nobody has waited for has ended. */
function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Starts a process in place of the run of a suite. */
function startRun(t: TestContext): ChildProcess {
  const run = spawn('sleep', ['300']);
  t.after(() => run.kill());
  return run;
}

test('the end of one run does not stop the engine of another', (t) => {
  const { setup, pid } = fakeEngine(t);
  const [first, second] = [String(startRun(t).pid), String(startRun(t).pid)];
  assert.equal(setup('--for', first).status, 0);
  const engine = pid();
  assert.equal(setup('--for', second).status, 0);
  assert.equal(pid(), engine);

  const { stderr } = setup('--stop', '--for', first);
  assert.match(stderr, new RegExp(`dockerd \\(pid ${engine}\\) continues, .*: ${second}\n`));
  assert.ok(isRunning(engine));
  assert.match(setup('--stop', '--for', second).stderr, /dockerd \(pid \d+\) ended\n/);
  assert.ok(!isRunning(engine));
});

test('a run that was killed uses the engine no longer', async (t) => {
  const { setup, pid } = fakeEngine(t);
  const [first, second] = [startRun(t), startRun(t)];
  setup('--for', String(first.pid));
  setup('--for', String(second.pid));
  first.kill('SIGKILL');
  await once(first, 'exit');
  assert.equal(setup('--stop', '--for', String(second.pid)).status, 0);
  assert.ok(!isRunning(pid()));
});

test('an engine that was started by hand is used until it is stopped by hand', (t) => {
  const { setup, pid } = fakeEngine(t);
  const run = String(startRun(t).pid);
  setup();
  setup('--for', run);
  assert.match(setup('--stop', '--for', run).stderr, /continues, because others use it: manual\n/);
  assert.ok(isRunning(pid()));
  setup('--stop');
  assert.ok(!isRunning(pid()));
});

test('refuses a user that is not a process', (t) => {
  const { setup, pid } = fakeEngine(t);
  setup();
  for (const args of [['--for'], ['--for', 'me'], ['--stop', '--for', '0'], ['now']]) {
    assert.equal(setup(...args).status, 2, args.join(' '));
  }
  assert.ok(isRunning(pid()));
});
