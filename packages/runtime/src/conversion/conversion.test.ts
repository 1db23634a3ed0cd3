import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { KubernetesObject } from '../meta/types.js';
import { createConversionKey } from './conversion-keys.js';
import { createConversionHandler } from './conversion-review.js';
import {
  type ConvertedObject,
  defineConversion,
  type SpokeConversion,
} from './define-conversion.js';
import type { FieldAt, ItemAt } from './field-path.js';

interface Site extends KubernetesObject {
  spec: {
    image: string;
    replicas?: number;
    hosts?: string[];
    storage?: { sizeGiB?: number; class?: string };
    ports?: { name: string; port: number; protocol: 'TCP' | 'UDP' }[];
  };
  status?: { ready?: number };
}

interface SiteV1alpha1 extends KubernetesObject {
  spec: {
    image: string;
    size?: number;
    host?: string;
    diskGiB?: number;
    owner?: string;
    ports?: { name: string; number: number }[];
  };
  status?: { ready?: number };
}

const v1alpha1: SpokeConversion<
  SiteV1alpha1,
  Site,
  '.spec.hosts' | '.spec.storage.class' | '.spec.ports[].protocol',
  '.spec.host' | '.spec.owner'
> = {
  renamed: {
    '.spec.replicas': '.spec.size',
    '.spec.storage.sizeGiB': '.spec.diskGiB',
    '.spec.ports[].port': '.spec.ports[].number',
  },
  toHub: {
    '.spec.hosts': ({ spec }) => (spec.host === undefined ? undefined : [spec.host]),
    '.spec.storage.class': () => undefined,
    '.spec.ports[].protocol': (_, { name }) => (name === 'dns' ? 'UDP' : 'TCP'),
  },
  fromHub: {
    '.spec.host': ({ spec }) => spec.hosts?.[0],
    '.spec.owner': () => undefined,
  },
  removed: { hub: ['.spec.storage'] },
};

const conversion = defineConversion({
  group: 'example.com',
  kind: 'Site',
  hub: 'v1',
  spokes: { v1alpha1, v1beta1: { toHub: {}, fromHub: {} } },
});

const site = (
  version: string,
  spec: object,
  metadata: object = {},
): ConvertedObject & { spec: object } => ({
  apiVersion: `example.com/${version}`,
  kind: 'Site',
  metadata: { name: 'shop', namespace: 'default', uid: 'u1', ...metadata },
  spec,
});

/** The spec of a converted object. */
const specOf = (object: ConvertedObject): Record<string, unknown> =>
  (object as { spec: Record<string, unknown> }).spec;

/** A conversion there, an edit, and the conversion back. */
function edited(
  object: ConvertedObject,
  version: string,
  edit: (spec: Record<string, unknown>) => void,
): Record<string, unknown> {
  const [, original = ''] = object.apiVersion?.split('/') ?? [];
  const converted = structuredClone(conversion.convert(object, version));
  edit(specOf(converted));
  return specOf(conversion.convert(converted, original));
}

const FULL = site('v1', {
  image: 'nginx',
  replicas: 3,
  hosts: ['a.example', 'b.example'],
  storage: { sizeGiB: 10, class: 'fast' },
  ports: [
    { name: 'http', port: 80, protocol: 'TCP' },
    { name: 'quic', port: 443, protocol: 'UDP' },
  ],
});

describe('defineConversion', () => {
  test('copies equal fields, moves renamed fields and computes the others', () => {
    const { metadata, ...rest } = conversion.convert(FULL, 'v1alpha1');
    assert.deepEqual(rest, {
      apiVersion: 'example.com/v1alpha1',
      kind: 'Site',
      spec: {
        image: 'nginx',
        size: 3,
        diskGiB: 10,
        host: 'a.example',
        ports: [
          { name: 'http', number: 80 },
          { name: 'quic', number: 443 },
        ],
      },
    });
    assert.deepEqual(Object.keys(metadata?.annotations ?? {}), ['conversion.vmgen.io/v1']);
  });

  test('restores what the other version cannot express', () => {
    assert.deepEqual(conversion.convert(conversion.convert(FULL, 'v1alpha1'), 'v1'), FULL);
    const old = site('v1alpha1', {
      image: 'nginx',
      owner: 'ann',
      ports: [{ name: 'dns', number: 53 }],
    });
    assert.deepEqual(conversion.convert(conversion.convert(old, 'v1'), 'v1alpha1'), old);
    assert.deepEqual(conversion.convert(conversion.convert(old, 'v1beta1'), 'v1alpha1'), old);
  });

  test('adds no annotation if nothing is lost', () => {
    const plain = site('v1', { image: 'nginx', hosts: ['a.example'] });
    assert.deepEqual(
      conversion.convert(plain, 'v1alpha1'),
      site('v1alpha1', { image: 'nginx', host: 'a.example' }),
    );
    assert.deepEqual(conversion.convert(plain, 'v1beta1'), {
      ...plain,
      apiVersion: 'example.com/v1beta1',
    });
  });

  test('keeps the edit of a user and restores the rest', () => {
    assert.deepEqual(
      edited(FULL, 'v1alpha1', (spec) => {
        Object.assign(spec, { size: 5, host: 'c.example' });
      }),
      { ...FULL.spec, replicas: 5, hosts: ['c.example', 'b.example'] },
    );
  });

  test('restores equal items of a list that was not edited', () => {
    const object = site('v1', { image: 'nginx', hosts: ['a.example', 'a.example'] });
    const after = edited(object, 'v1alpha1', (spec) => {
      spec['size'] = 1;
    });
    assert.deepEqual(after, { ...object.spec, replicas: 1 });
  });

  test('removes a field that a user has removed, and keeps what that user cannot see', () => {
    const after = edited(FULL, 'v1alpha1', (spec) => {
      delete spec['host'];
      delete spec['size'];
    });
    const { replicas: _, ...rest } = FULL.spec as Site['spec'];
    assert.deepEqual(after, { ...rest, hosts: ['b.example'] });
  });

  test('restores the items of a list that were moved, edited and inserted beside', () => {
    const after = edited(FULL, 'v1alpha1', (spec) => {
      spec['ports'] = [
        { name: 'new', number: 1 },
        { name: 'quic', number: 8443 },
        { name: 'http', number: 80 },
      ];
    });
    assert.deepEqual(after['ports'], [
      { name: 'new', port: 1, protocol: 'TCP' },
      { name: 'quic', port: 8443, protocol: 'UDP' },
      { name: 'http', port: 80, protocol: 'TCP' },
    ]);
  });

  test('restores an old version after the storage version was edited', () => {
    const old = site('v1alpha1', { image: 'nginx', owner: 'ann' });
    const after = edited(old, 'v1', (spec) => {
      spec['replicas'] = 2;
    });
    assert.deepEqual(after, { image: 'nginx', owner: 'ann', size: 2 });
  });

  test('keeps labels, annotations of others and all other metadata', () => {
    const metadata = {
      labels: { a: 'b' },
      annotations: { 'example.com/note': 'x' },
      finalizers: ['example.com/f'],
    };
    const object = site('v1', { image: 'nginx' }, metadata);
    assert.deepEqual(conversion.convert(object, 'v1alpha1').metadata, object.metadata);
  });

  test('ignores an annotation that is not valid', () => {
    for (const text of ['', '{', 'null', '{"hash":"x"}', '{"hash":"x","lost":{"fields":1}}']) {
      const annotations = { 'conversion.vmgen.io/v1': text };
      const object = site('v1alpha1', { image: 'nginx' }, { annotations });
      assert.deepEqual(conversion.convert(object, 'v1'), site('v1', { image: 'nginx' }), text);
    }
  });

  test('converts objects without spec and without metadata', () => {
    for (const part of [{}, { status: { ready: 1 } }, { metadata: { name: 'x' } }]) {
      const object = { apiVersion: 'example.com/v1', kind: 'Site', ...part };
      assert.deepEqual(conversion.convert(object, 'v1alpha1'), {
        ...object,
        apiVersion: 'example.com/v1alpha1',
      });
    }
  });

  test('exchanges fields, and moves fields within fields that are moved', () => {
    const other = defineConversion({
      group: 'example.com',
      kind: 'Site',
      hub: 'v2',
      spokes: {
        v1: {
          renamed: {
            '.spec.a': '.spec.b',
            '.spec.b': '.spec.a',
            '.spec.disks': '.spec.volumes',
            '.spec.disks[].size': '.spec.volumes[].gb',
          },
          toHub: {
            '.spec.disks[].type': (_source, item) =>
              (item as { fast: boolean }).fast ? 'ssd' : 'hdd',
          },
          fromHub: {
            '.spec.volumes[].fast': (_source, item) => (item as { type: string }).type === 'ssd',
          },
        },
      },
    });
    const old = site('v1', {
      a: 1,
      b: 2,
      volumes: [
        { gb: 1, fast: true },
        { gb: 2, fast: false },
      ],
    });
    const hub = site('v2', {
      b: 1,
      a: 2,
      disks: [
        { size: 1, type: 'ssd' },
        { size: 2, type: 'hdd' },
      ],
    });
    assert.deepEqual(other.convert(old, 'v2'), hub);
    assert.deepEqual(other.convert(hub, 'v1'), old);
  });

  test('rejects other kinds, unknown versions and invalid paths', () => {
    assert.throws(
      () => conversion.convert(FULL, 'v2'),
      /no conversion for the version "v2": it has v1, v1alpha1, v1beta1/,
    );
    assert.throws(
      () => conversion.convert({ ...FULL, kind: 'Page' }, 'v1'),
      /for Site of example.com/,
    );
    const withRename = (renamed: Record<string, string>) => () =>
      defineConversion({ ...conversion, spokes: { v1: { renamed, toHub: {}, fromHub: {} } } });
    assert.throws(withRename({ 'spec.a': '.spec.b' }), /"spec.a" is not a field path/);
    assert.throws(
      withRename({ '.metadata.name': '.spec.b' }),
      /\.metadata\.name cannot be converted/,
    );
  });

  test('has the types of the fields and items of a path', () => {
    const protocol: FieldAt<Site, '.spec.ports[].protocol'> = 'UDP';
    const item: ItemAt<Site, '.spec.ports[].protocol'> = { name: 'x', port: 1, protocol: 'TCP' };
    const none: FieldAt<Site, '.spec.storage.class'> = undefined;
    // @ts-expect-error: no such field
    const unknown: FieldAt<Site, '.spec.colour'> = 'red';
    type Rules = SpokeConversion<SiteV1alpha1, Site, never, '.spec.owner'>;
    // @ts-expect-error: the function for .spec.owner is missing
    const missing: Rules['fromHub'] = {};
    assert.ok([protocol, item, none, unknown, missing]);
  });
});

describe('createConversionHandler', () => {
  const key = [createConversionKey()];
  const keys = () => key;
  const handle = createConversionHandler([conversion], { keys });
  const review = (objects: ConvertedObject[], desiredAPIVersion = 'example.com/v1alpha1') => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'ConversionReview',
    request: { uid: 'r1', desiredAPIVersion, objects },
  });

  test('answers with as many objects in the same order', async () => {
    const objects = ['a', 'b', 'c'].map((name) => site('v1', { image: name }, { name }));
    assert.deepEqual(await handle(review(objects)), {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'ConversionReview',
      response: {
        uid: 'r1',
        convertedObjects: objects.map((each) => conversion.convert(each, 'v1alpha1', key)),
        result: { status: 'Success' },
      },
    });
  });

  test('fails as a whole and names each object that cannot be converted', async () => {
    const objects = [FULL, { ...FULL, apiVersion: 'example.com/v7' }, { ...FULL, kind: 'Page' }];
    const { response } = await handle(review(objects));
    assert.deepEqual(response?.convertedObjects, []);
    assert.equal(response.result.status, 'Failed');
    assert.match(
      response.result.message ?? '',
      /^Site default\/shop: .*"v7".*; Page default\/shop: no conversion of Page/,
    );
  });

  test('reports errors that functions throw', async () => {
    const throwing = defineConversion({
      ...conversion,
      spokes: {
        v1alpha1: {
          toHub: {},
          fromHub: {
            '.spec.x': () => {
              throw new Error('no such zone');
            },
          },
        },
      },
    });
    const { response } = await createConversionHandler([throwing], { keys })(review([FULL]));
    assert.deepEqual(response?.result, {
      status: 'Failed',
      message:
        'Site default/shop: cannot compute .spec.x of version v1alpha1 from this object of version v1: no such zone',
    });
  });

  test('rejects values that are not a review', async () => {
    for (const value of [
      {},
      { ...review([]), apiVersion: 'apiextensions.k8s.io/v1beta1' },
      review(['x' as never]),
    ]) {
      await assert.rejects(handle(value), /is not a ConversionReview of apiextensions.k8s.io\/v1/);
    }
  });

  test('pauses for other requests, and ends with its signal', async () => {
    const slow = defineConversion({
      ...conversion,
      spokes: {
        v1alpha1: {
          toHub: {},
          fromHub: {
            '.spec.x': () => {
              const end = performance.now() + 11;
              while (performance.now() < end);
            },
          },
        },
      },
    });
    const call = createConversionHandler([slow], { keys })(
      review([FULL, FULL, FULL]),
      AbortSignal.abort('late'),
    );
    await assert.rejects(call, (reason) => reason === 'late');
  });
});
