import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { test } from 'node:test';
import { checkConfig } from '../config/check-config.js';
import { compileText, diagnosticTexts } from '../testing/compile-text.js';
import { scaffold } from '../testing/scaffold.js';

const { inProject, add, added, read, edit } = scaffold();

/** The diagnostics of the versions of the config, with the markers of the webhooks. */
async function problems(files: readonly string[]): Promise<string[]> {
  const texts = files.map((path) => [path.slice('apis/'.length), read(path)] as const);
  return diagnosticTexts(compileText(Object.fromEntries(texts)));
}

const groups = (): unknown => checkConfig(JSON.parse(read('vmgen.config.json'))).groups;
const typesOf = (...versions: string[]): string[] =>
  versions.flatMap((each) => [`apis/web/${each}/doc.ts`, `apis/web/${each}/types.ts`]);

const MARKERS = `// +vmgen:validatingPolicy:name=size.web.example.com
// +vmgen:policy:validation:expression="size(object.spec.message) < 10"
//
// +vmgen:mutatingPolicy:name=creator.web.example.com,operations=create
// +vmgen:policy:mutation:applyConfiguration=\`
//   Object{metadata: Object.metadata{annotations: {'a.example.com/b': 'c'}}}
// \`
// +kubebuilder:deprecatedversion
// +vmgen:conversion:strategy=None
`;
const WEBHOOK = `// +kubebuilder:webhook:path=/mutate-web-example-com-v1-site,mutating=true,failurePolicy=fail,sideEffects=None,
//   groups=web.example.com,resources=sites,verbs=create,versions=v1,name=mutate.sites.web.example.com,
//   admissionReviewVersions=v1
`;

test('adds three versions of a kind with markers that only one version has', async (t) => {
  inProject(t);
  edit(
    'apis/web/v1/types.ts',
    'export interface Site extends',
    `${MARKERS}export interface Site extends`,
  );
  edit('apis/web/v1/doc.ts', 'export {}', `${WEBHOOK}export {}`);
  await added('version', 'v2');
  assert.match(read('apis/web/v1/types.ts'), /^\/\/ \+kubebuilder:storageversion$/m);
  assert.deepEqual(await problems(typesOf('v1', 'v2')), []);
  await added('version', 'v3alpha1');
  await added('version', 'v3');
  assert.deepEqual(groups(), ['web:v1,v2,v3alpha1,v3']);
  assert.deepEqual(await problems(typesOf('v1', 'v2', 'v3alpha1', 'v3')), []);
});

test('stores a kind that older versions lack in its only version', async (t) => {
  inProject(t);
  await added('version', 'v2');
  await added('kind', 'Rule');
  await added('version', 'v3');
  const rules = ['apis/web/v2/rule.ts', 'apis/web/v3/rule.ts'];
  assert.deepEqual(await problems([...typesOf('v1', 'v2', 'v3'), ...rules]), []);
  assert.match(read('apis/web/v2/rule.ts'), /storageversion/);
});

test('copies the newest version, which the order of the config does not decide', async (t) => {
  inProject(t);
  await added('kind', 'Rule', '--api-version', 'v2alpha1');
  await added('kind', 'Zone', '--api-version', 'v2');
  await added('kind', 'Path', '--api-version', 'v10');
  await added('version', 'v11');
  assert.match(read('apis/web/v11/types.ts'), /interface Path /);
  await added('kind', 'Area');
  assert.match(read('apis/web/v11/area.ts'), /interface Area /);
});

test('rejects a version of an API with a syntax error', async (t) => {
  inProject(t);
  edit('apis/web/v1/types.ts', 'metadata: ObjectMeta;', 'metadata: ;');
  await assert.rejects(add('version', 'v2'), {
    message: 'fix the syntax error in apis/web/v1/types.ts:9 first: Type expected.',
  });
});

test('adds webhooks once, in the version that they were written for', async (t) => {
  inProject(t);
  await added('webhook', 'Site');
  assert.equal((await add('webhook', 'Site')).stdout[0], 'nothing to change');
  await added('version', 'v2');
  assert.deepEqual(await add('webhook', 'Site'), {
    exitCode: 0,
    stdout: ['nothing to change'],
    stderr: [],
  });
  const { exitCode, stderr } = await add('webhook', 'Site', '--api-version', 'v2');
  assert.equal(exitCode, 1);
  assert.ok(stderr.includes("+import { siteResource } from '../../generated/web/v2/register.js';"));
  assert.match(read('src/webhooks/site.ts'), /-v1-site,/);
});

test('adds webhooks to the newest version', async (t) => {
  inProject(t);
  await added('version', 'v2');
  await added('version', 'v2beta1');
  await added('webhook', 'Site');
  assert.match(read('src/webhooks/site.ts'), /\/validate-web-example-com-v2-site,/);
});

test('adds the handlers of webhook markers of an older version', async (t) => {
  inProject(t);
  edit('apis/web/v1/doc.ts', 'export {}', `${WEBHOOK}export {}`);
  await added('version', 'v2');
  await assert.rejects(add('webhook', 'Site', '--api-version', 'v2'), {
    message:
      'the webhook markers in apis/web are for Site in v1: use --api-version v1, or remove the markers',
  });
  await added('webhook', 'Site');
  const text = read('src/webhooks/site.ts');
  assert.match(text, /generated\/web\/v1\/register/);
  assert.doesNotMatch(text, /kubebuilder:webhook|validate/);
});

for (const [marker, plural] of [
  ['// +kubebuilder:resource:path=pages,scope=Cluster', 'pages'],
  ['// +kubebuilder:resource:scope="Cluster",path="pages"', 'pages'],
  ['// +genclient:nonNamespaced\n// +resourceName=pages', 'pages'],
  ['/** A site.\n * +kubebuilder:resource:scope=Cluster,path=pages */', 'pages'],
] as const) {
  test(`adds webhooks to a kind with ${marker}`, async (t) => {
    inProject(t);
    edit('apis/web/v1/types.ts', 'export interface Site ', `${marker}\nexport interface Site `);
    await added('webhook', 'Site', '--validate');
    assert.match(read('src/webhooks/site.ts'), new RegExp(`resources=${plural},`));
    assert.match(read('src/webhooks/site.test.ts'), /clientset\.webV1\.sites\(\);/);
  });
}

test('names the sample that the test of a webhook needs', async (t) => {
  inProject(t);
  rmSync('samples/site.yaml');
  const { stdout } = await add('webhook', 'Site');
  assert.ok(
    stdout.includes('write samples/site.yaml, an object of the kind Site: the test reads it'),
  );
});

test('adds kinds with acronyms, and a second run changes nothing', async (t) => {
  inProject(t);
  for (const kind of ['DNSRecord', 'HTTPRoute', 'VM', 'Endpoints']) {
    await added('kind', kind);
    await added('webhook', kind);
    assert.equal((await add('kind', kind)).stdout[0], 'nothing to change');
    assert.equal((await add('webhook', kind)).stdout[0], 'nothing to change');
  }
  const main = read('src/main.ts');
  assert.match(
    main,
    /^import \{ addDNSRecordController \} from '.\/controllers\/dns-record.js';$/m,
  );
});

for (const [args, message] of [
  [
    ['kind', 'Site'],
    'apis/web/v1/types.ts already declares Site: choose another name for the kind; vmgen add controller Site adds only its controller',
  ],
  [
    ['kind', 'SiteSpec'],
    'apis/web/v1/types.ts already declares SiteSpec: choose another name for the kind',
  ],
  [
    ['kind', 'Site', '--group', 'shop.example.com'],
    'apis/web/v1/types.ts already declares Site: choose another name for the kind',
  ],
  [
    ['kind', 'SITE', '--group', 'shop.example.com', '--force'],
    'apis/web/v1/types.ts already declares Site: choose another name for the kind',
  ],
  [
    ['kind', 'Rule', '--group', 'web.example.org'],
    'apis/web contains the group web.example.com, and the folder of a group is its first label: choose a group with another first label',
  ],
] as const) {
  test(`rejects vmgen add ${args.join(' ')} in a project with the kind Site`, async (t) => {
    inProject(t);
    await assert.rejects(add(...args), { name: 'UsageError', message });
  });
}

for (const [args, reason] of [
  [['kind', 'Sites'], /sites/],
  [['kind', 'Rule', '--group', 'rules.k8s.io'], /api-approved\.kubernetes\.io/],
] as const) {
  test(`writes nothing for vmgen add ${args.join(' ')}, which vmgen generate would reject`, async (t) => {
    inProject(t);
    const before = readdirSync('.', { recursive: true }).sort();
    const config = read('vmgen.config.json');
    const { exitCode, stdout, stderr } = await add(...args);
    assert.deepEqual([exitCode, stdout], [1, []]);
    assert.match(stderr.join('\n'), reason);
    assert.deepEqual(readdirSync('.', { recursive: true }).sort(), before);
    assert.equal(read('vmgen.config.json'), config);
  });
}

test('adds a cluster-scoped kind, with webhooks and a further version', async (t) => {
  inProject(t);
  await added('kind', 'Zone', '--namespaced=false');
  await added('webhook', 'Zone');
  assert.match(read('src/webhooks/zone.test.ts'), /clientset\.webV1\.zones\(\);/);
  await added('version', 'v2');
  const zones = ['apis/web/v1/zone.ts', 'apis/web/v2/zone.ts'];
  for (const file of zones)
    assert.match(read(file), /^\/\/ \+kubebuilder:resource:scope=Cluster$/m);
  assert.deepEqual(await problems([...typesOf('v1', 'v2'), ...zones]), []);
});

test('adds a kind to a project that has other errors', async (t) => {
  inProject(t);
  edit('apis/web/v1/types.ts', '// +genclient', '// +genclientt');
  await added('kind', 'Rule');
});

test('adds a sample for each kind of a new version', async (t) => {
  inProject(t);
  await added('kind', 'Rule');
  rmSync('samples/rule.yaml');
  await added('version', 'v2');
  assert.equal(
    read('samples/site-v2.yaml'),
    read('samples/site.yaml').replaceAll(/(?<=web\.example\.com\/|_)v1/g, 'v2'),
  );
  assert.ok(!existsSync('samples/rule-v2.yaml'));
  await added('version', 'v3');
  assert.match(read('samples/site-v3.yaml'), /^apiVersion: web\.example\.com\/v3$/m);
});

test('prints no next step for a run that writes nothing', async (t) => {
  inProject(t);
  const { stdout } = await add('kind', 'Rule', '--dry-run');
  assert.ok(stdout.some((line) => line.startsWith('would write ')));
  assert.ok(!stdout.some((line) => line.startsWith('next: ')));
});

test('adds a dashboard and alerts, and keeps changed ones unless forced', async (t) => {
  inProject(t);
  const files = ['monitoring/dashboard.json', 'monitoring/alerts.yaml'];
  const written = await add('monitoring');
  const next =
    'next: kubectl apply -f monitoring/alerts.yaml, and import monitoring/dashboard.json into Grafana';
  const found =
    '  Prometheus finds the operator with "serviceMonitor": true in operator of vmgen.config.json';
  assert.deepEqual(written.stdout, [...files.map((file) => `wrote ${file}`), next, found]);
  assert.deepEqual((await add('monitoring')).stdout, ['nothing to change']);
  edit('monitoring/alerts.yaml', 'for: 30m', 'for: 2h');
  const kept = await add('monitoring');
  assert.match(kept.stderr.join('\n'), /^-.*for: 2h$[^]*kept 1 file with other content/m);
  assert.match(read('monitoring/alerts.yaml'), /for: 2h/);
  edit('vmgen.config.json', '"operator": {', '"operator": { "serviceMonitor": true,');
  const forced = await add('monitoring', '--force');
  assert.equal(forced.stdout.at(-1), next);
  assert.doesNotMatch(read('monitoring/alerts.yaml'), /for: 2h/);
});
