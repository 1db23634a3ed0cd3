import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { VMGEN } from '../support/linked-project.js';
import { startChild } from '../support/child.js';
import { CONTROLLER, CTRL_C, DevelopedProject, MAIN } from './developed-project.js';

test('a crash of the operator is shown with its last lines, and a change starts it at once', async (t) => {
  const project = new DevelopedProject(t, { checksTypes: false });
  const terminal = await project.startReady();
  const port = await project.ready(terminal);
  const crash = `setTimeout(() => { console.log('\\u001b[2Jthe last words'); process.exit(7); }, 800);\n`;
  project.edit(MAIN, (text) => crash + text);
  const text = await terminal.shows(/operator +crashed +exit code 7/);
  assert.match(text, /operator: exit code 7; its last lines:\n/);
  assert.match(text, /^ {2}\\u\{1b\}\[2Jthe last words$/m);
  project.edit(MAIN, (code) => code.replace(crash, ''));
  await project.ready(terminal, port);
  await terminal.shows(/^role: leader$/m, 40_000);
  await project.quit(terminal);
});

test('an operator that crashes after an error in the code is not started with the error', async (t) => {
  const project = new DevelopedProject(t);
  const terminal = await project.startReady();
  const port = await project.ready(terminal);
  project.edit(MAIN, (text) => `const wrong: string = 1;\nconsole.log('wrong code');\n${text}`);
  await terminal.shows(/tsc +1 error/);
  process.kill(project.pidOf('dist/src/main.js'), 'SIGKILL');
  await terminal.shows(/operator +crashed +SIGKILL +next: a correction of the code/);
  // Longer than the delay after a crash.
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  const text = terminal.screen.text();
  assert.match(text, /operator +crashed/);
  project.edit(MAIN, (code) => code.replace('wrong: string = 1', "wrong = '1'"));
  await project.ready(terminal, port);
  await project.quit(terminal);
});

test('an operator with an error in its code is not started for a new API server', async (t) => {
  const project = new DevelopedProject(t);
  const terminal = await project.startReady();
  const port = await project.ready(terminal);
  project.edit(MAIN, (text) => `const wrong: string = 1;\n${text}`);
  await terminal.shows(/tsc +1 error/);
  process.kill(project.pidOf('vmgen-apiserver'), 'SIGKILL');
  await terminal.shows(/server +connected[^]*operator +waiting +for a correction of the code/);
  project.edit(MAIN, (code) => code.replace('wrong: string = 1', "wrong = '1'"));
  await project.ready(terminal, port);
  await project.quit(terminal);
});

test('files that cannot be read are named, and the session goes on', async (t) => {
  const project = new DevelopedProject(t, { checksTypes: false });
  const terminal = await project.startReady();
  const port = await project.ready(terminal);
  const addLoop = (file: string): void => symlinkSync(path.basename(file), project.path(file));
  addLoop('samples/loop.yaml');
  await terminal.shows(/samples\/loop\.yaml cannot be read: its symbolic links form a loop/);
  terminal.type('a');
  await terminal.shows(/samples +not applied[^]*^not all were applied$/m);
  rmSync(project.path('samples/loop.yaml'));
  terminal.type('a');
  await terminal.shows(/samples +applied/);

  addLoop('dist/loop.js');
  project.edit(CONTROLLER, (text) => text.replace('has the text', 'has this text'));
  await project.ready(terminal, port);
  await terminal.shows(/dist\/loop\.js cannot be read: its symbolic links form a loop/);

  addLoop('generated/crds/loop.yaml');
  terminal.type('r');
  await terminal.shows(/crds: generated\/crds\/loop\.yaml cannot be read: its symbolic links/);
  rmSync(project.path('generated/crds/loop.yaml'));
  await terminal.shows(/crds +1 installed/);
  await project.quit(terminal);
});

test('a key compiles again what was removed', async (t) => {
  const project = new DevelopedProject(t, { checksTypes: false });
  const terminal = await project.startReady();
  const port = await project.ready(terminal);
  rmSync(project.path('dist'), { recursive: true });
  terminal.type('r');
  await terminal.shows(/operator +crashed +exit code 1/);
  terminal.type('r');
  await project.ready(terminal, port);
  await project.quit(terminal);
});

test('an operator that ends at its start is started again and again', async (t) => {
  const project = new DevelopedProject(t, { checksTypes: false });
  project.edit(MAIN, (text) => `console.log('start', Date.now());\nprocess.exit(3);\n${text}`);
  const child = startChild(process.execPath, [VMGEN, 'dev'], {}, project.folder);
  const { stdout } = child.process;
  while ((child.stdout().match(/^log: start/gm) ?? []).length < 3) await once(stdout!, 'data');
  assert.equal(await child.end('SIGTERM'), 0);
  const times = [...child.stdout().matchAll(/^log: start (\d+)/gm)].map(([, ms]) => Number(ms));
  const delays = times.slice(1).map((ms, index) => ms - (times[index] ?? 0));
  assert.ok(delays[0]! >= 1_000 && delays[1]! >= 2_000, delays.join());
  assert.match(child.stdout(), /^operator: crashed, exit code 3 {2}starts again after 1 s$/m);
  await project.leavesNothing();
});

test('a second run is refused, and nothing is left of a command that is killed or loses its terminal', async (t) => {
  const project = new DevelopedProject(t, { checksTypes: false });
  const first = await project.startReady();
  const second = startChild(process.execPath, [VMGEN, 'dev'], {}, project.folder);
  assert.equal(await second.exited, 2);
  await second.closed;
  const expected = `vmgen: vmgen dev already runs in this project: process ${first.pid} on `;
  assert.ok(second.stderr().startsWith(expected), second.stderr());
  assert.ok(existsSync(project.path('kubeconfig')));

  process.kill(first.pid, 'SIGKILL');
  await project.endsByItself();
  const next = await project.startReady();
  next.close();
  await project.endsByItself();
  await project.leavesNothing();
});

test('nothing is left of a command that is killed while its operator is stopped and has a child', async (t) => {
  const project = new DevelopedProject(t, { checksTypes: false });
  const child = `import { spawn } from 'node:child_process';\nspawn('sleep', ['1000']);\n`;
  project.edit(MAIN, (text) => child + text);
  const terminal = await project.startReady();
  assert.ok(project.processes().some(({ command }) => command === '1000'));
  process.kill(project.pidOf('dist/src/main.js'), 'SIGSTOP');
  process.kill(terminal.pid, 'SIGKILL');
  await project.endsByItself();
});

test('SIGHUP ends everything, also before the operator has started', async (t) => {
  const project = new DevelopedProject(t, { checksTypes: false });
  const terminal = project.start();
  await terminal.shows(/tsc +(?:starting|compiling)/);
  process.kill(terminal.pid, 'SIGHUP');
  assert.equal(await terminal.ends(), 0);
  await project.leavesNothing();
});

test('an API server that has ended is started again, and the operator uses the new one', async (t) => {
  const project = new DevelopedProject(t, { checksTypes: false });
  const terminal = await project.startReady();
  const port = await project.ready(terminal);
  terminal.type('a');
  await terminal.shows(/samples +applied/);
  process.kill(project.pidOf('vmgen-apiserver'), 'SIGKILL');
  await terminal.shows(/server +lost/);
  await project.ready(terminal, port);
  const text = await terminal.shows(/server +connected[^]*samples +not applied/);
  assert.match(text, /crds +1 installed/);
  terminal.type('a');
  await terminal.shows(/samples +applied/);
  await project.quit(terminal);
});

test('Ctrl-C waits for an operator that does not end, and a second one kills it', async (t) => {
  const project = new DevelopedProject(t, { checksTypes: false });
  // A file is left by an operator that nobody kills for most of the time that it has to end.
  const deaf = `import { writeFileSync } from 'node:fs';
process.on('SIGTERM', () => setTimeout(() => writeFileSync('outlived', ''), 8_000));
setInterval(() => {}, 1000);
`;
  project.edit(MAIN, (text) => deaf + text);
  const terminal = await project.startReady();
  terminal.type(CTRL_C);
  await terminal.shows(/operator +stopping/);
  terminal.type(CTRL_C);
  assert.equal(await terminal.ends(), 0);
  assert.equal(existsSync(project.path('outlived')), false);
  await project.leavesNothing();
});

test('a tsc that never ends is killed', async (t) => {
  const project = new DevelopedProject(t, { checksTypes: false });
  rmSync(project.path('node_modules/typescript'));
  mkdirSync(project.path('node_modules/typescript'));
  const manifest = { name: 'typescript', version: '6.0.3', bin: { tsc: './tsc.cjs' } };
  writeFileSync(project.path('node_modules/typescript/package.json'), JSON.stringify(manifest));
  const script = `process.on('SIGTERM', () => {});\nconsole.log('7:55:54 AM - Starting compilation in watch mode...');\nsetInterval(() => {}, 1000);\n`;
  writeFileSync(project.path('node_modules/typescript/tsc.cjs'), script);
  const terminal = project.start();
  await terminal.shows(/tsc +compiling[^]*crds +1 installed[^]*operator +waiting +for tsc/);
  await project.quit(terminal);
});

test('a port in use is reported with the lines of the operator', async (t) => {
  const project = new DevelopedProject(t, { checksTypes: false });
  const { createServer } = await import('node:net');
  const { listen } = await import('../support/listen.js');
  const server = createServer();
  t.after(() => server.close());
  const port = await listen(server);
  project.edit(MAIN, (text) =>
    text.replace('operatorOptions(process.env)', `{ ...$&, server: { port: ${port} } }`),
  );
  const terminal = project.start();
  const text = await terminal.shows(/operator +crashed +exit code 1/, 60_000);
  // The screen wraps long lines.
  assert.match(text.replaceAll('\n', ''), new RegExp(`EADDRINUSE: .*127\\.0\\.0\\.1:${port}`));
  await project.quit(terminal);
});

/** Runs `vmgen dev` without a terminal, and returns its exit code and its errors. */
async function refused(project: DevelopedProject, ...args: string[]) {
  const child = startChild(process.execPath, [VMGEN, 'dev', ...args], {}, project.folder);
  const code = await child.exited;
  await child.closed;
  return `${code} ${child.stderr()}`;
}

test('what is missing is named with the fix, and nothing is changed', async (t) => {
  const project = new DevelopedProject(t, { checksTypes: false });
  project.write('kubeconfig', 'current-context: production\n');
  assert.match(
    await refused(project),
    /^2 vmgen: the file kubeconfig is not of vmgen dev, which writes this file: move it away\n/,
  );
  assert.equal(project.read('kubeconfig'), 'current-context: production\n');
  rmSync(project.path('kubeconfig'));
  mkdirSync(project.path('kubeconfig'));
  assert.match(await refused(project), /^2 vmgen: the file kubeconfig is not of vmgen dev/);
  rmSync(project.path('kubeconfig'), { recursive: true });

  project.write('node_modules/.vmgen-dev', '');
  const unusable = /^2 vmgen: node_modules\/\.vmgen-dev cannot be used: it is a file\n/;
  assert.match(await refused(project), unusable);
  rmSync(project.path('node_modules/.vmgen-dev'));

  rmSync(project.path('node_modules/@vmgen/apiserver'));
  assert.match(
    await refused(project),
    /^2 vmgen: @vmgen\/apiserver is not installed in this project: run npm install, or npm install --save-dev @vmgen\/apiserver, or use a cluster with --context NAME\n/,
  );
  rmSync(project.path('node_modules/typescript'));
  assert.match(
    await refused(project),
    /^2 vmgen: typescript is not installed in this project: run npm install\n/,
  );
  project.edit('package.json', (text) => text.replace('node dist/src/main.js', 'node x && node y'));
  assert.match(
    await refused(project),
    /^2 vmgen: vmgen dev starts the operator with the script start/,
  );
  rmSync(project.path('vmgen.config.json'));
  assert.match(await refused(project), /^2 vmgen: vmgen dev needs a project of vmgen init/);
  assert.equal(existsSync(project.path('generated')), false);
  await project.leavesNothing();
});

test(
  'a full disk is reported, and a key tries again',
  { skip: process.getuid?.() !== 0 },
  async (t) => {
    const project = new DevelopedProject(t, { checksTypes: false });
    mkdirSync(project.path('generated'));
    const mounted = spawn('mount', [
      '-t',
      'tmpfs',
      '-o',
      'size=40k',
      'tmpfs',
      project.path('generated'),
    ]);
    const [code] = (await once(mounted, 'exit')) as [number | null];
    if (code !== 0) return t.skip('no file system can be mounted here');
    try {
      const terminal = project.start();
      await terminal.shows(/compiler +failed[^]*the disk is full/);
      await once(spawn('mount', ['-o', 'remount,size=10m', project.path('generated')]), 'exit');
      terminal.type('r');
      await project.ready(terminal);
      await project.quit(terminal);
    } finally {
      await once(spawn('umount', ['--lazy', project.path('generated')]), 'exit');
    }
  },
);
