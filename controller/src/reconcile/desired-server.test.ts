import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { VirtualMachine } from '../../../apis/cloudnative/v1alpha1/types.js';
import { desiredServer, InvalidSpecError } from './desired-server.js';

function machine(spec: VirtualMachine['spec']): VirtualMachine {
  return { metadata: { name: 'm' }, spec: { image: 'nginx', ...spec } };
}

describe('desiredServer', () => {
  const cpus: [cpu: string | number, nanoCpus: number][] = [
    ['500m', 500_000_000],
    [1, 1_000_000_000],
    ['2', 2_000_000_000],
    ['0.25', 250_000_000],
    ['1n', 1],
  ];
  for (const [cpu, nanoCpus] of cpus) {
    test(`cpu ${cpu} is ${nanoCpus} nano-CPUs`, () => {
      assert.equal(desiredServer(machine({ resource: { cpu } })).nanoCpus, nanoCpus);
    });
  }

  const memories: [memory: string | number, bytes: number][] = [
    ['4G', 4_000_000_000],
    ['64Mi', 67_108_864],
    ['1.5Gi', 1_610_612_736],
    [8_388_608, 8_388_608],
  ];
  for (const [memory, bytes] of memories) {
    test(`memory ${memory} is ${bytes} bytes`, () => {
      assert.equal(desiredServer(machine({ resource: { memory } })).memoryBytes, bytes);
    });
  }

  test('rejects a missing image', () => {
    const { metadata } = machine({ resource: {} });
    assert.throws(() => desiredServer({ metadata, spec: { resource: {} } }), InvalidSpecError);
  });

  test('has no limits by default and runs', () => {
    assert.deepEqual(desiredServer(machine({ resource: {} })), {
      image: 'nginx',
      nanoCpus: 0,
      memoryBytes: 0,
      running: true,
    });
  });

  test('is stopped when inactive', () => {
    assert.equal(desiredServer(machine({ resource: {}, action: 'inactive' })).running, false);
  });

  for (const cpu of ['-1', '0', '1e30', 'much']) {
    test(`rejects cpu ${cpu} with the field and an example`, () => {
      assert.throws(
        () => desiredServer(machine({ resource: { cpu } })),
        new InvalidSpecError(
          `spec.resource.cpu: "${cpu}" is not a valid amount; use a positive quantity such as 500m`,
        ),
      );
    });
  }
});
