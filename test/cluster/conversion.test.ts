import { crdOf, versionWith } from '@vmgen/fixtures/crd-of';
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { startEnvtest, type Envtest } from '@vmgen/apiserver/envtest';
import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { createManager } from '@vmgen/manager';
import {
  createHttpTransport,
  type KubernetesObject,
  loadKubeConfig,
  silentLogger,
  type Transport,
} from '@vmgen/runtime';
import { defineConversion, type SpokeConversion } from '@vmgen/runtime/conversion';
import { ask, type Answer } from '../support/ask.js';
import { endsAfterTests } from '../support/ends-after.js';
import { createServingCertificate } from '../support/serving-certificate.js';
import { siteResourceOf } from '../support/site-kind.js';
import { waitFor } from '../support/wait-for.js';

const GROUP = 'converted.example.com';
const EDITOR = 'system:serviceaccount:default:editor';
const ANNOTATION = 'conversion.vmgen.io/v1';
const MERGE = 'application/merge-patch+json';
const APPLY = 'application/apply-patch+yaml';

interface Site extends KubernetesObject {
  spec?: { replicas?: number; hosts?: string[]; disk?: { size?: number; class?: string } };
  status?: { phase?: string };
}

interface SiteV1alpha1 extends KubernetesObject {
  spec: { size?: number; host?: string; diskSize?: number };
  status?: { phase?: string };
}

const v1alpha1: SpokeConversion<
  SiteV1alpha1,
  Site,
  '.spec.hosts' | '.spec.disk.class',
  '.spec.host'
> = {
  renamed: { '.spec.replicas': '.spec.size', '.spec.disk.size': '.spec.diskSize' },
  toHub: {
    '.spec.hosts': ({ spec: { host } }) => (host === undefined ? undefined : [host]),
    '.spec.disk.class': () => undefined,
  },
  fromHub: { '.spec.host': ({ spec }) => spec?.hosts?.[0] },
  removed: { hub: ['.spec.disk'] },
};

const siteResource = siteResourceOf<Site>(GROUP);

const fields = (properties: JsonObject): JsonObject => ({
  type: 'object',
  nullable: true,
  properties,
});
const count = { type: 'integer', maximum: 3 };
const own = [{ rule: "self.endsWith('.example.com')" }];
const host = { type: 'string', maxLength: 99, 'x-kubernetes-validations': own };
const fixed = [{ rule: 'self == oldSelf', message: 'the class is immutable' }];
const disk = fields({
  size: { type: 'integer' },
  class: { type: 'string', 'x-kubernetes-validations': fixed },
});

function version(name: string, storage: boolean, spec: JsonObject): JsonObject {
  const properties = { spec: fields(spec), status: fields({ phase: { type: 'string' } }) };
  return versionWith(name, properties, { storage, subresources: { status: {} } });
}

const siteCrdOf = (clientConfig: JsonObject): JsonObject =>
  crdOf(
    { group: GROUP, kind: 'Site', names: { listKind: 'SiteList', singular: 'site' } },
    [
      version('v1', true, {
        replicas: count,
        hosts: { type: 'array', maxItems: 9, items: host },
        disk,
      }),
      version('v1alpha1', false, { size: count, host, diskSize: { type: 'integer' } }),
    ],
    {
      conversion: {
        strategy: 'Webhook',
        webhook: { clientConfig, conversionReviewVersions: ['v1'] },
      },
    },
  );

const atEnd = endsAfterTests();
let plane: Envtest;
/** A user who may create, get, list and patch sites, but not their status. */
let editor: Transport;

const sites = (name = '', apiVersion = 'v1', suffix = ''): string =>
  `/apis/${GROUP}/${apiVersion}/namespaces/default/sites${name && `/${name}`}${suffix}`;

async function send(
  transport: Transport,
  method: Parameters<typeof ask>[1],
  target: string,
  body?: JsonValue,
  contentType?: string,
): Promise<Answer['body']> {
  const { verdict, body: answer } = await ask(transport, method, target, body, contentType);
  assert.ok(verdict.status < 300, `${method} ${target}: ${verdict.status} ${verdict.message}`);
  return answer;
}

const read = async (name: string, apiVersion = 'v1'): Promise<Site> =>
  (await send(plane.transport, 'GET', sites(name, apiVersion))) as unknown as Site;

const FULL = {
  replicas: 2,
  hosts: ['a.example.com', 'b.example.com'],
  disk: { size: 1, class: 'fast' },
};

/** Creates a site with content that v1alpha1 cannot express, and a status. */
async function createSite(name: string, spec: JsonObject = FULL): Promise<void> {
  const type = { apiVersion: `${GROUP}/v1`, kind: 'Site' };
  await send(plane.transport, 'POST', sites(), { ...type, metadata: { name }, spec });
  const status = { status: { phase: 'Pending' } };
  await send(plane.transport, 'PATCH', sites(name, 'v1', '/status'), status, MERGE);
}

const annotationOf = async (name: string): Promise<string> => {
  const { metadata } = await send(editor, 'GET', sites(name, 'v1alpha1'));
  return (metadata as { annotations?: Record<string, string> }).annotations?.[ANNOTATION] ?? '';
};

const patch = (name: string, body: JsonObject) =>
  send(editor, 'PATCH', sites(name, 'v1alpha1'), body, MERGE);

/** Starts an operator with the webhooks of the kind, and returns its address. */
async function startOperator(transport: Transport): Promise<{ url: string; caBundle: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vmgen-conversion-'));
  atEnd(() => rm(folder, { recursive: true }));
  const { cert, key } = await createServingCertificate();
  const tls = { certFile: path.join(folder, 'tls.crt'), keyFile: path.join(folder, 'tls.key') };
  await writeFile(tls.certFile, cert);
  await writeFile(tls.keyFile, key);
  const manager = createManager(transport, {
    name: 'site-operator',
    leaderElection: false,
    logger: silentLogger,
    webhooks: { port: 0, host: '127.0.0.1', tls, limits: { drainTimeoutMs: 0 } },
  });
  manager.conversion(
    defineConversion({ group: GROUP, kind: 'Site', hub: 'v1', spokes: { v1alpha1 } }),
  );
  manager.webhook(siteResource, {
    default(site) {
      if (site.spec && site.metadata.name === 'defaulted') {
        site.spec.disk = { class: 'standard', ...site.spec.disk };
      }
    },
  });
  const stopping = new AbortController();
  const running = manager.run({ signal: stopping.signal });
  atEnd(async () => {
    stopping.abort();
    await running;
  });
  const port = await waitFor('the webhook server', 20_000, () =>
    Promise.resolve(manager.webhookPort),
  );
  return { url: `https://127.0.0.1:${port}`, caBundle: Buffer.from(cert).toString('base64') };
}

describe('conversions on a real kube-apiserver', () => {
  before(async () => {
    plane = await startEnvtest({ users: [{ name: EDITOR, groups: ['system:authenticated'] }] });
    atEnd(() => plane.stop());
    const kubeconfig = plane.kubeconfigOf(EDITOR);
    const transport = createHttpTransport(await loadKubeConfig({ kubeconfig }));
    atEnd(() => transport.close());
    editor = transport;
    const roles = '/apis/rbac.authorization.k8s.io/v1/namespaces/default';
    await send(plane.transport, 'POST', `${roles}/roles`, {
      metadata: { name: 'editor' },
      rules: [
        { apiGroups: [GROUP], resources: ['sites'], verbs: ['create', 'get', 'list', 'patch'] },
      ],
    });
    const apiGroup = 'rbac.authorization.k8s.io';
    await send(plane.transport, 'POST', `${roles}/rolebindings`, {
      metadata: { name: 'editor' },
      roleRef: { apiGroup, kind: 'Role', name: 'editor' },
      subjects: [{ kind: 'User', apiGroup, name: EDITOR }],
    });
    const { url, caBundle } = await startOperator(plane.transport);
    const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
    await send(
      plane.transport,
      'POST',
      definitions,
      siteCrdOf({ url: `${url}/convert`, caBundle }),
    );
    await send(
      plane.transport,
      'POST',
      '/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations',
      {
        metadata: { name: 'sites' },
        webhooks: [
          {
            name: `default.${GROUP}`,
            admissionReviewVersions: ['v1'],
            sideEffects: 'None',
            clientConfig: { url: `${url}/mutate-converted-example-com-v1-site`, caBundle },
            rules: [
              {
                apiGroups: [GROUP],
                apiVersions: ['v1'],
                operations: ['CREATE'],
                resources: ['sites'],
              },
            ],
          },
        ],
      },
    );
    await waitFor('the permissions and the kind', 20_000, async () => {
      const { verdict } = await ask(editor, 'GET', sites('', 'v1alpha1'));
      return verdict.status === 200 ? true : undefined;
    });
    await waitFor('the mutating webhook', 20_000, async () => {
      const type = { apiVersion: `${GROUP}/v1`, kind: 'Site' };
      const site = { ...type, metadata: { name: 'defaulted' }, spec: {} };
      const { body } = await ask(plane.transport, 'POST', `${sites()}?dryRun=All`, site);
      return (body as unknown as Site).spec?.disk?.class;
    });
  });

  test('restores what v1alpha1 cannot express after edits of an editor', async () => {
    await createSite('edited');
    await patch('edited', { spec: { size: 3 } });
    assert.deepEqual((await read('edited')).spec, { ...FULL, replicas: 3 });
    await patch('edited', { spec: { diskSize: null } });
    assert.deepEqual((await read('edited')).spec?.disk, { class: 'fast' });
    await patch('edited', { spec: { diskSize: 5, host: 'c.example.com' } });
    assert.deepEqual((await read('edited')).spec, {
      replicas: 3,
      hosts: ['c.example.com', 'b.example.com'],
      disk: { size: 5, class: 'fast' },
    });
  });

  test('keeps the fields of two server-side-apply managers of different versions', async () => {
    const apply = (apiVersion: string, manager: string, spec: JsonObject) =>
      send(
        plane.transport,
        'PATCH',
        `${sites('applied', apiVersion)}?fieldManager=${manager}`,
        { apiVersion: `${GROUP}/${apiVersion}`, kind: 'Site', metadata: { name: 'applied' }, spec },
        APPLY,
      );
    await apply('v1', 'new', { disk: { class: 'fast' } });
    await apply('v1alpha1', 'old', { diskSize: 5 });
    assert.deepEqual((await read('applied')).spec, { disk: { size: 5, class: 'fast' } });
    await apply('v1alpha1', 'old', {});
    assert.deepEqual((await read('applied')).spec, { disk: { class: 'fast' } });
  });

  test('converts objects whose spec is null', async () => {
    for (const apiVersion of ['v1', 'v1alpha1']) {
      const type = { apiVersion: `${GROUP}/${apiVersion}`, kind: 'Site' };
      const metadata = { name: `null-${apiVersion}` };
      await send(editor, 'POST', sites('', apiVersion), { ...type, metadata, spec: null });
      for (const other of ['v1', 'v1alpha1']) await read(metadata.name, other);
    }
  });

  test('keeps what a mutating webhook of v1 sets while v1alpha1 creates an object', async () => {
    const type = { apiVersion: `${GROUP}/v1alpha1`, kind: 'Site' };
    const metadata = { name: 'defaulted' };
    await send(editor, 'POST', sites('', 'v1alpha1'), { ...type, metadata, spec: { diskSize: 1 } });
    assert.deepEqual((await read('defaulted')).spec?.disk, { size: 1, class: 'standard' });
  });

  /** What an editor may not write, as content of the annotation. */
  const ATTACKS: Readonly<Record<string, JsonObject>> = {
    'the status': { status: { phase: 'Approved' } },
    'more replicas than the maximum': { spec: { replicas: 1000 } },
    'hosts that a rule forbids': { spec: { hosts: ['a.evil.test'] } },
    'values of other types': { spec: { hosts: 1, disk: { class: { a: 1 } }, replicas: 'x' } },
    'another immutable class': { spec: { disk: { size: 1, class: 'slow' } } },
  };

  /** Content in the forms of annotations: with `value` for each field. */
  const lostOf = (value: JsonValue): JsonValue =>
    isJsonObject(value)
      ? {
          fields: Object.fromEntries(Object.entries(value).map(([k, v]) => [k, lostOf(v ?? null)])),
        }
      : { value };

  /** Annotations that contain an attack. */
  function forgeries(attack: JsonObject, known: string): string[] {
    const content = JSON.stringify({ hash: 'x', lost: lostOf(attack) });
    const whole = JSON.stringify({
      hash: 'x',
      lost: {
        fields: Object.fromEntries(Object.entries(attack).map(([k, value]) => [k, { value }])),
      },
    });
    const mac = known.slice(0, known.indexOf('.'));
    const guessed = createHmac('sha256', '').update(content).digest('base64url');
    return [content, whole, `${mac}.${content}`, `${guessed}.${content}`, `.${content}`];
  }

  for (const [what, attack] of Object.entries(ATTACKS)) {
    test(`an editor cannot write ${what} through the annotation`, async () => {
      const name = `attack-${Object.keys(ATTACKS).indexOf(what)}`;
      await createSite(name);
      const known = await annotationOf(name);
      for (const text of forgeries(attack, known)) {
        await send(plane.transport, 'PATCH', sites(name), { spec: FULL }, MERGE);
        await patch(name, { metadata: { annotations: { [ANNOTATION]: text } } });
        const { spec, status, metadata } = await read(name);
        assert.deepEqual(status, { phase: 'Pending' });
        // Without its annotation, the hidden content is removed.
        assert.deepEqual(spec, { replicas: 2, hosts: ['a.example.com'], disk: { size: 1 } }, text);
        assert.equal(metadata.annotations?.[ANNOTATION], undefined);
        const type = { apiVersion: `${GROUP}/v1alpha1`, kind: 'Site' };
        const created = { generateName: 'forged-', annotations: { [ANNOTATION]: text } };
        const { metadata: forged } = await send(editor, 'POST', sites('', 'v1alpha1'), {
          ...type,
          metadata: created,
          spec: { size: 1 },
        });
        const made = await read((forged as { name: string }).name);
        assert.deepEqual([made.spec, made.status], [{ replicas: 1 }, undefined]);
      }
      const denied = { status: { phase: 'Approved' } };
      const { verdict } = await ask(editor, 'PATCH', sites(name, 'v1', '/status'), denied, MERGE);
      assert.equal(verdict.status, 403);
    });
  }

  test('an editor can return the hidden content of an object to an earlier state', async () => {
    await createSite('replayed');
    const older = await annotationOf('replayed');
    const moved = { spec: { hosts: ['a.example.com', 'moved.example.com'] } };
    await send(plane.transport, 'PATCH', sites('replayed'), moved, MERGE);
    assert.deepEqual((await read('replayed')).spec, { ...FULL, ...moved.spec });
    await patch('replayed', { metadata: { annotations: { [ANNOTATION]: older } } });
    assert.deepEqual((await read('replayed')).spec, FULL);
  });

  test('an annotation of another object, or of a deleted one, is ignored', async () => {
    await createSite('first');
    const text = await annotationOf('first');
    await send(plane.transport, 'DELETE', sites('first'));
    for (const name of ['first', 'second']) {
      await createSite(name, { ...FULL, disk: { size: 1, class: 'slow' } });
      await patch(name, { metadata: { annotations: { [ANNOTATION]: text } } });
      assert.deepEqual((await read(name)).spec?.disk, { size: 1 });
    }
  });

  test('an editor cannot make lists fail by annotations beside which hidden content does not fit', async () => {
    await createSite('full');
    const limit = 256 * 1024;
    for (const free of [150, 10]) {
      const annotations = { filler: 'x'.repeat(limit - 'filler'.length - free) };
      await send(editor, 'PATCH', sites('full'), { metadata: { annotations } }, MERGE);
      const { items } = await send(editor, 'GET', sites('', 'v1alpha1'));
      assert.ok(Array.isArray(items) && items.length > 0);
      if (free === 10) continue;
      const written = await ask(
        editor,
        'PATCH',
        sites('full', 'v1alpha1'),
        { spec: { size: 3 } },
        MERGE,
      );
      assert.equal(written.verdict.status, 500);
      assert.match(written.verdict.message, /does not fit in its annotations.*write it through v1/);
      assert.deepEqual((await read('full')).spec, FULL);
    }
    await send(plane.transport, 'DELETE', sites('full'));
  });
});
