import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDynamicClient } from '@vmgen/runtime/discovery';
import { VMGEN } from '../support/linked-project.js';
import { PseudoTerminal } from '../support/pseudo-terminal.js';
import { waitFor } from '../support/wait-for.js';
import { CONTROLLER, CTRL_C, DevelopedProject, SAMPLE, TYPES } from './developed-project.js';

const SITE = { apiVersion: 'web.example.com/v1', kind: 'Site', metadata: { namespace: 'default' } };
const CRD = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' };

test('a session: a sample, changes of code and types, errors and their repair, the pages, and the end', async (t) => {
  const project = new DevelopedProject(t);
  const terminal = await project.startReady();
  assert.equal(terminal.screen.isAlternate, true);
  await using transport = await project.connect();
  const dynamic = createDynamicClient(transport);

  await t.test('the status page of the operator answers', async () => {
    const port = await project.ready(terminal);
    const answer = await fetch(`http://127.0.0.1:${port}/status`);
    assert.match(await answer.text(), /<title>Operator status/);
  });

  await t.test('a key applies the samples', async () => {
    terminal.type('a');
    await terminal.shows(/samples +applied/);
    await terminal.shows(/^sites +[1-9]\d* +0 +0 +0$/m);
    const maps = await dynamic.forObject({ ...SITE, apiVersion: 'v1', kind: 'ConfigMap' });
    const { items } = await maps.list();
    assert.deepEqual(
      items.map((each) => each['data']),
      [{ message: /message: (\w+)/.exec(project.read(SAMPLE))?.[1] }],
    );
  });

  await t.test('a refused sample is reported until the CRD changes', async () => {
    const [message, field] = ['  message: string;', '\n  extra?: string;'];
    project.edit(SAMPLE, (text) => `${text}  extra: a lot\n`);
    terminal.type('a');
    await terminal.shows(/^samples: Site site-sample: /m);
    project.edit(TYPES, (text) => text.replace(message, message + field));
    const text = await terminal.shows(/crds +1 installed +1 safe change; d shows/);
    assert.doesNotMatch(text, /^samples: Site/m);
    project.edit(TYPES, (code) => code.replace(field, ''));
    await terminal.shows(/crds +1 installed +1 breaking change; d shows/);
    project.edit(SAMPLE, (code) => code.replace('  extra: a lot\n', ''));
  });

  await t.test('changed code restarts the operator', async () => {
    const port = await project.ready(terminal);
    project.edit(CONTROLLER, (text) => text.replace('has the text', 'has this text'));
    await project.ready(terminal, port);
    const sites = await dynamic.forObject(SITE);
    await waitFor('the message of the new code', 40_000, async () => {
      const found = JSON.stringify(await sites.get('site-sample'));
      return found.includes('has this text') ? true : undefined;
    });
  });

  await t.test('a changed test does not restart it', async () => {
    const pid = project.pidOf('dist/src/main.js');
    project.edit('src/controllers/site.test.ts', (text) => `${text}\nexport const added = 1;\n`);
    await waitFor('the compiled test', 40_000, () =>
      project.read('dist/src/controllers/site.test.js').includes('added') ? true : undefined,
    );
    await terminal.shows(/tsc +no errors/);
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.equal(project.pidOf('dist/src/main.js'), pid);
  });

  await t.test(
    'a restart is measured without a compilation before that changed nothing',
    async () => {
      const port = await project.ready(terminal);
      const startMs = performance.now();
      terminal.type('r');
      await project.ready(terminal, port);
      const elapsedMs = performance.now() - startMs;
      const [, readyMs] = /operator +ready +after (\d+) ms/.exec(terminal.screen.text()) ?? [];
      assert.ok(Number(readyMs) <= elapsedMs, `after ${readyMs} ms, within ${elapsedMs} ms`);
    },
  );

  await t.test(
    'an object whose reconciles fail is shown with the error, until they succeed',
    async () => {
      const port = await project.ready(terminal);
      const call = 'const [configMap] =';
      project.edit(CONTROLLER, (text) => text.replace(call, "throw new TypeError('no disk');\n$&"));
      const failing = await project.ready(terminal, port);
      await terminal.shows(/^sites +\d+ +[1-9]\d* +0 +1$[^]*default\/site-sample: no disk/m);
      terminal.type('l');
      await terminal.shows(/TypeError: no disk$[^]*^ {4}at /m);
      terminal.type('l');
      project.edit(CONTROLLER, (text) => text.replace("throw new TypeError('no disk');\n", ''));
      await project.ready(terminal, failing);
      const text = await terminal.shows(/^sites +[1-9]\d* +0 +0 +0$/m);
      assert.doesNotMatch(text, /no disk/);
    },
  );

  await t.test('an error in the code is shown, and the operator continues', async () => {
    const pid = project.pidOf('dist/src/main.js');
    project.edit(CONTROLLER, (text) => text.replace('object.spec.message', 'object.spec.massage'));
    await terminal.shows(
      /tsc +1 error[^]*operator +ready .*next: a correction of the code[^]*site\.ts\(\d+,\d+\): error TS2551/,
    );
    assert.equal(project.pidOf('dist/src/main.js'), pid);
    project.edit(CONTROLLER, (code) => code.replace('massage', 'message'));
    const repaired = await terminal.shows(/tsc +no errors/);
    assert.doesNotMatch(repaired, /TS2551/);
  });

  await t.test('an error in a test is shown, and does not keep new code from running', async () => {
    const port = await project.ready(terminal);
    const wrong = 'export const wrong: string = 1;\n';
    project.edit('src/controllers/site.test.ts', (text) => text + wrong);
    await terminal.shows(/tsc +1 error[^]*site\.test\.ts\(\d+,\d+\): error TS2322/);
    project.edit(CONTROLLER, (text) => text.replace('has this text', 'has the text'));
    await project.ready(terminal, port);
    assert.match(terminal.screen.text(), /tsc +1 error/);
    project.edit('src/controllers/site.test.ts', (text) => text.replace(wrong, ''));
    await terminal.shows(/tsc +no errors/);
  });

  await t.test('a new field is served, and an error in a type changes nothing', async () => {
    project.edit(TYPES, (text) => text.replace('  message: string;', '$&\n  more?: string;'));
    await terminal.shows(/crds +1 installed +1 safe change; d shows/);
    const crds = await dynamic.forObject({ ...CRD, metadata: { name: 'x' } });
    const served = async () => JSON.stringify(await crds.get('sites.web.example.com'));
    assert.match(await served(), /"more":\{"type":"string"/);
    terminal.type('d');
    await terminal.shows(/^safe: sites\.web\.example\.com v1 spec\.more: was added$/m);
    terminal.type('d');
    project.edit(TYPES, (text) => text.replace('more?: string', 'more?: Missing'));
    await terminal.shows(
      /compiler +failed[^]*next: a correction of the types[^]*unknown type Missing/,
    );
    assert.match(await served(), /"more":\{"type":"string"/);
    project.edit(TYPES, (text) => text.replace('more?: Missing', 'more?: string'));
    await terminal.shows(/compiler +up to date[^]*tsc +no errors/);
  });

  await t.test('a changed sample waits for the key', async () => {
    project.edit(SAMPLE, (text) => `${text}  more: a lot\n`);
    await terminal.shows(/samples +changed +1 file, a applies/);
    const sites = await dynamic.forObject(SITE);
    assert.doesNotMatch(JSON.stringify(await sites.get('site-sample')), /a lot/);
    terminal.type('a');
    await terminal.shows(/samples +applied/);
    assert.match(JSON.stringify(await sites.get('site-sample')), /a lot/);
  });

  await t.test('the log and the help are pages', async () => {
    terminal.type('l');
    await terminal.shows(/^\d\d:\d\d:\d\d info started the controllers controllers=sites$/m);
    terminal.type('?');
    await terminal.shows(/^x {2}delete the objects of the folder samples; press it twice$/m);
    terminal.type('?');
    await terminal.shows(/^controller +reconciles/m);
  });

  await t.test('nothing is drawn while nothing changes', async () => {
    // Rates are those of the last ten seconds.
    await waitFor('a still screen', 40_000, async () => {
      const { written } = terminal.screen;
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      return terminal.screen.written === written ? true : undefined;
    });
  });

  // While nothing is drawn: what was drawn for the former size would be below the screen.
  await t.test('the screen follows the size of the terminal', async () => {
    terminal.resize(40, 12);
    const text = await terminal.shows(/^\[a\] apply samples {2}\[r\] restart {2}\[l\] log$/m);
    assert.ok(text.split('\n').every((line) => line.length <= 40));
    terminal.resize(100, 30);
    await terminal.shows(/\[q\] quit$/m);
  });

  await t.test('a key that is pressed twice deletes the samples', async () => {
    const sites = await dynamic.forObject(SITE);
    terminal.type('x');
    await terminal.shows(
      /press x again to delete the objects of 1 file in the cluster of kubeconfig/,
    );
    assert.equal((await sites.list()).items.length, 1);
    terminal.type('x');
    await terminal.shows(/samples +deleted/);
    assert.equal((await sites.list()).items.length, 0);
  });

  await t.test('Ctrl-C ends everything', async () => {
    terminal.type(CTRL_C);
    assert.equal(await terminal.ends(), 0);
    assert.equal(terminal.screen.isAlternate, false);
    await project.leavesNothing();
  });
});

test('Ctrl-Z returns to the shell, fg to the screen, and kill ends the children', async (t) => {
  const project = new DevelopedProject(t, { checksTypes: false });
  const { folder } = project;
  const shell = new PseudoTerminal(['bash', '--norc', '--noediting', '-i'], { folder });
  t.after(() => shell.close());
  shell.type(`'${process.execPath}' '${VMGEN}' dev\n`);
  await project.ready(shell);
  shell.type('\u001a');
  await shell.shows(/Stopped/);
  assert.equal(shell.screen.isAlternate, false);
  shell.type('fg\n');
  await project.ready(shell);
  assert.equal(shell.screen.isAlternate, true);
  // As a key: the shell has left its mode to the terminal.
  shell.type('?');
  await shell.shows(/^x {2}delete the objects/m);
  shell.type('q');
  await waitFor('the shell', 20_000, () => (shell.screen.isAlternate ? undefined : true));

  shell.type(`'${process.execPath}' '${VMGEN}' dev\n`);
  await project.ready(shell);
  shell.type('\u001a');
  await shell.shows(/Stopped/);
  shell.type('kill %1\n');
  await waitFor('the end of the children', 20_000, () =>
    /apiserver|tsc|main\.js/.test(JSON.stringify(project.processes())) ? undefined : true,
  );
  // Node restores the mode of the terminal at its end, for which the system stops it in the background. What is typed until
  // then is lost.
  shell.type('fg; exit\n');
  assert.equal(await shell.ends(), 0);
  await project.leavesNothing();
});

test('samples are deleted after they were applied, however fast the keys are pressed', async (t) => {
  const project = new DevelopedProject(t, { checksTypes: false });
  const documents = Array.from(
    { length: 200 },
    (_, index) => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: sample-${index} }\n`,
  );
  project.write(SAMPLE, documents.join('---\n'));
  const terminal = await project.startReady();
  await using transport = await project.connect();
  const maps = await createDynamicClient(transport).forObject({
    ...SITE,
    apiVersion: 'v1',
    kind: 'ConfigMap',
  });
  terminal.type('axx');
  await terminal.shows(/samples +deleted/);
  assert.deepEqual((await maps.list()).items, []);
  terminal.type('xxa');
  await terminal.shows(/samples +applied/);
  assert.equal((await maps.list()).items.length, 200);
  await project.quit(terminal);
});

test('webhooks are served, also after they were added in the session', async (t) => {
  const project = new DevelopedProject(t);
  const terminal = await project.startReady();
  const port = await project.ready(terminal);
  const { execFileSync } = await import('node:child_process');
  execFileSync(process.execPath, ['node_modules/vmgen/bin/vmgen.cjs', 'add', 'webhook', 'Site'], {
    cwd: project.folder,
  });
  await project.ready(terminal, port);
  await terminal.shows(/webhooks +served/);
  await using transport = await project.connect();
  const sites = await createDynamicClient(transport).forObject(SITE);
  await waitFor('a call of the webhook', 20_000, async () => {
    terminal.type('a');
    await new Promise((resolve) => setTimeout(resolve, 300));
    const found = await sites.find('site-sample');
    return found?.metadata.annotations?.['web.example.com/protected'] === 'false'
      ? true
      : undefined;
  });
  terminal.type('q');
  assert.equal(await terminal.ends(), 0);
  await project.leavesNothing();
});
