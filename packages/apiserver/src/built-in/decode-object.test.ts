import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '@vmgen/base/json';
import { TypeLibrary } from '../data/type-library.js';
import { readBuiltIns } from '../node/read-built-ins.js';
import { BuiltInTypes } from './built-in-types.js';

const types = new BuiltInTypes(new TypeLibrary(readBuiltIns().types));

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

describe('reports the path of a value of the wrong type', () => {
  const cases: [component: string, object: JsonObject, message: string][] = [
    [
      'apps.v1.Deployment',
      { spec: { replicas: 'x' } },
      'json: cannot unmarshal string into spec.replicas of type int32',
    ],
    ['apps.v1.Deployment', { spec: [] }, 'json: cannot unmarshal array into spec of type object'],
    [
      'core.v1.Pod',
      pod({ image: 1 }),
      'json: cannot unmarshal number into spec.containers[0].image of type string',
    ],
    [
      'core.v1.Pod',
      pod({ imagePullPolicy: true }),
      'json: cannot unmarshal bool into spec.containers[0].imagePullPolicy of type string',
    ],
    [
      'core.v1.Pod',
      { spec: { containers: {} } },
      'json: cannot unmarshal object into spec.containers of type array',
    ],
    [
      'core.v1.ConfigMap',
      { data: { a: 1 } },
      'json: cannot unmarshal number into data.a of type string',
    ],
    ['core.v1.Secret', { data: { a: '%' } }, 'data.a: illegal base64 data'],
    [
      'core.v1.Pod',
      pod({ resources: { limits: { cpu: 'much' } } }),
      "spec.containers[0].resources.limits.cpu: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
    [
      'core.v1.Service',
      { spec: { ports: [{ port: 1, targetPort: true }] } },
      'json: cannot unmarshal bool into spec.ports[0].targetPort of type int32',
    ],
    [
      'apps.v1.Deployment',
      { spec: { template: { metadata: { ownerReferences: [{ uid: 1 }] } } } },
      'json: cannot unmarshal number into spec.template.metadata.ownerReferences[0].uid of type string',
    ],
    [
      'coordination.v1.Lease',
      { spec: { renewTime: 5 } },
      'json: cannot unmarshal number into spec.renewTime of type string',
    ],
  ];
  for (const [component, object, message] of cases) {
    test(message, () => {
      assert.throws(() => decoded(component, object), { message });
    });
  }
});
