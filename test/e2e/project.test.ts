import assert from 'node:assert/strict';
import { appendFile, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { execFile, execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { endsAfterTests } from '../support/ends-after.js';
import { checkMetricsAccess } from '../support/metrics-access.js';
import { loadImage, realCluster, requiredVariable } from '../support/real-cluster.js';
import { inRepository } from '../support/repository.js';
import { neededBy, permissionsOf, permissionText } from '../support/role-rules.js';

const NAME = 'site-operator';
const SYSTEM = `${NAME}-system`;
/** The packages that `npm create vmgen` runs. */
const CREATORS = ['create-vmgen', 'vmgen', 'vmgen-base', 'vmgen-cel', 'vmgen-crd', 'vmgen-runtime'];

const cluster = realCluster();
const { kubectl, shows } = cluster;
const atEnd = endsAfterTests();

let folder: string;
let project: string;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vmgen-e2e-'));
  atEnd(() => rm(folder, { recursive: true }));
  project = path.join(folder, NAME);
  await mkdir(project);
  await cp(requiredVariable('VMGEN_PACKAGES'), path.join(project, 'packages'), { recursive: true });
});

/** Runs a command in the project, as a user types it. */
async function type(command: string): Promise<void> {
  await promisify(execFile)('sh', ['-c', command], { cwd: project });
}

/** Executes the Dockerfile of the project without Docker, and loads the image on the node. */
async function buildAndLoad(): Promise<void> {
  const module = pathToFileURL(inRepository('hack/build-image.mjs')).href;
  const { buildImage } = (await import(module)) as {
    buildImage: (
      folder: string,
      root: string,
      run: (command: string, cwd: string) => string,
    ) => string;
  };
  const app = buildImage(project, path.join(folder, 'stages'), (command, cwd) =>
    execFileSync('sh', ['-c', command], { cwd, encoding: 'utf8', stdio: 'pipe' }),
  );
  const entrypoint = ['node', 'dist/src/main.js'];
  await loadImage(cluster, { tags: [`${NAME}:0.1.0`], entrypoint, app });
}

test('a project runs in the cluster in minutes, from an empty folder', async () => {
  const creators = CREATORS.map((each) => `--package=$(ls ./packages/${each}-[0-9]*.tgz)`).join(
    ' ',
  );
  const flags = `--name ${NAME} --group web.example.com --kind Site --packages packages`;
  const steps: Readonly<Record<string, () => Promise<unknown>>> = {
    'npm create vmgen': () => type(`npm exec --yes ${creators} -- create-vmgen . ${flags}`),
    'npm install': () => type('npm install'),
    'npm run build': () => type('npm run build'),
    'npm test': () => type('npm test'),
    'the image': buildAndLoad,
    'kubectl apply -f generated/install.yaml': async () => {
      await kubectl('apply', '-f', path.join(project, 'generated/install.yaml'));
      await cluster.rollout(SYSTEM, NAME);
    },
    'kubectl apply -f samples/site.yaml': async () => {
      await kubectl('apply', '-f', path.join(project, 'samples/site.yaml'));
      await kubectl('wait', 'site/site-sample', '--for=condition=Ready', '--timeout=60s');
    },
  };
  const began = performance.now();
  const seconds = (since: number): string =>
    `${((performance.now() - since) / 1_000).toFixed(1)} s`;
  const lines: string[] = [];
  for (const [command, step] of Object.entries(steps)) {
    const stepBegan = performance.now();
    await step();
    lines.push(`${seconds(stepBegan).padStart(8)}  ${command}`);
  }
  const notes = process.env['VMGEN_NOTES'];
  const total = `from an empty folder to a reconciling operator in the cluster: ${seconds(began)}`;
  if (notes !== undefined) await appendFile(notes, [total, ...lines, ''].join('\n'));
});

test('creates a deleted child again, and the cluster collects it with its owner', async () => {
  await shows(['configmap', 'site-site-sample'], '.metadata.ownerReferences[0].kind', 'Site');
  await kubectl('delete', 'configmap', 'site-site-sample');
  await shows(['configmap', 'site-site-sample'], '.metadata.ownerReferences[0].kind', 'Site');
  await kubectl('delete', 'site', 'site-sample');
  await kubectl('wait', 'configmap/site-site-sample', '--for=delete', '--timeout=60s');
});

test('the other replica leads after the Pod of the leader is deleted by force', async () => {
  const lease = ['lease', NAME, '-n', SYSTEM];
  const former = await shows(lease, '.spec.holderIdentity', /./);
  const [pod = ''] = former.split('_');
  await kubectl('delete', 'pod', pod, '-n', SYSTEM, '--grace-period=0', '--force');
  await shows(lease, '.spec.holderIdentity', new RegExp(`^(?!${former}$).`));
  await kubectl('apply', '-f', path.join(project, 'samples/site.yaml'));
  await kubectl('wait', 'site/site-sample', '--for=condition=Ready', '--timeout=60s');
});

test('metrics require a token of a user who may read them', () =>
  checkMetricsAccess(kubectl, {
    namespace: SYSTEM,
    deployment: NAME,
    role: `${NAME}-metrics`,
  }));

/** These are for other API servers than that of the test. */
const NOT_USED_HERE = [
  // On older API servers, which do not send the existing objects as events of a watch.
  'list configmaps',
  'get sites.web.example.com',
  'list sites.web.example.com',
  // On API servers with OwnerReferencesPermissionEnforcement, such as OpenShift's.
  'update sites/finalizers.web.example.com',
];

test('the operator used each permission of its roles, and no other', async () => {
  const manifests = ['rbac/role.yaml', 'deploy/permissions.yaml'].map((name) =>
    path.join(project, 'generated', name),
  );
  const permissions = await permissionsOf(kubectl, ...manifests);
  const requests = await cluster.requestsOf(`${SYSTEM}:${NAME}`);
  const forbidden = requests.filter(({ responseStatus }) => responseStatus?.code === 403);
  assert.deepEqual(
    forbidden.map(({ verb, requestURI }) => `${verb} ${requestURI}`),
    [],
  );
  const unused = permissions.filter(
    (permission) => neededBy(permission, permissions, requests).length === 0,
  );
  assert.deepEqual(unused.map(permissionText), NOT_USED_HERE);
});

test('uninstalling leaves nothing', async () => {
  const install = path.join(project, 'generated/install.yaml');
  await kubectl('delete', '-f', install, '--timeout=60s');
  const kinds = 'namespaces,crds,clusterroles,clusterrolebindings';
  assert.doesNotMatch(await kubectl('get', kinds, '-o', 'name'), /site/);
});
