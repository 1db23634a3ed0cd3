import { isConflict, isNotFound, type Transport } from '@vmgen/runtime';
import { createDiscoveryClient } from '@vmgen/runtime/discovery';
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { Deployment } from '@vmgen/kubernetes/apps/v1';
import { createClientset, type Clientset } from '@vmgen/kubernetes/clientset';
import { startBothServers, type BothServers } from '../support/both-servers.js';
import { inRepository } from '../support/repository.js';

const labels = { app: 'web' };
const DEPLOYMENT: Deployment = {
  metadata: { name: 'web', labels },
  spec: {
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: { containers: [{ name: 'web', image: 'nginx', ports: [{ containerPort: 80 }] }] },
    },
  },
};

let both: BothServers;
before(async () => {
  both = await startBothServers();
});
after(() => both.stop());

/** Of a definition, what a server says of it too. */
interface Served {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly singular: string;
  readonly scope: string;
}

const isDefinition = (value: unknown): value is Served =>
  typeof value === 'object' && value !== null && 'plural' in value && 'scope' in value;

const named = ({ group, version, kind, plural, singular, scope }: Served): string =>
  JSON.stringify([group, version, kind, plural, singular, scope]);

/** The definitions of all groups. */
async function definitions(): Promise<Served[]> {
  const root = inRepository('packages/kubernetes/dist/generated');
  const modules = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('/register.js'))
    .map(async (file) => (await import(`${root}/${file}`)) as Record<string, unknown>);
  return (await Promise.all(modules)).flatMap((each) => Object.values(each)).filter(isDefinition);
}

test("every definition of a served version equals the real server's discovery", async () => {
  const { groups } = await createDiscoveryClient(both.real).discover();
  const versions = groups.flatMap(({ name, versions: all }) =>
    all.map(({ version }) => `${name}/${version}`),
  );
  // Bindings are posted to pods: as a resource of their own they have no client.
  const served = groups
    .flatMap(({ versions: all }) => all.flatMap(({ resources }) => resources))
    .filter(({ kind }) => kind !== 'Binding');
  const ours = (await definitions()).filter(({ group, version }) =>
    versions.includes(`${group}/${version}`),
  );
  assert.ok(ours.length > 60, `${ours.length}`);
  assert.deepEqual(ours.map(named).sort(), served.map(named).sort());
});

const servers: readonly (readonly [string, () => Transport])[] = [
  ['the real server', () => both.real],
  ['the embedded server', () => both.embedded],
];
for (const [name, transportOf] of servers) {
  describe(`the clientset on ${name}`, () => {
    let clientset: Clientset;
    before(() => {
      clientset = createClientset(transportOf());
    });

    test('creates, reads, watches, patches and applies a deployment', async () => {
      const deployments = clientset.appsV1.deployments('default');
      const { metadata } = await deployments.list();
      const { resourceVersion = '' } = metadata;
      const created = await deployments.create(DEPLOYMENT);
      assert.equal(created.spec?.replicas, 1);
      for await (const event of deployments.watch({ resourceVersion })) {
        assert.ok(event.type === 'ADDED' && event.object.metadata.uid === created.metadata.uid);
        break;
      }
      const patched = await deployments.strategicMergePatch('web', {
        spec: { template: { spec: { containers: [{ name: 'web', image: 'nginx:2' }] } } },
      });
      const [container] = patched.spec?.template.spec?.containers ?? [];
      assert.deepEqual([container?.image, container?.ports?.length], ['nginx:2', 1]);
      const applied = await deployments.apply(
        { metadata: { name: 'web' }, spec: { paused: true } },
        { fieldManager: 'test' },
      );
      assert.equal(applied.spec?.paused, true);
      await assert.rejects(deployments.update(created), isConflict);
    });

    test('reads and writes its scale and its status', async () => {
      const deployments = clientset.appsV1.deployments('default');
      const scale = await deployments.getScale('web');
      assert.deepEqual([scale.kind, scale.spec?.replicas], ['Scale', 1]);
      const more = { ...scale, spec: { replicas: 3 } };
      assert.equal((await deployments.updateScale('web', more)).spec?.replicas, 3);
      const read = await deployments.get('web');
      assert.equal(read.spec?.replicas, 3);
      await deployments.updateStatus({ ...read, status: { readyReplicas: 2, replicas: 3 } });
      assert.equal((await deployments.get('web')).status?.readyReplicas, 2);
    });

    test('evicts a pod, adds an ephemeral container to one and binds another to a node', async () => {
      const pods = clientset.coreV1.pods('default');
      const spec = { containers: [{ name: 'main', image: 'web' }] };
      for (const pod of ['a', 'b']) await pods.create({ metadata: { name: pod }, spec });
      await clientset.coreV1.nodes().create({ metadata: { name: 'n' } });
      const target = { kind: 'Node', name: 'n' };
      const bound = await pods.bind('a', { metadata: { name: 'a' }, target });
      assert.equal(bound.status, 'Success');
      assert.equal((await pods.get('a')).spec?.nodeName, 'n');
      const ephemeralContainers = [{ name: 'debug', image: 'busybox' }];
      const debugged = await pods.patchEphemeralContainers('a', {
        spec: { ...spec, ephemeralContainers },
      });
      assert.equal(debugged.spec?.ephemeralContainers?.[0]?.name, 'debug');
      const evicted = await pods.evict('b', { metadata: { name: 'b' } });
      assert.equal(evicted.status, 'Success');
      assert.equal(await pods.find('b'), undefined);
    });

    test('answers token requests and access reviews', async () => {
      const accounts = clientset.coreV1.serviceAccounts('default');
      await accounts.create({ metadata: { name: 'robot' } });
      const request = { metadata: {}, spec: { audiences: ['vault'], expirationSeconds: 900 } };
      const { kind, status } = await accounts.createToken('robot', request);
      assert.equal(kind, 'TokenRequest');
      assert.match(status?.token ?? '', /./);
      const spec = { resourceAttributes: { verb: 'create', resource: 'pods' } };
      const reviews = clientset.authorizationV1.selfSubjectAccessReviews();
      const review = await reviews.create({ metadata: {}, spec });
      assert.equal(review.status?.allowed, true);
    });

    test('finalizes a namespace', async () => {
      const namespaces = clientset.coreV1.namespaces();
      const created = await namespaces.create({ metadata: { name: 'gone' } });
      assert.deepEqual(created.spec?.finalizers, ['kubernetes']);
      await namespaces.delete('gone');
      const ending = await namespaces.find('gone');
      // The embedded server deletes what is in it, and then the namespace, by itself, perhaps at this moment.
      const finalized =
        ending && namespaces.finalize('gone', { ...ending, spec: { finalizers: [] } });
      await finalized?.catch((error: unknown) => {
        if (name === 'the real server' || !isNotFound(error)) throw error;
      });
      assert.equal(await namespaces.find('gone'), undefined);
    });
  });
}
