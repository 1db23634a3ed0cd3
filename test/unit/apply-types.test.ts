import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApplyConfiguration } from '@vmgen/runtime';
import type { Deployment } from '@vmgen/kubernetes/apps/v1';
import type { Container, PodTemplateSpec } from '@vmgen/kubernetes/core/v1';

// The compiler checks these types: an unused @ts-expect-error is an error.

const container: ApplyConfiguration<Container> = {
  name: 'web',
  resources: { limits: { cpu: '1' } },
};
const template: ApplyConfiguration<PodTemplateSpec> = {
  metadata: { labels: { app: 'web' } },
  spec: { containers: [container] },
};
const deployment: ApplyConfiguration<Deployment> = {
  metadata: { name: 'web' },
  spec: { template },
};

// @ts-expect-error Container has no field imag.
const misspelled: ApplyConfiguration<Container> = { name: 'web', imag: 'nginx' };
// @ts-expect-error The type of a field is that of Container.
const mistyped: ApplyConfiguration<Container> = { name: 1 };
// @ts-expect-error A kind needs metadata.name.
const unnamed: ApplyConfiguration<Deployment> = { metadata: {}, spec: { template } };
// @ts-expect-error A kind needs metadata.
const bare: ApplyConfiguration<Deployment> = { spec: { template } };

test('an apply configuration of a kind contains configurations of its parts', () => {
  assert.equal(deployment.spec?.template?.spec?.containers?.[0], container);
  assert.deepEqual([misspelled, mistyped, unnamed, bare].length, 4);
});
