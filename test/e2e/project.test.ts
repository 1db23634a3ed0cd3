import assert from 'node:assert/strict';
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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
import { checkPermissions } from '../support/role-rules.js';
import { waitFor } from '../support/wait-for.js';

const NAME = 'site-operator';
const SYSTEM = `${NAME}-system`;
/** The packages that `npm create vmgen` runs. */
const CREATORS = ['create-vmgen', 'vmgen', 'vmgen-base', 'vmgen-cel', 'vmgen-crd', 'vmgen-runtime'];

const POLICIES = `//
// +vmgen:validatingPolicy:name=messages.sites.web.example.com
// +vmgen:policy:validation:message="choose another message",reason=Forbidden,
//   expression="object.spec.message != 'forbidden' || request.userInfo.username == 'nobody'"
//
// +vmgen:mutatingPolicy:name=creators.sites.web.example.com,operations=create
// +vmgen:policy:mutation:applyConfiguration=\`
//   Object{
//     metadata: Object.metadata{
//       annotations: {'example.com/creator': request.userInfo.username},
//     },
//   }
// \`
`;

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

/** Adds admission policies to the kind. */
async function addPolicies(): Promise<void> {
  const file = path.join(project, 'apis/web/v1/types.ts');
  const declaration = 'export interface Site extends';
  const [before = '', after] = (await readFile(file, 'utf8')).split(declaration);
  assert.ok(after);
  await writeFile(file, before + POLICIES + declaration + after);
}

/** Applies the sample and waits until it is reconciled. */
async function applySample(): Promise<void> {
  // The connections of the Service change later than the Pods.
  await waitFor('a call of the webhooks', 60_000, async () => {
    const sample = path.join(project, 'samples/site.yaml');
    const { code } = await kubectl.attempt('apply', '-f', sample);
    return code === 0 ? true : undefined;
  });
  await kubectl('wait', 'site/site-sample', '--for=condition=Ready', '--timeout=60s');
}

/** Executes the Dockerfile of the project without Docker, and loads the image on the node. */
async function buildAndLoad(version: string): Promise<void> {
  const module = pathToFileURL(inRepository('hack/build-image.mjs')).href;
  const { buildImage } = (await import(module)) as {
    buildImage: (
      folder: string,
      root: string,
      run: (command: string, cwd: string) => string,
    ) => string;
  };
  const app = buildImage(project, path.join(folder, `stages-${version}`), (command, cwd) =>
    execFileSync('sh', ['-c', command], { cwd, encoding: 'utf8', stdio: 'pipe' }),
  );
  const [, command = ''] =
    /^CMD (.*)$/m.exec(await readFile(`${project}/Dockerfile`, 'utf8')) ?? [];
  // The entry point of the distroless base is node.
  const entrypoint = [...new Set(['node', ...(JSON.parse(command) as string[])])];
  await loadImage(cluster, { tags: [`${NAME}:${version}`], entrypoint, app });
}

test('a project runs in the cluster in minutes, from an empty folder', async () => {
  const creators = CREATORS.map((each) => `--package=$(ls ./packages/${each}-[0-9]*.tgz)`).join(
    ' ',
  );
  const flags = `--name ${NAME} --group web.example.com --kind Site --packages packages`;
  const steps: Readonly<Record<string, () => Promise<unknown>>> = {
    'npm create vmgen': () => type(`npm exec --yes ${creators} -- create-vmgen . ${flags}`),
    'markers of policies': addPolicies,
    'npm install': () => type('npm install'),
    'npx vmgen add webhook Site': () => type('npx vmgen add webhook Site'),
    'npm run build': () => type('npm run build'),
    'npm test': () => type('npm test'),
    'the image': () => buildAndLoad('0.1.0'),
    'kubectl apply -f generated/install.yaml': async () => {
      await kubectl('apply', '-f', path.join(project, 'generated/install.yaml'));
      await cluster.rollout(SYSTEM, NAME);
    },
    'kubectl apply -f samples/site.yaml': applySample,
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

test('the policies of the markers deny and change objects', async () => {
  const patch = ['-p', '{"spec":{"message":"forbidden"}}'];
  const { err } = await kubectl.attempt('patch', 'site', 'site-sample', '--type=merge', ...patch);
  assert.match(err, /choose another message/);
  await shows(['site', 'site-sample'], '.metadata.annotations.example\\.com/creator', 'admin');
});

test('the webhooks of the project change and deny through their Service', async () => {
  const annotation = 'web.example.com/protected';
  const protect = (value: string) =>
    kubectl.attempt('annotate', 'site', 'site-sample', '--overwrite', `${annotation}=${value}`);
  await shows(
    ['site', 'site-sample'],
    '.metadata.annotations.web\\.example\\.com/protected',
    'false',
  );
  assert.match((await protect('maybe')).err, /supported values: "true", "false"/);
  assert.equal((await protect('true')).code, 0);
  const { err } = await kubectl.attempt('delete', 'site', 'site-sample');
  assert.match(err, /the annotation web\.example\.com\/protected is true/);
  assert.equal((await protect('false')).code, 0);
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
  await applySample();
});

test('metrics require a token of a user who may read them', () =>
  checkMetricsAccess(kubectl, {
    namespace: SYSTEM,
    deployment: NAME,
    role: `${NAME}-metrics`,
    scheme: 'https',
  }));

/** The permissions that the test does not need. */
const NOT_USED_HERE = [
  // `get` after a write whose answer is lost, and after a conflict. `list` on older API servers, which do not
  // send the existing objects as events of a watch.
  'get configmaps',
  'list configmaps',
  'list sites.web.example.com',
  // On API servers with OwnerReferencesPermissionEnforcement, such as OpenShift's.
  'update sites/finalizers.web.example.com',
  // Weeks later, when the certificate is replaced.
  `update secrets/${NAME}-webhook-certificate`,
];

test('the operator used each permission of its roles, and no other', () =>
  checkPermissions(cluster, {
    account: `${SYSTEM}:${NAME}`,
    roles: ['rbac/role', 'deploy/permissions', 'deploy/webhook-permissions'].map((name) =>
      path.join(project, 'generated', `${name}.yaml`),
    ),
    exceptions: NOT_USED_HERE,
  }));

test('a bundle without a shell replaces the replicas, without root and on a read-only file system', async () => {
  const config = path.join(project, 'vmgen.config.json');
  const { operator, ...rest } = JSON.parse(await readFile(config, 'utf8')) as { operator: object };
  const image = { bundle: true, distroless: true };
  await writeFile(config, JSON.stringify({ ...rest, operator: { ...operator, ...image } }));
  await type('npx vmgen init --force && npm install --save-dev --prefer-offline esbuild');
  await buildAndLoad('0.2.0');
  await kubectl('set', 'image', '-n', SYSTEM, `deployment/${NAME}`, `operator=${NAME}:0.2.0`);
  await cluster.rollout(SYSTEM, NAME);
  const pods = ['pods', '-n', SYSTEM];
  const template = '.items[*].spec.containers[*]';
  await shows(pods, `${template}.image`, /^(site-operator:0\.2\.0 ?)+$/);
  await shows(pods, `${template}.securityContext.readOnlyRootFilesystem`, /^(true ?)+$/);
  await kubectl('delete', 'configmap', 'site-site-sample');
  await shows(['configmap', 'site-site-sample'], '.metadata.ownerReferences[0].kind', 'Site');
  // The webhooks of the bundle use the certificate of the former replicas.
  await applySample();
});

test('uninstalling leaves nothing', async () => {
  const install = path.join(project, 'generated/install.yaml');
  await kubectl('delete', '-f', install, '--timeout=60s');
  assert.doesNotMatch(await cluster.clusterObjects(), /site/);
});
