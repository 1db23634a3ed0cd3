import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeTransport } from '@vmgen/apiserver/fake';
import { defineConversion } from '@vmgen/runtime/conversion';
import { createManager } from '../operator-manager.js';
import type { Manager } from '../manager.js';
import { siteCrd, siteResource } from '../site.test.helper.js';
import type { ConfiguredAdmission, ConfiguredWebhooks } from './check-configured.js';

const MUTATE = '/mutate-web-example-com-v1-site';
const VALIDATE = '/validate-web-example-com-v1-site';
const siteConversion = defineConversion({
  group: 'web.example.com',
  kind: 'Site',
  hub: 'v1',
  spokes: {},
});

const webhook = (
  path: string,
  operations: readonly string[] = ['CREATE', 'UPDATE'],
): ConfiguredAdmission => ({
  name: `site${path.length}.example.com`,
  path,
  resources: ['sites.web.example.com'],
  operations,
});

/** Runs a manager whose signal has aborted, and returns what is wrong with its webhooks. */
async function problemsOf(
  { admission = [], conversions = [] }: Partial<ConfiguredWebhooks>,
  setUp: (manager: Manager) => void,
): Promise<string[]> {
  const manager = createManager(createFakeTransport({ crds: [siteCrd] }), {
    name: 'site-operator',
    leaderElection: false,
    webhooks: false,
    configuredWebhooks: { admission, conversions },
  });
  setUp(manager);
  try {
    await manager.run({ signal: AbortSignal.abort() });
    return [];
  } catch (error) {
    assert.ok(error instanceof Error);
    const [title, ...problems] = error.message.split('\n- ');
    assert.equal(
      title,
      'the manifests (option configuredWebhooks) and the handlers of webhooks differ:',
    );
    return problems;
  }
}

test('a manager starts if each configured webhook has a handler, and each handler a webhook', async () => {
  const admission = [
    webhook(MUTATE, ['CREATE']),
    webhook(VALIDATE, ['CREATE']),
    webhook(VALIDATE, ['UPDATE', 'DELETE', 'CONNECT']),
    webhook('/validate-owner', ['*']),
  ];
  const conversions = ['Site.web.example.com'];
  const problems = await problemsOf({ admission, conversions }, (manager) => {
    const validate = { create: () => {}, delete: () => {} };
    manager.webhook(siteResource, { default: () => {}, validate });
    manager.registerWebhook('/validate-owner', (review) => review);
    manager.conversion(siteConversion);
  });
  assert.deepEqual(problems, []);
});

test('a manager does not start if a configured webhook has no handler', async () => {
  const admission = [webhook(MUTATE), webhook(VALIDATE)];
  const conversions = ['Site.web.example.com'];
  const problems = await problemsOf({ admission, conversions }, (manager) =>
    manager.webhook(siteResource, { validate: { create: () => {} } }),
  );
  assert.deepEqual(problems, [
    'the webhook site31.example.com for sites.web.example.com calls /mutate-web-example-com-v1-site, but the program has no handler of the path: call manager.webhook() or manager.registerWebhook(), or remove the webhook marker with this path',
    'the CustomResourceDefinition of Site.web.example.com calls the operator, but the program has no conversion of the kind: call manager.conversion(), or remove +vmgen:conversion:strategy=Webhook',
  ]);
});

test('a manager does not start if no configured webhook calls a handler', async () => {
  const problems = await problemsOf({}, (manager) => {
    manager.webhook(siteResource, { default: () => {} });
    manager.registerWebhook('/validate-owner', (review) => review);
    manager.conversion(siteConversion);
  });
  assert.deepEqual(problems, [
    'default of Site.web.example.com at /mutate-web-example-com-v1-site never runs, because no webhook calls the path: add a marker +kubebuilder:webhook:path=/mutate-web-example-com-v1-site, or remove the handler',
    'the handler of registerWebhook() at /validate-owner never runs, because no webhook calls the path: add a marker +kubebuilder:webhook:path=/validate-owner, or remove the handler',
    'manager.conversion() of Site.web.example.com is never called, because its CustomResourceDefinition does not call this operator: add +vmgen:conversion:strategy=Webhook, or remove the call',
  ]);
});

test('a manager does not start if the configured webhook lacks the verb of a handler', async () => {
  const problems = await problemsOf({ admission: [webhook(VALIDATE, ['CREATE'])] }, (manager) =>
    manager.webhook(siteResource, { validate: { update: () => {}, delete: () => {} } }),
  );
  assert.deepEqual(problems, [
    'validate of Site.web.example.com at /validate-web-example-com-v1-site never runs for UPDATE and DELETE, because the webhook site33.example.com is not for it: add update;delete to verbs of its marker, or remove the handler',
  ]);
});
