import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { KubernetesObject } from '../meta/types.js';
import { createConversionKey } from './conversion-keys.js';
import { type ConvertedObject, defineConversion } from './define-conversion.js';

type Whole<Spec> = KubernetesObject & { spec: Spec };
type Part<Spec> = Partial<Whole<Spec>>;

/** v1alpha1 cannot express the class of a disk, further hosts and the phase. */
const conversion = defineConversion({
  group: 'example.com',
  kind: 'Site',
  hub: 'v1',
  spokes: {
    v1alpha1: {
      renamed: { '.spec.replicas': '.spec.size', '.spec.disk.size': '.spec.diskSize' },
      toHub: {
        '.spec.hosts': ({ spec }: Part<{ host?: string }>) =>
          spec?.host === undefined ? undefined : [spec.host],
        '.spec.disk.class': () => undefined,
        '.status.phase': () => undefined,
      },
      fromHub: { '.spec.host': ({ spec }: Part<{ hosts?: string[] }>) => spec?.hosts?.[0] },
      removed: { hub: ['.spec.disk'] },
    },
    v1beta1: { toHub: {}, fromHub: {} },
  },
});

const ANNOTATION = 'conversion.vmgen.io/v1';
const keys = [createConversionKey()];
const metadata = { name: 'shop', namespace: 'default', uid: 'u1' };
const site = (
  version: string,
  spec: object,
  own: object = metadata,
): ConvertedObject & { spec: object } => ({
  apiVersion: `example.com/${version}`,
  kind: 'Site',
  metadata: own,
  spec,
});
const FULL = site('v1', {
  replicas: 2,
  hosts: ['a', 'b'],
  disk: { size: 1, class: 'fast' },
});

const annotationOf = (object: ConvertedObject): string =>
  object.metadata?.annotations?.[ANNOTATION] ?? '';
const signed = (object: ConvertedObject = FULL, own = keys): string =>
  annotationOf(conversion.convert(object, 'v1alpha1', own));

/** The conversion to v1 of an object with an annotation. */
const withAnnotation = (
  text: string,
  own: object = metadata,
  known = keys,
): ConvertedObject & { spec?: object } =>
  conversion.convert(
    site(
      'v1alpha1',
      { size: 2, host: 'a', diskSize: 1 },
      { ...own, annotations: { [ANNOTATION]: text } },
    ),
    'v1',
    known,
  );
const RESTORED = FULL.spec;
const WITHOUT = { replicas: 2, hosts: ['a'], disk: { size: 1 } };

describe('the annotation', () => {
  test('restores the content with any of the keys', () => {
    assert.deepEqual(withAnnotation(signed()), FULL);
    assert.deepEqual(withAnnotation(signed(), metadata, [createConversionKey(), ...keys]), FULL);
  });

  test('is ignored and removed if it was changed, damaged or signed by another key', () => {
    const text = signed();
    const mac = text.slice(0, text.indexOf('.'));
    const texts = [
      ...['', '.', 'x', '{}', 'null', `${mac}.`, `${mac}.{}`, text.replace('fast', 'slow')],
      text.slice(mac.length + 1),
      ` ${text}`,
      `${text} `,
      signed(FULL, [createConversionKey()]),
      // The form before annotations were authenticated.
      JSON.stringify({
        hash: '',
        lost: { fields: { spec: { fields: { replicas: { value: 9 } } } } },
      }),
    ];
    for (const each of texts) assert.deepEqual(withAnnotation(each), site('v1', WITHOUT), each);
    assert.deepEqual(withAnnotation(text, metadata, []), site('v1', WITHOUT));
  });

  test('is ignored on another object, kind and version', () => {
    for (const own of [
      { ...metadata, uid: 'u2' },
      { ...metadata, name: 'other' },
      { ...metadata, namespace: 'other' },
      { name: 'shop', namespace: 'default' },
      {},
    ]) {
      assert.deepEqual(withAnnotation(signed(), own), site('v1', WITHOUT, own));
    }
    const beta = conversion.convert(
      site('v1beta1', WITHOUT, { ...metadata, annotations: { [ANNOTATION]: signed() } }),
      'v1',
      keys,
    );
    assert.deepEqual(beta, site('v1', WITHOUT));
    const other = defineConversion({
      ...conversion,
      kind: 'Page',
      spokes: { v1alpha1: { toHub: { '.spec.hosts': () => undefined }, fromHub: {} } },
    });
    const page = { ...site('v1alpha1', {}), kind: 'Page' };
    const annotations = { [ANNOTATION]: signed() };
    assert.deepEqual(
      other.convert({ ...page, metadata: { ...metadata, annotations } }, 'v1', keys),
      { ...page, apiVersion: 'example.com/v1' },
    );
  });

  test('is restored after the object gets its name and UID', () => {
    for (const early of [
      { namespace: 'default', name: 'shop' },
      { namespace: 'default', generateName: 'sh' },
    ]) {
      const text = signed({ ...FULL, metadata: early });
      const own = { ...metadata, ...early };
      assert.deepEqual(withAnnotation(text, own), { ...FULL, metadata: own });
      const others = [
        { ...own, name: 'page', generateName: 'pa' },
        { ...own, namespace: 'other' },
      ];
      for (const other of others) {
        assert.deepEqual(withAnnotation(text, other), site('v1', WITHOUT, other));
      }
    }
  });

  test('is restored in a later object with the name or the generateName for which it was signed', () => {
    for (const [early, later] of [
      [{ name: 'shop' }, { name: 'shop', uid: 'u2' }],
      [{ generateName: 'sh' }, { generateName: 'sh', name: 'shb', uid: 'u2' }],
    ]) {
      const text = signed({ ...FULL, metadata: { namespace: 'default', ...early } });
      const own = { namespace: 'default', ...later };
      assert.deepEqual(withAnnotation(text, own), { ...FULL, metadata: own });
    }
  });

  test('restores only declared fields, and never the status, the type and the metadata', () => {
    // Another operator declares all fields, and shares the key.
    const all = defineConversion({
      ...conversion,
      spokes: {
        v1alpha1: {
          toHub: { '.spec': () => undefined, '.status': () => undefined, '.data': () => undefined },
          fromHub: {},
        },
      },
    });
    const forged = all.convert(
      {
        ...FULL,
        spec: { ...RESTORED, replicas: 1000 },
        status: { phase: 'Approved' },
        data: 1,
      } as object,
      'v1alpha1',
      keys,
    );
    assert.match(annotationOf(forged), /1000/);
    assert.doesNotMatch(annotationOf(forged), /Approved/);
    assert.deepEqual(withAnnotation(annotationOf(forged)), site('v1', WITHOUT));
    const { status } = conversion.convert(
      conversion.convert(
        { ...FULL, status: { phase: 'Ready', up: 1 } } as object,
        'v1alpha1',
        keys,
      ),
      'v1',
      keys,
    ) as { status?: object };
    assert.deepEqual(status, { up: 1 });
  });

  test('restores the former content of the same object if it is older', () => {
    const older = signed(site('v1', { ...RESTORED, disk: { size: 1, class: 'slow' } }));
    assert.deepEqual(withAnnotation(older).spec, { ...RESTORED, disk: { size: 1, class: 'slow' } });
  });

  test('is not written without keys, and never to objects without metadata', () => {
    assert.equal(signed(FULL, []), '');
    const { metadata: _, ...part } = FULL;
    assert.equal(conversion.convert(part, 'v1alpha1', keys).metadata, undefined);
  });
});

describe('absent parts', () => {
  const reading = defineConversion({
    ...conversion,
    spokes: {
      v1alpha1: {
        renamed: { '.spec.ports[].port': '.spec.ports[].number' },
        toHub: {
          '.spec.hosts': ({ spec: { host } }: Whole<{ host: string }>) => [host],
          '.spec.ports[].protocol': (_: unknown, { name }: { name: string }) => name,
        },
        fromHub: { '.spec.host': ({ spec: { hosts } }: Whole<{ hosts: string[] }>) => hosts[0] },
      },
    },
  });

  test('do not reach functions, whether they are null or absent', () => {
    for (const part of [
      { spec: null },
      { status: null },
      { spec: null, status: null },
      {},
      { spec: { hosts: ['a'], ports: [null] } },
    ]) {
      const object = { apiVersion: 'example.com/v1', kind: 'Site', metadata, ...part } as object;
      const converted = reading.convert(object, 'v1alpha1');
      assert.deepEqual(reading.convert(converted, 'v1'), object);
    }
  });

  test('are named by the error if a function cannot handle them', () => {
    assert.throws(
      () => reading.convert(site('v1', {}), 'v1alpha1'),
      (error: Error) => {
        assert.equal(
          error.message,
          'cannot compute .spec.host of version v1alpha1 from this object of version v1: the log of the operator has the cause',
        );
        return error.cause instanceof TypeError;
      },
    );
  });
});

describe('content that does not fit in the annotations', () => {
  const stored = (version: string) =>
    defineConversion({
      group: 'example.com',
      kind: 'Site',
      hub: 'v1',
      stored: version,
      spokes: {
        v1alpha1: { toHub: { '.spec.text': () => undefined }, fromHub: {} },
      },
    });
  const LIMIT = 256 * 1024;
  const sizeOf = (object: ConvertedObject): number =>
    Object.entries(object.metadata?.annotations ?? {}).reduce(
      (size, [name, value]) => size + Buffer.byteLength(name) + Buffer.byteLength(value),
      0,
    );
  const large = site('v1', { text: 'é'.repeat(LIMIT / 2) });
  const error = {
    message:
      'the object has content of v1 that v1alpha1 cannot express and that does not fit in its annotations (256 KiB): write it through v1',
  };

  test('is left out, so that the object can be read but not written', () => {
    const own = stored('v1');
    const read = own.convert(large, 'v1alpha1', keys);
    assert.ok(sizeOf(read) < 200, `the annotations have ${sizeOf(read)} bytes`);
    assert.throws(() => own.convert(read, 'v1', keys), error);
    assert.throws(() => own.convert({ ...read, spec: {} } as object, 'v1', keys), error);
  });

  test('remains up to the last byte of the limit', () => {
    const own = stored('v1');
    const withText = (length: number) =>
      own.convert(site('v1', { text: 'x'.repeat(length) }), 'v1alpha1', keys);
    const most = LIMIT - sizeOf(withText(0));
    assert.equal(sizeOf(withText(most)), LIMIT);
    assert.deepEqual(
      own.convert(withText(most), 'v1', keys),
      site('v1', { text: 'x'.repeat(most) }),
    );
    assert.ok(sizeOf(withText(most + 1)) < 200);
  });

  test('leaves nothing in annotations that are full, as if a client had removed it', () => {
    const annotations = { a: 'x'.repeat(LIMIT - 10) };
    const read = stored('v1').convert(
      { ...large, metadata: { ...metadata, annotations } },
      'v1alpha1',
      keys,
    );
    assert.deepEqual(read.metadata?.annotations, annotations);
  });

  test('is an error in the storage version, which must keep it', () => {
    assert.throws(() => stored('v1alpha1').convert(large, 'v1alpha1', keys), {
      message:
        'the object has content of v1 that v1alpha1 cannot express and that does not fit in its annotations (256 KiB): shorten it or the annotations, through v1',
    });
  });

  test('is not left out because a client says so', () => {
    const own = stored('v1');
    const text = `${'x'.repeat(43)}.{"isLeftOut":true}`;
    const forged = site('v1alpha1', {}, { ...metadata, annotations: { [ANNOTATION]: text } });
    assert.deepEqual(own.convert(forged, 'v1', keys), site('v1', {}));
    const copied = annotationOf(own.convert(large, 'v1alpha1', keys));
    const other = { ...metadata, uid: 'u2', annotations: { [ANNOTATION]: copied } };
    assert.deepEqual(
      own.convert(site('v1alpha1', {}, other), 'v1', keys),
      site('v1', {}, { ...metadata, uid: 'u2' }),
    );
  });
});

describe('an edit through the other version', () => {
  /** The spec of v1 after an edit through v1alpha1. */
  const edited = (spec: object, edit: (spec: Record<string, unknown>) => void): unknown => {
    const converted = structuredClone(conversion.convert(site('v1', spec), 'v1alpha1', keys));
    edit((converted as unknown as { spec: Record<string, unknown> }).spec);
    return (conversion.convert(converted, 'v1', keys) as { spec?: object }).spec;
  };

  test('keeps fields that only v1 has when those beside them are removed or first set', () => {
    const disk = { disk: { size: 1, class: 'fast' } };
    assert.deepEqual(
      edited(disk, (spec) => delete spec['diskSize']),
      { disk: { class: 'fast' } },
    );
    assert.deepEqual(
      edited({ disk: { class: 'fast' } }, (spec) => (spec['diskSize'] = 2)),
      { disk: { size: 2, class: 'fast' } },
    );
    assert.deepEqual(
      edited({ disk: {} }, () => {}),
      { disk: {} },
    );
    assert.deepEqual(
      edited({ disk: { size: 1 } }, (spec) => delete spec['diskSize']),
      {},
    );
  });

  test('keeps fields that only v1 has when server-side apply sets the spec to null', () => {
    const before = site('v1', { replicas: 1, disk: { size: 1, class: 'fast' } });
    const converted = { ...conversion.convert(before, 'v1alpha1', keys), spec: null } as object;
    const after = conversion.convert(converted, 'v1', keys) as { spec?: object };
    assert.deepEqual(after.spec, { disk: { class: 'fast' } });
  });

  test('keeps items that only v1 has, equal ones too', () => {
    const hosts = ['-v', '-v', '-x', '-x'];
    assert.deepEqual(
      edited({ hosts }, (spec) => (spec['host'] = '-x')),
      { hosts: ['-x', '-v', '-x', '-x'] },
    );
    assert.deepEqual(
      edited({ hosts }, (spec) => delete spec['host']),
      { hosts: ['-v', '-x', '-x'] },
    );
  });
});
