import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertLinear } from '@vmgen/fixtures/assert-linear';
import { createProtobufDecoder } from './protobuf-body.js';

/** Encodes a varint: seven bits per byte, the lowest first. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; rest > 0 || bytes.length === 0; rest = Math.floor(rest / 128)) {
    bytes.push((rest % 128) + (rest >= 128 ? 128 : 0));
  }
  return Buffer.from(bytes);
}

function field(number: number, value: Buffer | string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes]);
}

/** Wraps an object in a runtime.Unknown. */
function bodyOf(apiVersion: string, kind: string, ...object: Buffer[]): Buffer {
  const type = field(1, Buffer.concat([field(1, apiVersion), field(2, kind)]));
  return Buffer.concat([Buffer.from('k8s\0'), type, field(2, Buffer.concat(object))]);
}

function many(count: number, make: (index: number) => Buffer): Buffer {
  return Buffer.concat(Array.from({ length: count }, (_, index) => make(index)));
}

const FINALIZERS = 14;
const LABELS = 11;

test('decodes lists and maps in linear time', () => {
  assertLinear(20_000, 20, (count) => {
    const metadata = Buffer.concat([
      many(count, () => field(FINALIZERS, 'a/b')),
      many(count, (i) => field(LABELS, Buffer.concat([field(1, `k${i}`), field(2, 'v')]))),
    ]);
    const body = bodyOf('v1', 'Namespace', field(1, metadata));
    const text = createProtobufDecoder()(body) ?? '';
    const decoded = JSON.parse(text) as { metadata: { finalizers: string[]; labels: object } };
    assert.equal(decoded.metadata.finalizers.length, count);
    assert.equal(Object.keys(decoded.metadata.labels).length, count);
    return () => createProtobufDecoder()(body);
  });
});

test('rejects messages that are nested too deeply', () => {
  const [spec, versions, schema, openApi, not] = [2, 7, 4, 1, 28];
  let props: Buffer = Buffer.alloc(0);
  for (let i = 0; i < 5000; i++) props = field(not, props);
  const version = Buffer.concat([field(1, 'v1'), field(schema, field(openApi, props))]);
  const body = bodyOf(
    'apiextensions.k8s.io/v1',
    'CustomResourceDefinition',
    field(spec, field(versions, version)),
  );
  assert.equal(createProtobufDecoder()(body), undefined);
});

test('rejects invalid JSON in a message', () => {
  const [managedFields, fieldsV1] = [17, 7];
  for (const raw of ['{', '['.repeat(5000)]) {
    const entry = field(managedFields, field(fieldsV1, field(1, raw)));
    assert.equal(createProtobufDecoder()(bodyOf('v1', 'Namespace', field(1, entry))), undefined);
  }
});

test('decodes kinds of all built-in groups', () => {
  const decode = createProtobufDecoder();
  const entry = (key: string, value: Buffer | string): Buffer =>
    Buffer.concat([field(1, key), field(2, value)]);
  const limits = field(1, entry('cpu', field(1, '500m')));
  const container = Buffer.concat([field(1, 'c'), field(2, 'nginx'), field(8, limits)]);
  const pod = decode(bodyOf('v1', 'Pod', field(2, field(2, container))));
  assert.deepEqual(JSON.parse(pod ?? ''), {
    apiVersion: 'v1',
    kind: 'Pod',
    spec: { containers: [{ name: 'c', image: 'nginx', resources: { limits: { cpu: '500m' } } }] },
  });

  // IntOrString: field 1 is the type (0 is a number), 2 the number, 3 the text.
  const least = Buffer.concat([Buffer.from([8, 1]), field(3, '50%')]);
  const budget = decode(bodyOf('policy/v1', 'PodDisruptionBudget', field(2, field(1, least))));
  assert.deepEqual(JSON.parse(budget ?? ''), {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    spec: { minAvailable: '50%' },
  });
});
