// @ts-check
// Runs the main job on the embedded API server: generates, applies a VirtualMachine, watches it become Active, deletes
// it, and shows that nothing is left.
// Usage: npm run demo [-- --keep]   --keep runs until Ctrl-C, for your own kubectl
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { createApiServer, startHttpsServer } from '@vmgen/apiserver';
import { createDockerDriver } from '@vmgen/controller';
import { ApiError, isNotFound } from '@vmgen/runtime';

const ROOT = path.join(import.meta.dirname, '..');
const API = '/apis/cloudnative.tw/v1alpha1';
const MACHINES = `${API}/namespaces/default/virtualmachines`;
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const SHOP = '/api/v1/namespaces/shop';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/shop/deployments';
const REPLICA_SETS = '/apis/apps/v1/namespaces/shop/replicasets';
const ACTIVE_TIMEOUT_MS = 120_000;
const DELETED_TIMEOUT_MS = 30_000;

const { keep } = options();
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interrupted.abort());

try {
  await demo();
} catch (error) {
  if (!interrupted.signal.aborted) {
    console.error(`demo: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

async function demo() {
  const folder = await mkdtemp(path.join(tmpdir(), 'vmgen-demo-'));
  try {
    say('Generate the code: npx vmgen generate --groups cloudnative:v1alpha1 --out generated');
    await runToEnd(
      'generator/bin/vmgen.cjs',
      '--groups',
      'cloudnative:v1alpha1',
      '--out',
      'generated',
    );

    const server = createApiServer({ garbageCollection: true });
    const running = await startHttpsServer(server);
    const kubeconfig = path.join(folder, 'kubeconfig');
    await running.writeKubeconfig(kubeconfig);
    say(`Embedded API server: ${running.url}`);
    try {
      await walk(server, kubeconfig, path.join(folder, 'controller.log'));
    } finally {
      await running.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {import('@vmgen/apiserver').ApiServer} server @param {string} kubeconfig @param {string} log */
async function walk(server, kubeconfig, log) {
  const crd = path.join('generated', 'crds', 'cloudnative.tw_virtualmachines.yaml');
  say(`kubectl apply -f ${crd}`);
  await apply(
    server,
    crd,
    '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/virtualmachines.cloudnative.tw',
  );

  const engine = await dockerEngine();
  const driver = engine === undefined ? 'fake' : 'docker';
  say(
    engine === undefined
      ? 'No Docker Engine found: the fake driver keeps machines in memory'
      : `Docker Engine ${engine}: machines are containers`,
  );
  say(`vm-controller --kubeconfig ${kubeconfig} --vm-driver ${driver}`);
  const controller = startController(kubeconfig, driver, log);
  try {
    say(`Status page: http://127.0.0.1:${await controller.port}/status`);
    const manifest = path.join('deploy', 'examples', 'test-vm.yaml');
    say(`kubectl apply -f ${manifest}`);
    await apply(server, manifest, `${MACHINES}/test-vm`);
    try {
      say('kubectl get vms -w');
      await watchUntilActive(server, controller.ended, log);
      if (keep) await keepRunning(kubeconfig);
    } catch (error) {
      // Report the first error; cleaning up needs a running controller.
      await removeAll(server, controller.ended).catch((left) => console.error(left.message));
      throw error;
    }
    await removeAll(server, controller.ended);
    await showNothingIsLeft(server, driver);
    await showDeletions(server);
  } finally {
    await controller.stop();
  }
}

/** Shows the rows of a watch until the machine is Active with its usage. */
async function watchUntilActive(server, controllerEnded, log) {
  const signal = AbortSignal.any([
    interrupted.signal,
    controllerEnded,
    AbortSignal.timeout(ACTIVE_TIMEOUT_MS),
  ]);
  const path = `${MACHINES}?watch=true`;
  const response = await server.handle({ method: 'GET', path, headers: { accept: TABLE }, signal });
  const print = tablePrinter();
  try {
    for await (const line of createInterface({ input: Readable.from(response.body) })) {
      const row = print(JSON.parse(line).object);
      if (row?.Status === 'Active' && row.CPU !== '' && row.Memory !== '') return;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  if (interrupted.signal.aborted) return;
  console.error(await readFile(log, 'utf8'));
  throw new Error('the VirtualMachine did not become Active; the log of the controller is above');
}

/** Also removes machines that users created: without the server, nothing would remove their containers. */
async function removeAll(server, controllerEnded) {
  const deadline = Date.now() + DELETED_TIMEOUT_MS;
  while (Date.now() < deadline && !controllerEnded.aborted) {
    const { items } = await request(server, 'GET', `${API}/virtualmachines`);
    if (items.length === 0) return;
    for (const { metadata } of items) {
      if (metadata.deletionTimestamp === undefined) await remove(server, metadata);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('a VirtualMachine still exists after its deletion');
}

async function remove(server, { namespace, name }) {
  say(`kubectl delete vm ${name}${namespace === 'default' ? '' : ` --namespace ${namespace}`}`);
  try {
    await request(server, 'DELETE', `${API}/namespaces/${namespace}/virtualmachines/${name}`);
  } catch (error) {
    // Another client deleted it first.
    if (!isNotFound(error)) throw error;
  }
}

async function showNothingIsLeft(server, driver) {
  say('kubectl get vms');
  const { items } = await request(server, 'GET', MACHINES);
  console.log(items.length === 0 ? 'No resources found in default namespace.' : items);
  if (driver !== 'docker') return;
  const cluster = await request(server, 'GET', '/api/v1/namespaces/kube-system');
  const docker = createDockerDriver({ cluster: cluster.metadata.uid });
  const left = await docker.listServers({ signal: AbortSignal.timeout(10_000) });
  say(`Containers left: ${left.length}`);
  if (left.length > 0) throw new Error('containers of the demo still exist');
}

/**
 * Shows that a ReplicaSet is deleted with its Deployment, and everything else with the namespace.
 *
 * @param {import('@vmgen/apiserver').ApiServer} server
 */
async function showDeletions(server) {
  const send = (method, url, body) => request(server, method, url, {}, body);
  const create = (url, object) => send('POST', url, JSON.stringify(object));
  say('kubectl create namespace shop');
  await create('/api/v1/namespaces', { metadata: { name: 'shop' } });
  say('kubectl create --namespace shop -f: a Deployment, a ReplicaSet that it owns, a ConfigMap');
  const labels = { app: 'web' };
  const template = {
    metadata: { labels },
    spec: { containers: [{ name: 'web', image: 'nginx' }] },
  };
  const spec = { selector: { matchLabels: labels }, template };
  const deployment = await create(DEPLOYMENTS, { metadata: { name: 'web' }, spec });
  const { apiVersion, kind } = deployment;
  const { name, uid } = deployment.metadata;
  const ownerReferences = [{ apiVersion, kind, name, uid, controller: true }];
  await create(REPLICA_SETS, { metadata: { name: 'web-1', ownerReferences }, spec });
  await create(`${SHOP}/configmaps`, { metadata: { name: 'prices' } });

  say('kubectl delete deployment web --namespace shop');
  await send('DELETE', `${DEPLOYMENTS}/web`);
  say('kubectl get replicasets --namespace shop');
  const { items } = await send('GET', REPLICA_SETS);
  console.log(items.length === 0 ? 'No resources found in shop namespace.' : items);

  say('kubectl delete namespace shop');
  await send('DELETE', SHOP);
  const namespaces = await send('GET', '/api/v1/namespaces');
  const isGone = namespaces.items.every(({ metadata }) => metadata.name !== 'shop');
  if (items.length > 0 || !isGone) throw new Error('deleted objects still exist');
}

/** @param {string} kubeconfig */
async function keepRunning(kubeconfig) {
  if (interrupted.signal.aborted) return;
  say('Running until Ctrl-C. In another terminal:');
  console.log(`export KUBECONFIG=${kubeconfig}\nkubectl get vms -w`);
  // The server's socket keeps the process alive meanwhile.
  await once(interrupted.signal, 'abort');
}

/** Returns the version of the engine at DOCKER_HOST or the default socket; undefined if no engine answers. */
async function dockerEngine() {
  try {
    const docker = createDockerDriver({ cluster: 'demo' });
    return await docker.engineVersion({ signal: AbortSignal.timeout(3_000) });
  } catch {
    return undefined;
  }
}

/** @param {string} kubeconfig @param {string} driver @param {string} log */
function startController(kubeconfig, driver, log) {
  const bin = path.join(ROOT, 'controller/bin/vm-controller.js');
  const args = [bin, '--kubeconfig', kubeconfig, '--vm-driver', driver, '-v', '2'];
  args.push('--health-port', '0', '--status-page');
  // In its own process group: Ctrl-C ends the demo, which then ends the controller.
  const child = spawn(process.execPath, args, {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child.stderr.pipe(createWriteStream(log));
  const port = new Promise((resolve) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      const [, found] = /"serving probes and metrics".* port=(\d+)/.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  const ended = new AbortController();
  const exit = once(child, 'exit').then(() => ended.abort());
  return {
    ended: ended.signal,
    /** The port of the probes and the status page. */
    port: Promise.race([port, exit.then(() => undefined)]),
    async stop() {
      child.kill('SIGTERM');
      await exit;
    },
  };
}

/** @param {string} script @param {string[]} args */
async function runToEnd(script, ...args) {
  const child = spawn(process.execPath, [path.join(ROOT, script), ...args], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${script} ended with exit code ${code}`);
}

/** Server-side apply of a file, as kubectl does it. */
async function apply(server, file, url) {
  const body = await readFile(path.join(ROOT, file), 'utf8');
  const headers = { 'content-type': 'application/apply-patch+yaml' };
  return request(server, 'PATCH', `${url}?fieldManager=demo&force=true`, headers, body);
}

/** @param {import('@vmgen/apiserver').ApiServer} server @param {'GET' | 'PATCH' | 'DELETE'} method */
async function request(server, method, url, headers = {}, body = undefined) {
  const response = await server.handle({ method, path: url, headers, body });
  const answer = JSON.parse(await response.text());
  if (response.status >= 400) throw new ApiError(answer);
  return answer;
}

/** Prints the rows of Table objects as kubectl does; returns the last row by column name. */
function tablePrinter() {
  /** @type {{ name: string, priority: number }[]} */
  let columns = [];
  const widths = [12, 12, 6, 9, 6];
  const line = (cells) =>
    console.log(
      cells
        .map((cell, at) => String(cell).padEnd(widths[at] ?? 0))
        .join('')
        .trimEnd(),
    );
  return (table) => {
    if (columns.length === 0) {
      columns = table.columnDefinitions;
      line(shown(columns).map(({ name }) => name.toUpperCase()));
    }
    let last;
    for (const { cells } of table.rows ?? []) {
      line(
        shown(columns.map((column, at) => ({ ...column, cell: cells[at] ?? '' }))).map(
          ({ cell }) => cell,
        ),
      );
      last = Object.fromEntries(columns.map(({ name }, at) => [name, cells[at] ?? '']));
    }
    return last;
  };
}

/** @template {{ priority: number }} T @param {T[]} columns */
function shown(columns) {
  return columns.filter(({ priority }) => priority === 0);
}

/** @param {string} text */
function say(text) {
  console.log(`\n> ${text}`);
}

function options() {
  try {
    return parseArgs({ options: { keep: { type: 'boolean', default: false } } }).values;
  } catch (error) {
    console.error(
      `demo: ${error instanceof Error ? error.message : error}\nUsage: npm run demo [-- --keep]`,
    );
    process.exit(2);
  }
}
