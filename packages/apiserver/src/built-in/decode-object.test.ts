import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '@vmgen/base/json';
import { BuiltInTypes } from './built-in-types.js';

const types = new BuiltInTypes();

/** Decodes an object and returns it with the paths of unknown fields. */
function decoded(component: string, object: JsonObject): { object: JsonObject; unknown: string[] } {
  const unknown = types.schemaOf(`io.k8s.api.${component}`, {}).prune(object);
  return { object, unknown };
}

const pod = (container: JsonObject): JsonObject => ({
  spec: { containers: [{ name: 'c', ...container }] },
});

describe('decodeObject', () => {
  test('removes unknown fields and returns their paths', () => {
    const { object, unknown } = decoded('core.v1.Pod', {
      spec: {
        containers: [{ name: 'c' }, { name: 'd', imag: 'x', env: [{ name: 'A', valu: '' }] }],
        x: 1,
      },
    });
    assert.deepEqual(unknown, [
      'spec.containers[1].imag',
      'spec.containers[1].env[0].valu',
      'spec.x',
    ]);
    assert.deepEqual(object, {
      spec: { containers: [{ name: 'c' }, { name: 'd', env: [{ name: 'A' }] }] },
    });
  });

  test('removes zero values that Go omits, except for pointers', () => {
    const { object } = decoded('core.v1.PodTemplate', {
      template: {
        spec: {
          hostNetwork: false,
          automountServiceAccountToken: false,
          nodeSelector: {},
          volumes: [{ name: 'v', emptyDir: {} }],
          containers: [{ name: '', image: '', args: [], env: null }],
        },
      },
    });
    assert.deepEqual(object, {
      template: {
        spec: {
          automountServiceAccountToken: false,
          volumes: [{ name: 'v', emptyDir: {} }],
          containers: [{ name: '' }],
        },
      },
    });
  });

  test('normalizes quantities, times, bytes and nulls', () => {
    const limits = { cpu: 0.5, memory: '1024Mi', pods: '1e3' };
    const resources = { limits };
    assert.deepEqual(
      decoded('core.v1.Pod', pod({ resources })).object,
      pod({
        resources: { limits: { cpu: '500m', memory: '1Gi', pods: '1e3' } },
      }),
    );
    assert.deepEqual(decoded('core.v1.Secret', { data: { a: 'eA==\n', b: null } }).object, {
      data: { a: 'eA==', b: '' },
    });
    const status = { startTime: '2026-01-02T03:04:05+01:00' };
    assert.deepEqual(decoded('batch.v1.Job', { status }).object, {
      status: { startTime: '2026-01-02T02:04:05Z' },
    });
    assert.deepEqual(
      decoded('core.v1.Pod', pod({ args: ['a', null] })).object,
      pod({ args: ['a', ''] }),
    );
  });
});

describe('several invalid values', () => {
  const lease = (spec: JsonObject, rest: JsonObject = {}): void => {
    types.schemaOf('io.k8s.api.coordination.v1.Lease', {}).prune({ ...rest, spec });
  };
  const mismatch = (what: string, field: string, type: string): { message: string } => ({
    message: `json: cannot unmarshal ${what} into Go struct field ${field} of type ${type}`,
  });

  test('reports the first one in the order of the object, including its metadata', () => {
    const holder = mismatch('number', 'LeaseSpec.spec.holderIdentity', 'string');
    assert.throws(() => lease({ holderIdentity: 1, leaseTransitions: 'x' }), holder);
    const labels = mismatch('bool', 'ObjectMeta.metadata.labels', 'map[string]string');
    assert.throws(() => lease({ holderIdentity: 1 }, { metadata: { labels: true } }), labels);
  });

  test('reports an invalid time first, wherever it occurs', () => {
    const renew = mismatch('number', 'LeaseSpec.spec.renewTime', 'string');
    assert.throws(() => lease({ holderIdentity: 1, renewTime: 5 }), renew);
    assert.throws(() => lease({ holderIdentity: 1, renewTime: 'x' }), { message: /^parsing time/ });
    const created = mismatch('array', 'ObjectMeta.metadata.creationTimestamp', 'string');
    const metadata = { labels: 1, creationTimestamp: [] };
    assert.throws(() => lease({ renewTime: 5 }, { metadata }), created);
  });

  test('reports the complete path to the metadata of a template', () => {
    const template = { metadata: { ownerReferences: [{ uid: 1 }] } };
    const uid = mismatch(
      'number',
      'OwnerReference.spec.template.metadata.ownerReferences.uid',
      'types.UID',
    );
    assert.throws(() => decoded('apps.v1.Deployment', { spec: { template } }), uid);
  });
});

describe('reports a value of the wrong type as Go does', () => {
  const cases: [component: string, object: JsonObject, message: string][] = [
    [
      'apps.v1.Deployment',
      { spec: { replicas: 'x' } },
      'json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32',
    ],
    [
      'apps.v1.Deployment',
      { spec: [] },
      'json: cannot unmarshal array into Go struct field Deployment.spec of type v1.DeploymentSpec',
    ],
    [
      'core.v1.Pod',
      pod({ image: 1 }),
      'json: cannot unmarshal number into Go struct field Container.spec.containers.image of type string',
    ],
    [
      'core.v1.Pod',
      pod({ imagePullPolicy: true }),
      'json: cannot unmarshal bool into Go struct field Container.spec.containers.imagePullPolicy of type v1.PullPolicy',
    ],
    [
      'core.v1.Pod',
      { spec: { containers: {} } },
      'json: cannot unmarshal object into Go struct field PodSpec.spec.containers of type []v1.Container',
    ],
    [
      'core.v1.ConfigMap',
      { data: { a: 1 } },
      'json: cannot unmarshal number into Go struct field ConfigMap.data of type string',
    ],
    ['core.v1.Secret', { data: { a: '%' } }, 'illegal base64 data at input byte 0'],
    [
      'core.v1.Pod',
      pod({ resources: { limits: { cpu: 'much' } } }),
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
    [
      'core.v1.Service',
      { spec: { ports: [{ port: 1, targetPort: true }] } },
      'json: cannot unmarshal bool into Go struct field ServicePort.spec.ports.targetPort of type int32',
    ],
  ];
  for (const [component, object, message] of cases) {
    test(message, () => {
      assert.throws(() => decoded(component, object), { message });
    });
  }
});
