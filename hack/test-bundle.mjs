// @ts-check
// The part of test-scaffold.mjs that changes the image of a project to a bundle: the bundled operator passes what the other
// one does, without a folder node_modules, and a recording of it is replayed with the source of the program.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { buildImage } from './build-image.mjs';

/**
 * @typedef {object} Tools
 * @property {string} project
 * @property {string} folder for the image
 * @property {(command: string, cwd?: string) => string} run
 * @property {() => Promise<void>} stop
 * @property {() => Promise<number>} freePort
 * @property {(operator: string) => Promise<void>} reconcile starts an API server and the operator, applies the sample and
 *   waits until it is ready
 */

/** Packages are listed if and only if they are in a folder, also inside of other packages. @param {string} app */
export async function checkSbom(app) {
  const components = await componentsOf(path.join(app, 'sbom.cdx.json'));
  const installed = readdirSync(path.join(app, 'node_modules'), {
    recursive: true,
    encoding: 'utf8',
  })
    .filter((file) => /(?:^|node_modules\/)(?:@[^/]+\/)?[^/]+\/package\.json$/.test(file))
    .map((file) => refOf(path.join(app, 'node_modules', file)));
  const inside = insideOf(path.join(app, 'node_modules/@vmgen/manager'));
  assert.deepEqual(components, [...new Set([...installed, ...inside])].sort());
}

/** @param {string} file */
async function componentsOf(file) {
  const text = readFileSync(file, 'utf8');
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot5);
  assert.equal(await validator.validate(text), null);
  /** @type {{ name: string, version: string, licenses: object[] }[]} */
  const components = JSON.parse(text).components;
  for (const { name, licenses } of components) assert.equal(licenses.length, 1, name);
  return components.map(({ name, version }) => `${name}@${version}`);
}

/** @param {string} file */
function refOf(file) {
  const { name, version } = JSON.parse(readFileSync(file, 'utf8'));
  return `${name}@${version}`;
}

/** What the licences of a package say of the packages inside of it. @param {string} folder */
function insideOf(folder) {
  const licences = readFileSync(path.join(folder, 'dist/LICENSES.txt'), 'utf8');
  const sections = licences.split(`\n${'-'.repeat(80)}\n\n`);
  return sections.map((section) => section.slice(0, section.indexOf('\n')).replace(' ', '@'));
}

/** @param {Tools} tools */
export async function testBundle(tools) {
  const { project, folder, run, reconcile, stop, freePort } = tools;
  const config = path.join(project, 'vmgen.config.json');
  const { operator, ...rest } = JSON.parse(readFileSync(config, 'utf8'));
  const image = { bundle: true, distroless: true };
  writeFileSync(config, JSON.stringify({ ...rest, operator: { ...operator, ...image } }, null, 2));
  run('npx vmgen init --force');
  run('npm install --save-dev esbuild');
  run('npm pkg set scripts.bundle="node image/bundle.mjs"');
  run('npm run check');
  await stop();

  const app = buildImage(project, path.join(folder, 'bundled'), (command, cwd) =>
    run(command, cwd),
  );
  const files = ['LICENSES.txt', 'main.mjs', 'main.mjs.map', 'sbom.cdx.json'];
  assert.deepEqual(readdirSync(app).sort(), files);
  await checkContents(tools, app);
  const { status, stderr } = spawnSync('node', [path.join(app, 'main.mjs')], {
    cwd: '/',
    env: { ...process.env, KUBECONFIG: '/nowhere', SERVER_PORT: '0' },
  });
  assert.equal(status, 1);
  assert.match(String(stderr), /site-operator failed/);

  const port = await freePort();
  const environment = `SERVER_PORT=${port} POD_NAMESPACE=default`;
  await reconcile(`env ${environment} node --enable-source-maps ${app}/main.mjs`);
  for (const page of ['livez', 'readyz']) assert.equal(await statusOf(port, `/${page}`), 200, page);
  assert.equal(await statusOf(port, '/metrics'), 401);
  await stop();
  await replay(tools);
}

/** The SBOM and the licences have what the source map names, and nothing else. @param {Tools} tools @param {string} app */
async function checkContents({ project }, app) {
  /** @type {string[]} */
  const sources = JSON.parse(readFileSync(path.join(app, 'main.mjs.map'), 'utf8')).sources;
  const folders = sources.flatMap(
    (file) => /node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [],
  );
  const wanted = [...new Set(folders)].flatMap((folder) => {
    const licences = path.join(project, folder, 'dist/LICENSES.txt');
    const own = refOf(path.join(project, folder, 'package.json'));
    return existsSync(licences) ? [own, ...insideOf(path.join(project, folder))] : [own];
  });
  assert.deepEqual(await componentsOf(path.join(app, 'sbom.cdx.json')), wanted.sort());
  const licences = readFileSync(path.join(app, 'LICENSES.txt'), 'utf8');
  for (const ref of wanted) assert.ok(licences.includes(ref.replace(/(?<=.)@/, ' ')), ref);
}

/** @param {number} port @param {string} page @returns {Promise<number | undefined>} */
function statusOf(port, page) {
  return new Promise((resolve, reject) => {
    const options = { port, path: page, rejectUnauthorized: false, agent: false };
    const request = https.get(options, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on('error', reject);
  });
}

/** A failed reconcile of the bundled operator fails in the same way from its source. @param {Tools} tools */
async function replay(tools) {
  const { project, run, reconcile, stop, freePort } = tools;
  const main = path.join(project, 'src/main.ts');
  const text = readFileSync(main, 'utf8');
  const port = await freePort();
  const options = `{ ...operatorOptions(process.env), server: { port: ${port}, statusPage: true }, recordings: {} }`;
  writeFileSync(main, text.replace('operatorOptions(process.env)', options));
  const program = path.join(project, 'replay.mjs');
  writeFileSync(
    program,
    `import { replayRecording } from '@vmgen/manager/testing';
import { addSiteController } from './dist/src/controllers/site.js';
const replay = await replayRecording(addSiteController);
console.log(replay?.text);
`,
  );
  run('npm run bundle');
  await reconcile('node --enable-source-maps dist/bundle/main.mjs');
  const failing = path.join(project, 'failing.mjs');
  writeFileSync(
    failing,
    `import { createHttpTransport, loadKubeConfig } from '@vmgen/runtime';
import { createClientset } from './dist/generated/clientset.js';
const transport = createHttpTransport(await loadKubeConfig());
const sites = createClientset(transport).webV1.sites('default');
// The name of its ConfigMap is too long.
await sites.create({ metadata: { name: 'a'.repeat(250) }, spec: { message: 'hello' } });
await transport.close();
`,
  );
  run('KUBECONFIG=kubeconfig node failing.mjs');
  const recordings = `http://127.0.0.1:${port}/status/recordings`;
  for (let tries = 0; ; tries++) {
    const listed = await (await fetch(recordings)).text();
    const [, id] = /"id": ?(\d+)/.exec(listed) ?? [];
    if (id !== undefined) {
      const recording = await (await fetch(`${recordings}?id=${id}`)).text();
      writeFileSync(path.join(project, 'recording.json'), recording);
      break;
    }
    assert.ok(tries < 100, listed);
    await sleep(100);
  }
  await stop();
  const replayed = spawnSync('npx', 'vmgen replay recording.json -- node replay.mjs'.split(' '), {
    cwd: project,
    encoding: 'utf8',
  });
  assert.match(replayed.stdout, /^the recorded error occurs: /m, replayed.stderr);
  writeFileSync(main, text);
  for (const file of ['replay.mjs', 'failing.mjs', 'recording.json'])
    rmSync(path.join(project, file));
}
