import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { createFakeTransport, type FakeTransport } from '@vmgen/apiserver/fake';
import {
  createValidatingWebhookConfigurationClient,
  type ValidatingWebhookConfiguration,
} from '@vmgen/kubernetes/admissionregistration/v1';
import { createNamespaceClient } from '@vmgen/kubernetes/core/v1';
import type { FakeClock } from '@vmgen/runtime/testing';
import { siteCrd } from '../site.test.helper.js';

/** The name of the configuration. */
export const NAME = 'site-operator-validating';
export const HOUR_MS = 3_600_000;

export const configuration: ValidatingWebhookConfiguration = {
  metadata: { name: NAME },
  webhooks: [
    {
      name: 'sites.web.example.com',
      admissionReviewVersions: ['v1'],
      sideEffects: 'None',
      clientConfig: {
        service: {
          name: 'webhooks',
          namespace: 'sites',
          path: '/validate-web-example-com-v1-site',
        },
      },
    },
    {
      name: 'other.web.example.com',
      admissionReviewVersions: ['v1'],
      sideEffects: 'None',
      clientConfig: { service: { name: 'other', namespace: 'sites' } },
    },
  ],
};

/** An API server with a configuration of two webhooks, of which one is that of the Service of the tests. */
export async function createServer(t: TestContext, clock: FakeClock): Promise<FakeTransport> {
  const fake = createFakeTransport({ crds: [siteCrd], clock });
  t.after(() => fake.close());
  await createNamespaceClient(fake).create({ metadata: { name: 'sites' } });
  await createValidatingWebhookConfigurationClient(fake).create(configuration);
  return fake;
}

/** The authorities that the first webhook of a configuration trusts; the other one is not changed. */
export async function bundleOf(fake: FakeTransport, name = NAME): Promise<string> {
  const { webhooks = [] } = await createValidatingWebhookConfigurationClient(fake).get(name);
  assert.equal(webhooks[1]?.clientConfig.caBundle, undefined);
  return Buffer.from(webhooks[0]?.clientConfig.caBundle ?? '', 'base64').toString();
}
