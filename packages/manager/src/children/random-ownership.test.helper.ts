import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { createFakeTransport, type CustomResourceDefinition } from '@vmgen/apiserver/fake';
import { deploymentResource } from '@vmgen/kubernetes/apps/v1';
import { configMapResource, serviceResource } from '@vmgen/kubernetes/core/v1';
import { crdOf, versionWith } from '@vmgen/fixtures/crd-of';
import { createResourceClient, isConflict } from '@vmgen/runtime';
import type { ApplyConfiguration, KubernetesObject, ResourceDefinition } from '@vmgen/runtime';
import { ApiError } from '@vmgen/runtime/client';
import type { Random } from '@vmgen/runtime/async';
import { createFakeRandom } from '@vmgen/runtime/testing';
import { ownsAll } from './applied-fields.js';

type Json = Record<string, unknown>;

const text = { type: 'string' } as const;
const number = { type: 'integer' } as const;
const texts = { type: 'object', additionalProperties: text } as const;

const gadgetCrd: CustomResourceDefinition = crdOf({ group: 'example.com', kind: 'Gadget' }, [
  versionWith('v1', {
    spec: {
      type: 'object',
      properties: {
        tags: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
        order: { type: 'array', items: text, 'x-kubernetes-list-type': 'atomic' },
        ports: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name', 'port'],
          items: {
            type: 'object',
            required: ['name'],
            properties: {
              name: text,
              port: { ...number, default: 80 },
              value: text,
              labels: texts,
            },
          },
        },
        selector: { ...texts, 'x-kubernetes-map-type': 'atomic' },
        labels: texts,
        nested: {
          type: 'object',
          properties: {
            a: { ...text, default: 'a' },
            deep: { type: 'object', properties: { b: number, c: text } },
          },
        },
        free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        size: { 'x-kubernetes-int-or-string': true },
      },
    },
  }),
]);

const gadgetResource: ResourceDefinition<KubernetesObject, 'Namespaced'> = {
  ...{ group: 'example.com', version: 'v1', kind: 'Gadget', listKind: 'GadgetList' },
  ...{ plural: 'gadgets', singular: 'gadget', scope: 'Namespaced' },
  deepCopy: (object) => structuredClone(object) as KubernetesObject,
};

/** A generator of random choices. */
class Draw {
  readonly next: Random;

  constructor(seed: number) {
    this.next = createFakeRandom(seed);
  }

  pick<V>(...values: readonly V[]): V {
    const value = values[Math.floor(this.next() * values.length)];
    assert.ok(value !== undefined);
    return value;
  }

  some<V>(values: readonly V[]): V[] {
    return values.filter(() => this.next() < 0.6);
  }

  /** An object with some of these fields. */
  fields(all: Json): Json {
    return Object.fromEntries(this.some(Object.entries(all)));
  }
}

interface Kind {
  readonly resource: ResourceDefinition<KubernetesObject, 'Namespaced'>;
  readonly configure: (draw: Draw) => Json;
}

const anyKind = (resource: unknown): Kind['resource'] => resource as Kind['resource'];

const map = (draw: Draw): Json => draw.fields({ a: draw.pick('1', '2'), b: '2', c: '' });

/** The kinds whose objects are changed. */
export const kinds: readonly Kind[] = [
  {
    resource: anyKind(configMapResource),
    configure: (draw) =>
      draw.fields({ data: map(draw), binaryData: draw.fields({ x: 'eA==' }), immutable: false }),
  },
  {
    resource: anyKind(serviceResource),
    configure: (draw) => ({
      spec: {
        ports: [
          { name: 'http', port: 80 },
          ...draw.some([
            { name: 'dns', port: 53, protocol: 'UDP', targetPort: 'dns' },
            { name: 'dns-tcp', port: 53 },
            { name: 'http-udp', port: 80, protocol: 'UDP' },
          ]),
        ],
        ...draw.fields({ selector: map(draw), sessionAffinity: 'None', type: 'ClusterIP' }),
      },
    }),
  },
  {
    resource: anyKind(deploymentResource),
    configure: (draw) => ({
      spec: {
        selector: { matchLabels: { app: 'web' } },
        template: {
          metadata: { labels: { app: 'web', ...map(draw) } },
          spec: {
            containers: [
              {
                name: 'main',
                image: 'nginx:1.29',
                ...draw.fields({
                  args: draw.some(['a', 'b']),
                  env: draw.some([{ name: 'A', value: '1' }, { name: 'B' }]),
                  ports: draw.some([
                    { containerPort: 80 },
                    { containerPort: 80, protocol: 'UDP' },
                    { containerPort: 443, name: 'https' },
                  ]),
                  resources: {
                    limits: { cpu: draw.pick<unknown>('1000m', '1', 2), memory: '1024Mi' },
                  },
                  volumeMounts: [{ name: 'data', mountPath: '/data' }],
                }),
              },
              ...draw.some([{ name: 'side', image: 'proxy:1' }]),
            ],
            volumes: [{ name: 'data', emptyDir: {} }],
            ...draw.fields({
              nodeSelector: map(draw),
              tolerations: [{ key: 'a', operator: 'Exists' }],
              securityContext: { runAsNonRoot: true },
            }),
          },
        },
        ...draw.fields({
          replicas: draw.pick(0, 2),
          strategy: { type: 'Recreate' },
          paused: false,
        }),
      },
    }),
  },
  {
    resource: gadgetResource,
    configure: (draw) => ({
      spec: draw.fields({
        tags: draw.some(['a', 'b', '"<c>"']),
        order: draw.some(['x', 'y', 'z']),
        ports: draw.some([
          { name: 'a', ...draw.fields({ value: 'v', labels: map(draw) }) },
          { name: 'a', port: 81, value: 'w' },
          { name: 'b', port: 80 },
        ]),
        selector: map(draw),
        labels: map(draw),
        nested: draw.fields({ a: 'a', deep: draw.fields({ b: 1, c: 'c' }) }),
        free: { list: [{ k: 1 }], map: map(draw) },
        size: draw.pick<unknown>(1, '50%'),
      }),
    }),
  },
];

/** Changes, adds or removes one value at a random place of an object. */
function change(node: unknown, draw: Draw): unknown {
  if (Array.isArray(node)) {
    if (node.length === 0 || draw.next() < 0.3) {
      return draw.pick<unknown[]>(node.slice(1), node.toReversed(), [...node, 'extra']);
    }
    const at = Math.floor(draw.next() * node.length);
    return node.map((item: unknown, index) => (index === at ? change(item, draw) : item));
  }
  if (typeof node === 'object' && node !== null) {
    const entries = Object.entries(node);
    const at = Math.floor(draw.next() * entries.length);
    if (draw.next() < 0.15) return { ...node, extra: 'x' };
    if (draw.next() < 0.2) return Object.fromEntries(entries.filter((_, index) => index !== at));
    return Object.fromEntries(
      entries.map(([name, part], index) => [name, index === at ? change(part, draw) : part]),
    );
  }
  if (typeof node === 'number') return node + 1;
  if (typeof node === 'boolean') return !node;
  return `${String(node)}x`;
}

/** Compares the ownership of fields with the effect of applies, after random changes by another client. */
export async function checkOwnership(
  { resource, configure }: Kind,
  { runs, t }: { readonly runs: number; readonly t: TestContext },
): Promise<void> {
  const fake = createFakeTransport({ crds: [gadgetCrd] });
  const client = createResourceClient(fake, resource, { namespace: 'default' });
  const options = { fieldManager: 'ours', force: true };
  let [changed, unseen, refused] = [0, 0, 0];
  for (let run = 0; run < runs; run++) {
    const draw = new Draw(run);
    const name = `object-${run}`;
    const metadata = { name, labels: map(draw), annotations: { note: 'x' } };
    const wanted = { ...configure(draw), metadata };
    const configuration = wanted as unknown as ApplyConfiguration<KubernetesObject>;
    const apply = () => client.apply(configuration, options);
    const label = () => `run ${run}: ${JSON.stringify(wanted)}`;
    assert.ok(isOwned(await apply(), wanted), label());
    for (let step = 0; step < 3; step++) {
      const live = await client.get(name);
      const rest = { ...live.metadata, managedFields: undefined };
      const { labels, annotations } = rest;
      const parts = { ...live, metadata: undefined, apiVersion: undefined, kind: undefined };
      const content = change({ ...withoutUndefined(parts), meta: { labels, annotations } }, draw);
      const { meta = {}, ...others } = content as { meta?: object };
      const { apiVersion, kind } = live;
      const foreign = { ...others, apiVersion, kind, metadata: { ...rest, ...meta } };
      try {
        await client.update(foreign, { fieldManager: 'theirs' });
      } catch (error) {
        if (!(error instanceof ApiError) || isConflict(error)) throw error;
        refused++;
        continue;
      }
      const before = await client.get(name);
      const isOurs = isOwned(before, wanted);
      let after: KubernetesObject;
      try {
        after = await apply();
      } catch (error) {
        // Such as an immutable field that another client has set.
        if (!(error instanceof ApiError)) throw error;
        break;
      }
      const isChanged = after.metadata.resourceVersion !== before.metadata.resourceVersion;
      const seen = JSON.stringify(before.metadata.managedFields);
      // An empty list that is absent counts as applied.
      const isDrift = isChanged && contentOf(after) !== contentOf(before);
      if (isDrift) changed++;
      if (isDrift) assert.ok(!isOurs, `${label()}\n${JSON.stringify(foreign)}\n${seen}`);
      if (!isChanged && !isOurs) unseen++;
    }
  }
  t.diagnostic(`${changed} drifts, ${unseen} applies without an effect, ${refused} refused`);
  assert.ok(changed > runs / 4);
  await fake.close();
}

function isOwned(object: KubernetesObject, configuration: Json): boolean {
  const entry = object.metadata.managedFields?.find(
    ({ manager, operation }) => manager === 'ours' && operation === 'Apply',
  );
  return ownsAll(entry?.fieldsV1, configuration, object);
}

function contentOf(object: KubernetesObject): string {
  const unset = { managedFields: undefined, resourceVersion: undefined, generation: undefined };
  const metadata = { ...object.metadata, ...unset };
  return JSON.stringify({ ...object, metadata }, (_name, part: unknown) =>
    Array.isArray(part) && part.length === 0 ? undefined : part,
  );
}

function withoutUndefined(object: Json): Json {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}
