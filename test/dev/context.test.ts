import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, connect, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { createDynamicClient } from '@vmgen/runtime/discovery';
import { startChild } from '../support/child.js';
import { startBareEmbeddedCluster } from '../support/embedded-cluster.js';
import { VMGEN } from '../support/linked-project.js';
import { PseudoTerminal } from '../support/pseudo-terminal.js';
import { listen } from '../support/listen.js';
import { DevelopedProject, MAIN, TYPES } from './developed-project.js';

/** A cluster that can be disconnected, and a kubeconfig whose current context is another one. */
class RemoteCluster {
  readonly #sockets = new Set<Socket>();
  readonly #target: number;
  #server: Server | undefined;
  port = 0;

  constructor(target: number) {
    this.#target = target;
  }

  async open(): Promise<void> {
    const server = createServer((socket) => {
      const other = connect(this.#target, '127.0.0.1');
      for (const each of [socket, other]) {
        this.#sockets.add(each);
        each
          .on('error', () => undefined)
          .once('close', () => {
            this.#sockets.delete(each);
            socket.destroy();
            other.destroy();
          });
      }
      socket.pipe(other).pipe(socket);
    });
    this.#server = server;
    if (this.port === 0) this.port = await listen(server);
    else await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
  }

  close(): void {
    this.#server?.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}

async function remoteCluster(t: TestContext) {
  const cluster = await startBareEmbeddedCluster();
  t.after(() => cluster.stop());
  const text = readFileSync(cluster.kubeconfig, 'utf8');
  const port = Number(/https:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1]);
  const remote = new RemoteCluster(port);
  await remote.open();
  t.after(() => remote.close());
  const folder = mkdtempSync(path.join(tmpdir(), 'vmgen-dev-context-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const kubeconfig = path.join(folder, 'config');
  const content = text
    .replaceAll(`:${port}`, `:${remote.port}`)
    .replace('current-context: vmgen', 'current-context: other')
    .replace('  - name: vmgen\n    context:', '  - name: remote\n    context:');
  writeFileSync(kubeconfig, content);
  return { cluster, remote, environment: { KUBECONFIG: kubeconfig } };
}

test('a cluster of the user is changed only after a confirmation', async (t) => {
  const project = new DevelopedProject(t, { checksTypes: false });
  const { cluster, remote, environment } = await remoteCluster(t);
  const args = ['--context', 'remote'];
  const loop = project.path('generated/crds/loop.yaml');
  mkdirSync(path.dirname(loop), { recursive: true });
  symlinkSync('loop.yaml', loop);

  const child = startChild(process.execPath, [VMGEN, 'dev', ...args], environment, project.folder);
  assert.equal(await child.exited, 2);
  await child.closed;
  assert.match(child.stdout(), new RegExp(`context remote: https://127.0.0.1:${remote.port}\n`));
  assert.match(
    child.stdout(),
    /^ {2}generated\/crds\/loop\.yaml cannot be read: its symbolic links form a loop$/m,
  );
  rmSync(loop);
  assert.match(child.stderr(), /^vmgen: this needs a confirmation on a terminal: add --yes/);

  const refused = project.start(args, { environment });
  await refused.shows(/Continue\? \[y\/N\]/);
  refused.type('n\r');
  assert.equal(await refused.ends(), 1);

  const toFile = new PseudoTerminal(
    ['sh', '-c', 'exec "$@" > output', 'sh', process.execPath, VMGEN, 'dev', ...args],
    { folder: project.folder, environment },
  );
  const asked = await toFile.shows(/Continue\? \[y\/N\]/);
  assert.match(asked, new RegExp(`context remote: https://127.0.0.1:${remote.port}\n`));
  toFile.type('n\r');
  assert.equal(await toFile.ends(), 1);

  const crds = await createDynamicClient(cluster.server.transport).forObject({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
  });
  assert.deepEqual((await crds.list()).items, []);

  const terminal = project.start(args, { environment });
  await terminal.shows(/Continue\? \[y\/N\]/);
  terminal.type('yes\r');
  await project.ready(terminal);
  assert.match(terminal.screen.text(), /cluster +connected +remote +https:/);
  assert.equal((await crds.list()).items.length, 1);
  terminal.type('q');
  assert.equal(await terminal.ends(), 0);
  await project.leavesNothing();
  assert.equal((await crds.list()).items.length, 1);
});

test('breaking changes wait for a key, and a cluster that was lost comes back', async (t) => {
  const project = new DevelopedProject(t, { checksTypes: false });
  const { cluster, remote, environment } = await remoteCluster(t);
  const terminal = await project.startReady(['--context', 'remote', '--yes'], { environment });
  const crds = await createDynamicClient(cluster.server.transport).forObject({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
  });
  const served = async (): Promise<string> =>
    JSON.stringify(await crds.get('sites.web.example.com'));

  project.edit(TYPES, (text) => text.replace('  message: string;', '$&\n  needed: string;'));
  const waiting = await terminal.shows(/crds +not updated .*1 breaking.*u updates/);
  assert.match(waiting, /^breaking: sites\.web\.example\.com v1 spec\.needed/m);
  assert.doesNotMatch(await served(), /needed/);
  terminal.type('u');
  await terminal.shows(/crds +1 installed/);
  assert.match(await served(), /needed/);

  remote.close();
  await terminal.shows(/cluster +lost/);
  await remote.open();
  await terminal.shows(/cluster +connected/);
  await project.ready(terminal);
  await terminal.shows(/^role: leader$/m, 40_000);
  terminal.type('\u0003');
  assert.equal(await terminal.ends(), 0);
  await project.leavesNothing();
});

test('a context that is defined again as another cluster is not used without a confirmation', async (t) => {
  const project = new DevelopedProject(t, { checksTypes: false });
  const { environment } = await remoteCluster(t);
  const other = await startBareEmbeddedCluster();
  t.after(() => other.stop());
  const terminal = await project.startReady(['--context', 'remote', '--yes'], { environment });

  const text = readFileSync(other.kubeconfig, 'utf8');
  writeFileSync(
    environment.KUBECONFIG,
    text.replace('  - name: vmgen\n    context:', '  - name: remote\n    context:'),
  );
  const server = /https:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0] ?? '';
  terminal.type('r');
  const shown = await terminal.shows(/operator +crashed/);
  const message = `operator: the context remote has another server now, ${server}: end vmgen dev, and start it again to confirm it`;
  assert.ok(shown.replaceAll('\n', '').includes(message), shown);
  terminal.type('\u0003');
  assert.equal(await terminal.ends(), 0);
  await project.leavesNothing();
});

test('the operator waits for the Lease of the deployed one', async (t) => {
  const project = new DevelopedProject(t, { checksTypes: false });
  const { cluster, environment } = await remoteCluster(t);
  const dynamic = createDynamicClient(cluster.server.transport);
  const metadata = { name: 'site-operator-system' };
  const namespaces = await dynamic.forObject({ apiVersion: 'v1', kind: 'Namespace', metadata });
  await namespaces.create({ apiVersion: 'v1', kind: 'Namespace', metadata });
  const kind = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' };
  const leases = await dynamic.forObject(kind, { namespace: 'site-operator-system' });
  const lease = {
    ...kind,
    metadata: { name: 'site-operator' },
    spec: {
      holderIdentity: 'deployed',
      leaseDurationSeconds: 3600,
      acquireTime: new Date().toISOString().replace('Z', '000Z'),
      renewTime: new Date().toISOString().replace('Z', '000Z'),
      leaseTransitions: 1,
    },
  };
  await leases.create(lease);
  const terminal = await project.startReady(['--context', 'remote', '--yes'], { environment });
  await terminal.shows(/^role: standby, leader deployed$/m);
  terminal.type('\u0003');
  assert.equal(await terminal.ends(), 0);
  await project.leavesNothing();
});

test('the Lease of an operator that a second Ctrl-C kills is released', async (t) => {
  const project = new DevelopedProject(t, { checksTypes: false });
  const { cluster, environment } = await remoteCluster(t);
  const kind = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' };
  const dynamic = createDynamicClient(cluster.server.transport);
  const leases = await dynamic.forObject(kind, { namespace: 'default' });
  // The manager cannot listen to the signal, and so does not release it.
  const deaf = `process.on('SIGTERM', () => {});\nprocess.on = process.once = () => process;\n`;
  project.edit(MAIN, (text) => deaf + text);
  const terminal = await project.startReady(['--context', 'remote', '--yes'], { environment });
  await terminal.shows(/^role: leader$/m);
  assert.equal((await leases.list()).items.length, 1);
  terminal.type('\u0003');
  await terminal.shows(/operator +stopping/);
  terminal.type('\u0003');
  assert.equal(await terminal.ends(), 0);
  assert.deepEqual((await leases.list()).items, []);
  await project.leavesNothing();
});
