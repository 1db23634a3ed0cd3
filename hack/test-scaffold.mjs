// @ts-check
// From an empty folder and packed packages to a running operator: creates a project as `npm create vmgen` does, builds,
// tests and runs it on the embedded API server, builds its images without Docker, and compares its manifests as kubectl,
// kustomize and Helm read them. Then it changes the project: a second run changes nothing, a changed file is kept, and kinds
// and versions and webhooks are added, which the embedded server calls in the bundled operator. Prints the seconds of each step.
// Usage: node hack/test-scaffold.mjs FOLDER_OF_PACKED_PACKAGES
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseAllDocuments } from 'yaml';
import { noteExplorations } from '../test/test-report.mjs';
import { buildImage } from './build-image.mjs';
import { checkSbom, testBundle } from './test-bundle.mjs';

const TIMEOUT_MS = 30_000;
const [packages] = process.argv.slice(2);
if (packages === undefined) throw new Error('usage: node hack/test-scaffold.mjs FOLDER');

const folder = mkdtempSync(path.join(tmpdir(), 'vmgen-scaffold-'));
const project = path.join(folder, 'site-operator');
/** @type {import('node:child_process').ChildProcess[]} */
const started = [];

try {
  mkdirSync(project);
  cpSync(packages, path.join(project, 'packages'), { recursive: true });
  const began = performance.now();
  await step('create', create);
  await step('npm install', () => run('npm install'));
  await step('npm run build', () => run('npm run build'));
  await step('npm test', () => noteExplorations('the project of vmgen init', run('npm test')));
  await step('run', () => reconcile('node dist/src/main.js'));
  console.log(`from an empty folder to a reconciling operator: ${seconds(began)}`);
  await step('check', () => run('npm run check'));
  await step('doctor', () => run('npx vmgen doctor'));
  await step('image', image);
  await step('bundle', () => testBundle({ project, folder, run, stop, freePort, reconcile }));
  await step('manifests', compareManifests);
  await step('second run', secondRun);
  await step('permissions', permissions);
  await step('add', add);
  await step('add controller', addController);
  await step('add webhook', addWebhook);
  await step('admission', admission);
  await step('manifests', compareManifests);
  await step('values', rejectValues);
} finally {
  await stop();
  rmSync(folder, { recursive: true, force: true });
}

/** @param {string} name @param {() => unknown} work */
async function step(name, work) {
  const began = performance.now();
  await work();
  console.log(`${name.padEnd(14)} ${seconds(began)}`);
}

/** @param {number} began */
function seconds(began) {
  return `${((performance.now() - began) / 1000).toFixed(1)} s`;
}

/** What `npm create vmgen` does, with packages from files. */
function create() {
  const names = ['create-vmgen-[0-9]', 'vmgen-[0-9]', 'vmgen-base', 'vmgen-crd', 'vmgen-runtime'];
  const files = [...names, 'vmgen-cel'].map((name) => `--package=$(ls ./packages/${name}*.tgz)`);
  const flags = '--group web.example.com --kind Site --packages packages';
  run(`npm exec --yes ${files.join(' ')} -- create-vmgen . ${flags}`);
}

/** Runs the operator on the embedded API server until the sample is ready. @param {string} operator */
async function reconcile(operator) {
  const server = 'npx vmgen-apiserver --crds generated/crds --write-kubeconfig kubeconfig';
  await start(server.replace('npx ', 'node_modules/.bin/'));
  await start(operator);
  const text = readFileSync(path.join(project, 'samples/site.yaml'), 'utf8');
  const [sample] = objectsOf(text);
  writeFileSync(
    path.join(project, 'apply.mjs'),
    `import { createHttpTransport, loadKubeConfig, waitConditions, waitFor } from '@vmgen/runtime';
import { createConfigMapClient } from '@vmgen/kubernetes/core/v1';
import { createClientset } from './dist/generated/clientset.js';
const transport = createHttpTransport(await loadKubeConfig());
const sites = createClientset(transport).webV1.sites('default');
const site = await sites.create(${JSON.stringify(sample)});
await waitFor(sites, site.metadata.name, waitConditions.is('Ready'), { timeoutMs: 20_000 });
const configMap = await createConfigMapClient(transport, 'default').get('site-' + site.metadata.name);
console.log(configMap.data.message);
await transport.close();
`,
  );
  assert.equal(run('KUBECONFIG=kubeconfig node apply.mjs'), `${sample.spec.message}\n`);
  rmSync(path.join(project, 'apply.mjs'));
}

/** The image starts, and its Node modules are only those of production. */
async function image() {
  const built = buildImage(project, path.join(folder, 'image'), (command, cwd) =>
    run(command, cwd),
  );
  const modules = readdirSync(path.join(built, 'node_modules'));
  assert.ok(!modules.includes('typescript') && !modules.includes('vmgen'), modules.join(' '));
  assert.deepEqual(readdirSync(path.join(built, 'node_modules/@vmgen')).sort(), [
    'kubernetes',
    'manager',
    'runtime',
  ]);
  assert.ok(!existsSync(path.join(built, 'dist/generated/testing')));
  await checkSbom(built);
  // Without a cluster, the process ends with 1 and a message of its own.
  const env = { ...process.env, KUBECONFIG: '/nowhere', SERVER_PORT: '0' };
  const { status, stderr } = spawnSync('node', ['dist/src/main.js'], { cwd: built, env });
  assert.equal(status, 1);
  assert.match(String(stderr), /site-operator failed/);
}

/** The test of the controller needs exactly the permissions of the markers. */
function permissions() {
  const report = run('npx vmgen rbac --from-run 2>/dev/null');
  assert.equal(report, 'the tests need exactly the permissions of the roles\n');
}

/** Adds webhooks with the markers that `add webhook` writes, and for markers of the API package. */
function addWebhook() {
  assert.match(run('npx vmgen add webhook Site'), /^\+ {2}addSiteWebhook\(manager\);$/m);
  assert.match(run('npx vmgen add webhook Site'), /^nothing to change$/m);
  const doc = path.join(project, 'apis/rules/v1alpha1/doc.ts');
  const marker =
    '// +kubebuilder:webhook:path=/mutate-rules-example-com-v1alpha1-rule,mutating=true,failurePolicy=fail,' +
    'sideEffects=None,groups=rules.example.com,resources=rules,verbs=create,versions=v1alpha1,' +
    'name=rules.rules.example.com,admissionReviewVersions=v1';
  const text = readFileSync(doc, 'utf8');
  writeFileSync(doc, text.replace('export {}', `${marker}\nexport {}`));
  run('npx vmgen add webhook Rule');
  const rule = readFileSync(path.join(project, 'src/webhooks/rule.ts'), 'utf8');
  assert.doesNotMatch(rule, /kubebuilder:webhook|validate/);
  run('npx vmgen add webhook SitePolicy --validate');
  const policy = readFileSync(path.join(project, 'src/webhooks/site-policy.ts'), 'utf8');
  assert.doesNotMatch(policy, /mutate/);
  run('npm run build');
  run('npm test');
  run('npm run check');
}

/** The embedded server calls the operator, which creates its certificate with the permissions of the deployment. */
async function admission() {
  await stop();
  const port = await freePort();
  const service = 'site-operator-system/site-operator-webhooks';
  const server =
    'node_modules/.bin/vmgen-apiserver --crds generated/crds --write-kubeconfig kubeconfig';
  await start(`${server} --service ${service}=https://127.0.0.1:${port}`);
  const install = readFileSync(path.join(project, 'generated/install.yaml'), 'utf8');
  const objects = objectsOf(install).filter(({ kind }) => /^Namespace$|Webhook/.test(kind));
  const [sample] = objectsOf(readFileSync(path.join(project, 'samples/site.yaml'), 'utf8'));
  const program = path.join(project, 'admission.mjs');
  writeFileSync(
    program,
    `import assert from 'node:assert/strict';
import { createHttpTransport, isForbidden, isInvalid, loadKubeConfig } from '@vmgen/runtime';
import { createClientset } from './dist/generated/clientset.js';
const transport = createHttpTransport(await loadKubeConfig());
for (const body of ${JSON.stringify(objects)}) {
  const group = body.apiVersion === 'v1' ? '/api' : '/apis';
  const path = group + '/' + body.apiVersion + '/' + body.kind.toLowerCase() + 's';
  const headers = { 'content-type': 'application/json' };
  const { status } = await transport.request({ method: 'POST', path, headers, body: JSON.stringify(body) });
  assert.equal(status, 201);
}
const sites = createClientset(transport).webV2.sites('default');
const sample = { spec: ${JSON.stringify(sample.spec)} };
const annotation = 'web.example.com/protected';
// Until the operator has started, the call fails.
for (let tries = 0; ; tries++) {
  try {
    const { metadata } = await sites.create({ metadata: { name: 'a' }, ...sample });
    assert.equal(metadata.annotations?.[annotation], 'false');
    break;
  } catch (error) {
    if (tries > 40) throw error;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
const protect = (value) => sites.mergePatch('a', { metadata: { annotations: { [annotation]: value } } });
await assert.rejects(protect('maybe'), isInvalid);
await protect('true');
await assert.rejects(sites.delete('a'), isForbidden);
await protect('false');
await sites.delete('a');
await transport.close();
`,
  );
  const variables = `POD_NAMESPACE=site-operator-system SERVER_PORT=0 WEBHOOK_PORT=${port}`;
  run('npm run bundle');
  const running = start(`env ${variables} node --enable-source-maps dist/bundle/main.mjs`);
  run('KUBECONFIG=kubeconfig node admission.mjs');
  await running;
  rmSync(program);
}

/** kubectl, kustomize and Helm read the same objects, with and without cert-manager and settings of the pods. */
function compareManifests() {
  const golden = path.join(import.meta.dirname, '../generator/testdata/operator/vmgen.config.json');
  const {
    name: _name,
    image: _image,
    ...settings
  } = JSON.parse(readFileSync(golden, 'utf8')).operator;
  compareWith({ serviceMonitor: true });
  compareWith({ ...settings, certManager: true });
}

/** Helm rejects values that would render an invalid or another deployment. */
function rejectValues() {
  const tool = helm();
  if (tool === undefined) return console.log('skipped: helm is not available');
  const template = [tool, 'template', 'site-operator', 'generated/chart'].join(' ');
  run(`${template} --set memoryMiB=256,env[0].name=A,env[0].value=b`);
  for (const flag of [
    '--set memoryMiB=256Mi',
    '--set memoryMiB=80',
    '--set memoryMib=256',
    '--set-string certManager=false',
    '--set-string replicas=3',
    '--set resources.limits.memory=1Gi',
    '--set resources=null',
    '--set env[0].name=NODE_OPTIONS',
    '--set nodeSelector.a=true',
  ]) {
    assert.throws(
      () => run(`${template} ${flag} 2>&1`),
      /values don't meet the specifications/,
      flag,
    );
  }
}

/** @param {object} settings of the operator */
function compareWith(settings) {
  const config = path.join(project, 'vmgen.config.json');
  const text = readFileSync(config, 'utf8');
  const { operator, ...rest } = JSON.parse(text);
  writeFileSync(config, JSON.stringify({ ...rest, operator: { ...operator, ...settings } }));
  run('npm run generate');
  const read = (/** @type {string} */ manifests) =>
    objectsOf(manifests)
      .filter(({ kind }) => kind !== 'Namespace')
      .map(withoutHelmPolicy)
      .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const install = read(readFileSync(path.join(project, 'generated/install.yaml'), 'utf8'));
  const tools = {
    kubectl: spawnSync('kubectl', ['version', '--client']).status === 0 ? 'kubectl' : undefined,
    helm: helm(),
  };
  for (const [name, tool] of Object.entries(tools)) {
    if (tool === undefined) {
      console.log(`skipped: ${name} is not available`);
      continue;
    }
    const command =
      name === 'kubectl'
        ? `${tool} kustomize generated`
        : `${tool} template site-operator generated/chart --namespace site-operator-system`;
    assert.deepEqual(read(run(command)), install, name);
  }
  writeFileSync(config, text);
  run('npm run generate');
}

function helm() {
  const { status, stdout } = spawnSync(path.join(import.meta.dirname, 'setup.sh'), ['helm'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return status === 0 ? stdout.trim() : undefined;
}

/** A run without changes writes nothing; a changed file is kept and shown. */
function secondRun() {
  const before = textsOf(project);
  assert.equal(run('npx vmgen init'), 'nothing to change\n');
  assert.deepEqual(textsOf(project), before);
  appendFileSync(path.join(project, 'Dockerfile'), 'LABEL mine=true\n');
  rmSync(path.join(project, 'AGENTS.md'));
  assert.match(run('npx vmgen init 2>&1'), /^\+\+\+ Dockerfile.*^-LABEL mine=true$/ms);
  assert.match(readFileSync(path.join(project, 'Dockerfile'), 'utf8'), /LABEL mine=true/);
  assert.ok(existsSync(path.join(project, 'AGENTS.md')));
  assert.throws(() => run('npx vmgen init --check 2>&1'), /status 1.*Dockerfile/s);
  run('npx vmgen init --force');
  assert.deepEqual(textsOf(project), before);
}

/** Adds kinds and a version; the project builds, tests and passes its check. */
function add() {
  run('npx vmgen add kind SitePolicy');
  run(
    'npx vmgen add kind Rule --group rules.example.com --api-version v1alpha1 --namespaced=false',
  );
  run('npx vmgen add version v2 --group web.example.com');
  assert.match(run('npx vmgen add monitoring'), /^wrote monitoring\/alerts\.yaml$/m);
  assert.equal(run('npx vmgen add monitoring'), 'nothing to change\n');
  run('npm run build');
  run('npm test');
  run('npm run check');
  const crd = path.join(project, 'generated/crds/web.example.com_sites.yaml');
  const [{ spec }] = objectsOf(readFileSync(crd, 'utf8'));
  const versions = spec.versions.map(
    (/** @type {{ name: string, storage: boolean }} */ { name, storage }) => [name, storage],
  );
  assert.deepEqual(versions, [
    ['v2', false],
    ['v1', true],
  ]);
}

/** Imports a kind of another project, and adds a controller; the project builds, tests and passes its check. */
function addController() {
  const crd = 'certificates.cert-manager.io.yaml';
  cpSync(
    path.join(import.meta.dirname, '../generator/testdata/crds', crd),
    path.join(project, crd),
  );
  assert.match(
    run(`npx vmgen import ${crd}`),
    /^added cert-manager:v1 to groups of vmgen\.config\.json\n.*externalGroups.*\nnext: npm run generate$/m,
  );
  const added = run('npx vmgen add controller Certificate');
  assert.match(added, /^\+ {2}addCertificateController\(manager\);$/m);
  assert.match(run('npx vmgen add controller Certificate'), /^nothing to change$/m);
  run('npm run build');
  run('npm test');
  run('npm run check');
  permissions();
}

/** @param {string} text @returns {any[]} */
function objectsOf(text) {
  return parseAllDocuments(text)
    .map((document) => document.toJS())
    .filter((object) => object !== null);
}

/** @param {any} object */
function keyOf({ kind, metadata }) {
  return `${kind} ${metadata.name}`;
}

/** Only Helm reads it. @param {any} object */
function withoutHelmPolicy(object) {
  const { annotations: { 'helm.sh/resource-policy': _, ...annotations } = {}, ...metadata } =
    object.metadata;
  const isEmpty = Object.keys(annotations).length === 0;
  return { ...object, metadata: isEmpty ? metadata : { ...metadata, annotations } };
}

/** The texts of the files of the project, by path. @param {string} root */
function textsOf(root) {
  const skipped = /^(?:node_modules|packages|dist)(?:\/|$)/;
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((file) => !skipped.test(file))
    .sort();
  return new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
}

/** @param {string} command */
function run(command, cwd = project) {
  const env = { ...process.env, npm_config_prefer_offline: 'true', npm_config_audit: 'false' };
  const { status, stdout } = spawnSync('bash', ['-c', command], {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${command} ends with status ${status}\n${stdout}`);
  return stdout;
}

/** Ends the servers. */
async function stop() {
  for (const child of started.splice(0).reverse()) {
    if (child.exitCode !== null) continue;
    child.kill('SIGINT');
    await once(child, 'exit');
  }
}

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Starts a server, and waits for its first output. @param {string} command */
async function start(command) {
  const child = spawn('bash', ['-c', `exec ${command} 2>&1`], {
    cwd: project,
    env: { ...process.env, KUBECONFIG: 'kubeconfig' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${command} ended with ${code} before its first output`);
  });
  await Promise.race([
    once(child.stdout, 'data'),
    ended,
    sleep(TIMEOUT_MS, undefined, { ref: false }),
  ]);
  ended.catch(() => undefined);
  // Later output must not fill the pipe.
  child.stdout.resume();
}
