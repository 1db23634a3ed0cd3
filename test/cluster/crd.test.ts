import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEnvtest } from '@vmgen/apiserver/envtest';
import { endsAfterTests } from '../support/ends-after.js';
import { kubectlOf, type Kubectl } from '../support/kubectl.js';
import { inRepository } from '../support/repository.js';
import { untilServed } from '../support/until-served.js';

const atEnd = endsAfterTests();
let kubectl: Kubectl;
let folder: string;

before(async () => {
  const plane = await startEnvtest();
  atEnd(() => plane.stop());
  kubectl = kubectlOf(plane.assets, plane.kubeconfig);
  folder = await mkdtemp(path.join(tmpdir(), 'vmgen-crd-'));
  atEnd(() => rm(folder, { recursive: true }));
  console.log(
    `kube-apiserver ${await kubectl('version', '--output=json')}`.replaceAll(/\s+/g, ' '),
  );
});

/** Applies an object and returns all that kubectl said. */
async function apply(object: object): Promise<{ code: number | string; said: string }> {
  const file = path.join(folder, 'object.json');
  await writeFile(file, JSON.stringify(object));
  const { code, out, err } = await kubectl.attempt('apply', '-f', file);
  return { code, said: out + err };
}

const machine = (spec: object, name = 'machine') => ({
  apiVersion: 'cloudnative.tw/v1alpha1',
  kind: 'VirtualMachine',
  metadata: { name },
  spec,
});
const resource = { cpu: 1, memory: '1Gi' };

describe('a real kube-apiserver', () => {
  for (const crds of ['deploy/crd', 'examples/network/generated/crds']) {
    test(`accepts ${crds} without a warning`, async () => {
      const { code, out, err } = await kubectl.attempt('apply', '-f', inRepository(crds));
      assert.equal(code, 0, err);
      assert.match(out, /^customresourcedefinition\.apiextensions\.k8s\.io\/\S+ created\n$/);
      assert.equal(err, '');
      await untilServed(kubectl, inRepository(crds));
    });
  }

  test('accepts the examples', async () => {
    const applied = await kubectl('apply', '-f', inRepository('deploy/examples'));
    assert.equal(applied.match(/ created$/gm)?.length, 2);
    const { code, out } = await kubectl.attempt(
      'apply',
      '-f',
      inRepository('examples/network/deploy/example-network.yaml'),
    );
    assert.deepEqual([code, out], [0, 'network.samplecrd.example.com/example-network created\n']);
  });

  test('applies the defaults', async () => {
    await apply(machine({ resource }, 'plain'));
    const { spec } = JSON.parse(await kubectl('get', 'vm', 'plain', '-o', 'json')) as {
      spec: unknown;
    };
    assert.deepEqual(spec, { resource, action: 'active', image: 'nginx' });
  });

  const refused: [why: string, object: object, text: RegExp][] = [
    ['a missing size', machine({}), /spec\.resource: Required value/],
    ['a missing spec', { ...machine({}), spec: undefined }, /spec: Required value/],
    [
      'an unknown action',
      machine({ resource, action: 'sleep' }),
      /spec\.action: Unsupported value: "sleep": supported values: "active", "inactive"/,
    ],
    ['an empty image', machine({ resource, image: '' }), /spec\.image: .*at least 1 char/],
    ['an invalid quantity', machine({ resource: { cpu: 'much' } }), /spec\.resource\.cpu/],
    ['an amount of another type', machine({ resource: { cpu: true } }), /spec\.resource\.cpu/],
    ['an unknown field', machine({ resource, imaeg: 'nginx' }), /unknown field "spec\.imaeg"/],
    [
      'a network without an address block',
      {
        apiVersion: 'samplecrd.example.com/v1',
        kind: 'Network',
        metadata: { name: 'bad' },
        spec: { cidr: 'everything', gateway: '192.168.0.1' },
      },
      /spec\.cidr: .*should match/,
    ],
    [
      'a gateway that is not an address',
      {
        apiVersion: 'samplecrd.example.com/v1',
        kind: 'Network',
        metadata: { name: 'bad' },
        spec: { cidr: '10.0.0.0/8', gateway: 'door' },
      },
      /spec\.gateway: .*must be of type ipv4/,
    ],
  ];
  for (const [why, object, text] of refused) {
    test(`rejects ${why}`, async () => {
      const { code, said } = await apply(object);
      assert.equal(code, 1, said);
      assert.match(said, text);
    });
  }

  test('rejects an unknown phase in a status', async () => {
    const patch = JSON.stringify({ status: { phase: 'Asleep' } });
    const { code, err } = await kubectl.attempt(
      ...['patch', 'vm', 'plain', '--subresource=status', '--type=merge', '-p', patch],
    );
    assert.equal(code, 1);
    assert.match(err, /phase.*Unsupported value: "Asleep"/);
  });
});
