import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, test, type TestContext } from 'node:test';
import { createFakeTransport } from '@vmgen/apiserver/fake';
import { createLogger, createResourceClient, interceptTransport } from '@vmgen/runtime';
import { parseExactJson } from '@vmgen/runtime/internal';
import { createManager } from '../operator-manager.js';
import type { Manager } from '../manager.js';
import { settle, siteCrd, siteResource, type Site } from '../site.test.helper.js';
import { defineConversion } from '@vmgen/runtime/conversion';
import { createPrometheusRegistry } from '@vmgen/runtime/prometheus';
import type { Interceptor } from '@vmgen/runtime/transport';
import type { Logger, Metrics } from '@vmgen/runtime';
import type { AdmissionHandlers } from './admission.js';
import { deny, invalid, invalidField } from './denial.js';
import type { AdmissionRequest, AdmissionReview } from './reviews.js';

const VALIDATE = '/validate-web-example-com-v1-site';
const MUTATE = '/mutate-web-example-com-v1-site';

const { signal } = new AbortController();

function siteManager(
  handlers: AdmissionHandlers<Site, 'Namespaced'>,
  options: { readonly metrics?: Metrics; readonly logger?: Logger } = {},
) {
  const manager = createManager(createFakeTransport({ crds: [siteCrd] }), {
    name: 'site-operator',
    leaderElection: false,
    ...options,
  });
  manager.webhook(siteResource, handlers);
  return manager;
}

function site(spec: object, metadata: object = {}) {
  return {
    apiVersion: 'web.example.com/v1',
    kind: 'Site',
    metadata: { name: 'shop', namespace: 'default', ...metadata },
    spec: { html: 'Hello', ...spec },
  };
}

function reviewOf(request: Partial<AdmissionRequest>): AdmissionReview {
  return {
    apiVersion: 'admission.k8s.io/v1',
    kind: 'AdmissionReview',
    request: {
      uid: '705ab4f5',
      kind: { group: 'web.example.com', version: 'v1', kind: 'Site' },
      resource: { group: 'web.example.com', version: 'v1', resource: 'sites' },
      name: 'shop',
      namespace: 'default',
      operation: 'CREATE',
      userInfo: { username: 'alice' },
      ...request,
    },
  };
}

async function responseOf(manager: Manager, path: string, request: Partial<AdmissionRequest>) {
  const { response, ...type } = await manager.handleWebhook(reviewOf(request), path, signal);
  assert.deepEqual(type, { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview' });
  return response;
}

describe('validate', () => {
  test('passes the objects of each verb, and allows without a denial', async () => {
    const calls: unknown[] = [];
    const manager = siteManager({
      validate: {
        create: ({ spec }, { operation, user }) =>
          void calls.push([operation, user.username, spec.html]),
        update: async (object, old) => void calls.push(['update', object.spec.html, old.spec.html]),
        delete: (old, { dryRun }) => void calls.push(['delete', old.metadata.namespace, dryRun]),
      },
    });
    const allowed = { uid: '705ab4f5', allowed: true };
    const create = { object: site({}) };
    assert.deepEqual(await responseOf(manager, VALIDATE, create), allowed);
    const update = {
      operation: 'UPDATE',
      object: site({ html: 'new' }),
      oldObject: site({}),
    } as const;
    assert.deepEqual(await responseOf(manager, VALIDATE, update), allowed);
    const remove = {
      operation: 'DELETE',
      object: null,
      oldObject: site({}),
      dryRun: true,
    } as const;
    assert.deepEqual(await responseOf(manager, VALIDATE, remove), allowed);
    assert.deepEqual(await responseOf(manager, VALIDATE, { operation: 'CONNECT' }), allowed);
    assert.deepEqual(calls, [
      ['CREATE', 'alice', 'Hello'],
      ['update', 'new', 'Hello'],
      ['delete', 'default', true],
    ]);
  });

  test('denies with 422 and a cause per invalid field, as the API server words them', async () => {
    const manager = siteManager({
      validate: {
        create: (_site, { warn }) => {
          warn('sites are deprecated');
          return invalid([
            invalidField.required('spec.html'),
            invalidField.invalid('spec.replicas', 2, 'must be odd'),
          ]);
        },
      },
    });
    assert.deepEqual(await responseOf(manager, VALIDATE, { object: site({}) }), {
      uid: '705ab4f5',
      allowed: false,
      warnings: ['sites are deprecated'],
      status: {
        metadata: {},
        status: 'Failure',
        reason: 'Invalid',
        code: 422,
        message:
          'Site.web.example.com "shop" is invalid: [spec.html: Required value, spec.replicas: Invalid value: 2: must be odd]',
        details: {
          name: 'shop',
          group: 'web.example.com',
          kind: 'Site',
          causes: [
            { reason: 'FieldValueRequired', message: 'Required value', field: 'spec.html' },
            {
              reason: 'FieldValueInvalid',
              message: 'Invalid value: 2: must be odd',
              field: 'spec.replicas',
            },
          ],
        },
      },
    });
  });

  test('denies with 403 by default', async () => {
    const manager = siteManager({ validate: { delete: () => deny('the site is protected') } });
    const response = await responseOf(manager, VALIDATE, {
      operation: 'DELETE',
      oldObject: site({}),
    });
    assert.deepEqual(response?.status, {
      metadata: {},
      status: 'Failure',
      reason: 'Forbidden',
      code: 403,
      message: 'the site is protected',
    });
  });

  test('denies and counts a handler that throws, without its message', async () => {
    const registry = createPrometheusRegistry();
    const manager = siteManager(
      {
        validate: {
          create: () => {
            throw new Error('password hunter2');
          },
        },
      },
      { metrics: registry.metrics },
    );
    const response = await responseOf(manager, VALIDATE, { object: site({}) });
    assert.equal(response?.allowed, false);
    assert.deepEqual(response.status, {
      metadata: {},
      status: 'Failure',
      reason: 'InternalError',
      code: 500,
      message: 'the webhook failed; its log states the reason',
    });
    const lines = (await registry.text()).split('\n');
    const requests = 'controller_runtime_webhook_requests_total';
    for (const line of [
      'controller_runtime_webhook_panics_total 1',
      `${requests}{webhook="${VALIDATE}",code="200"} 1`,
      `${requests}{webhook="${VALIDATE}",code="500"} 0`,
      `vmgen_webhook_refusals_total{webhook="${VALIDATE}"} 1`,
      `controller_runtime_webhook_requests_in_flight{webhook="${VALIDATE}"} 0`,
      `controller_runtime_webhook_latency_seconds_count{webhook="${VALIDATE}"} 1`,
    ]) {
      assert.ok(lines.includes(line), line);
    }
  });

  test('runs effects, and denies a dry run that would have one', async () => {
    let effects = 0;
    const manager = siteManager({
      validate: {
        create: (_site, { effect }) =>
          effect(() => {
            effects++;
          }),
      },
    });
    const object = site({});
    assert.equal((await responseOf(manager, VALIDATE, { object }))?.allowed, true);
    const dryRun = await responseOf(manager, VALIDATE, { object, dryRun: true });
    assert.equal(dryRun?.allowed, false);
    assert.equal(dryRun.status?.code, 400);
    assert.match(dryRun.status.message ?? '', /does not support dry run/);
    assert.equal(effects, 1);
  });

  test('denies an object of another kind', async () => {
    const manager = siteManager({ validate: { create: () => {} } });
    const response = await responseOf(manager, VALIDATE, {
      kind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
    });
    assert.equal(response?.status?.code, 400);
    assert.match(response.status.message ?? '', /expects a Site .*received a Scale/);
  });

  test('denies an object of another version, which the API server would convert', async () => {
    const manager = siteManager({ validate: { create: () => {} } });
    const kind = { group: 'web.example.com', version: 'v1beta1', kind: 'Site' };
    const response = await responseOf(manager, VALIDATE, { kind, object: site({}) });
    assert.deepEqual([response?.allowed, response?.status?.code], [false, 400]);
    assert.equal(
      response?.status?.message,
      'this webhook expects the version v1 of a Site, and received v1beta1; let the rules of the webhook configuration match only v1: the API server converts objects of the other versions',
    );
  });

  test('rejects calls that are not admission reviews, or of unknown paths', async () => {
    const manager = siteManager({ validate: { create: () => {} } });
    const bodies = [
      {},
      { ...reviewOf({}), kind: 'Pod' },
      { ...reviewOf({}), apiVersion: 'admission.k8s.io/v2' },
      { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview' },
      reviewOf({ operation: 'UPDATE', object: site({}) }),
    ];
    for (const body of bodies) {
      await assert.rejects(manager.handleWebhook(body, VALIDATE, signal), { status: 400 });
    }
    await assert.rejects(manager.handleWebhook(reviewOf({}), MUTATE, signal), { status: 404 });
  });
});

describe('default', () => {
  test('responds with the patch of the changes, and passes a copy', async () => {
    const manager = siteManager({
      default: ({ metadata, spec }) => {
        spec.replicas ??= 3;
        (metadata.labels ??= {})['web.example.com/tier'] = 'front';
        delete spec.secretName;
      },
    });
    const object = site({ secretName: 'old' }, { labels: {} });
    const before = structuredClone(object);
    const response = await responseOf(manager, MUTATE, { object });
    assert.equal(response?.patchType, 'JSONPatch');
    assert.deepEqual(JSON.parse(Buffer.from(response.patch ?? '', 'base64').toString()), [
      { op: 'add', path: '/metadata/labels/web.example.com~1tier', value: 'front' },
      { op: 'remove', path: '/spec/secretName' },
      { op: 'add', path: '/spec/replicas', value: 3 },
    ]);
    assert.deepEqual(object, before);
  });

  test('receives integers beyond 2^53 as numbers, and does not round them', async () => {
    const received: unknown[] = [];
    const manager = siteManager({
      default: ({ spec }, { request }) => {
        received.push(spec.replicas, (request.object as { spec: object }).spec);
        spec.html = 'changed';
      },
    });
    const big = 9_007_199_254_740_993n;
    const text = JSON.stringify(reviewOf({ object: site({ replicas: 7 }) }));
    const review = parseExactJson(text.replace('"replicas":7', `"replicas":${big}`));
    const { response } = await manager.handleWebhook(review as AdmissionReview, MUTATE, signal);
    assert.deepEqual(received, [Number(big), { html: 'Hello', replicas: Number(big) }]);
    assert.deepEqual(JSON.parse(Buffer.from(response?.patch ?? '', 'base64').toString()), [
      { op: 'replace', path: '/spec/html', value: 'changed' },
    ]);
  });

  test('denies with 500 instead of setting null for NaN, and logs the path', async () => {
    const errors: unknown[] = [];
    const logger = createLogger({ write: (line) => void errors.push(line) });
    const manager = siteManager({ default: ({ spec }) => void (spec.replicas = NaN) }, { logger });
    const response = await responseOf(manager, MUTATE, { object: site({}) });
    assert.deepEqual([response?.allowed, response?.status?.code], [false, 500]);
    assert.match(String(errors), /\/spec\/replicas is NaN, which JSON cannot represent/);
  });

  test('receives an object without a name if the API server generates it', async (t) => {
    const names: (string | undefined)[] = [];
    const manager = siteManager({
      default: ({ metadata }) => void names.push(metadata.name, metadata.namespace),
      validate: { create: ({ metadata }) => void names.push(metadata.name.slice(0, 4)) },
    });
    const fake = createFakeTransport({
      crds: [siteCrd],
      objects:
        configuration('MutatingWebhookConfiguration', MUTATE) +
        configuration('ValidatingWebhookConfiguration', VALIDATE),
      webhookHandlers: {
        'sites/webhooks': (review, path) => manager.handleWebhook(review, path, signal),
      },
    });
    t.after(() => fake.close());
    await createResourceClient(fake, siteResource, { namespace: 'default' }).create({
      metadata: { generateName: 'new-' },
      spec: { html: 'Hello' },
    });
    assert.deepEqual(names, [undefined, 'default', 'new-']);
  });

  test('responds without a patch if nothing changes, and for deletions', async () => {
    const manager = siteManager({ default: ({ spec }) => void (spec.replicas ??= 3) });
    const unchanged = await responseOf(manager, MUTATE, { object: site({ replicas: 1 }) });
    assert.deepEqual(unchanged, { uid: '705ab4f5', allowed: true });
    const deleted = await responseOf(manager, MUTATE, { operation: 'DELETE', oldObject: site({}) });
    assert.deepEqual(deleted, { uid: '705ab4f5', allowed: true });
  });
});

/** A configuration with a webhook for new sites. */
const configuration = (kind: string, path: string): string => `---
apiVersion: admissionregistration.k8s.io/v1
kind: ${kind}
metadata: { name: sites }
webhooks:
  - name: sites.web.example.com
    admissionReviewVersions: [v1]
    sideEffects: None
    clientConfig: { service: { name: webhooks, namespace: sites, path: ${path} } }
    rules:
      - { apiGroups: [web.example.com], apiVersions: [v1], operations: [CREATE], resources: [sites] }
`;

describe('a handler that reads a cache before its first list', () => {
  async function start(t: TestContext) {
    const listing = new AbortController();
    const fake = createFakeTransport({ crds: [siteCrd] });
    const held: Interceptor = async (sent, next) => {
      if (sent.path.includes('/sites') && !listing.signal.aborted)
        await once(listing.signal, 'abort');
      return next(sent);
    };
    const errors: string[] = [];
    const write = (line: string) => {
      if (!line.startsWith('I')) errors.push(line);
    };
    const logger = createLogger({ write });
    const manager = createManager(interceptTransport(fake, [held]), {
      name: 'site-operator',
      leaderElection: false,
      webhooks: false,
      logger,
    });
    const { sites } = manager.cache({ sites: siteResource });
    manager.webhook(siteResource, {
      default({ metadata }) {
        metadata.labels = { sites: `${sites.list().length}` };
      },
      validate: {
        create(_site, { warn }) {
          warn('started');
          const found = sites.find('default/shop');
          warn('checked');
          return found ? undefined : deny('no shop');
        },
      },
    });
    manager.registerWebhook('/count', () => ({ sites: sites.list().length }));
    const stopping = new AbortController();
    const end = async () => {
      listing.abort();
      stopping.abort();
      await running;
      await fake.close();
    };
    await createResourceClient(fake, siteResource, { namespace: 'default' }).create({
      metadata: { name: 'shop' },
      spec: { html: '' },
    });
    const running = manager.run({ signal: stopping.signal });
    t.after(end);
    await settle();
    return { manager, errors, list: () => listing.abort() };
  }

  test('runs again when the caches are filled', async (t) => {
    const { manager, errors, list } = await start(t);
    const object = site({}, { name: 'other' });
    const calls = [
      responseOf(manager, VALIDATE, { object }),
      responseOf(manager, MUTATE, { object }),
    ];
    const counted = manager.handleWebhook({}, '/count', signal);
    await settle();
    list();
    const [validated, mutated] = await Promise.all(calls);
    assert.deepEqual([validated?.allowed, validated?.warnings], [true, ['started', 'checked']]);
    const patch = Buffer.from(mutated?.patch ?? '', 'base64').toString();
    assert.match(patch, /"sites":"1"/);
    assert.deepEqual(await counted, { sites: 1 });
    assert.deepEqual(errors, []);
  });

  test('ends with its call', async (t) => {
    const { manager } = await start(t);
    const call = new AbortController();
    const answer = manager.handleWebhook(reviewOf({ object: site({}) }), VALIDATE, call.signal);
    const ended = assert.rejects(answer, /the API server gave up/);
    await settle();
    call.abort(new Error('the API server gave up'));
    await ended;
  });
});

describe('declaration', () => {
  test('rejects a kind without handlers, and a second declaration', () => {
    assert.throws(() => siteManager({}), { code: 'ERR_VMGEN_ARGUMENT' });
    const manager = siteManager({ default: () => {} });
    assert.throws(() => manager.webhook(siteResource, { default: () => {} }), {
      code: 'ERR_VMGEN_ARGUMENT',
      message: `there are two webhooks with the path ${MUTATE}; declare the handlers of a kind once, or with another path`,
    });
  });

  test('accepts further webhooks of a kind with paths of their own', async () => {
    const manager = siteManager({ validate: { create: () => deny('first') } });
    manager.webhook(
      siteResource,
      { validate: { create: () => deny('second') } },
      { path: '/validate-quota' },
    );
    const denials = [VALIDATE, '/validate-quota'].map(async (path) => {
      const response = await responseOf(manager, path, { object: site({}) });
      return response?.status?.message;
    });
    assert.deepEqual(await Promise.all(denials), ['first', 'second']);
    const both = { default: () => {}, validate: { create: () => {} } };
    assert.throws(() => manager.webhook(siteResource, both, { path: '/both' }), {
      message:
        'the path /both is for one webhook; declare default and validate of Site with a path each',
    });
    for (const path of ['quota', '/a b', '/a?b', '/', '/a//b']) {
      assert.throws(() => manager.registerWebhook(path, () => ({})), {
        code: 'ERR_VMGEN_ARGUMENT',
        message: `${JSON.stringify(path)} is not the path of a webhook; write one such as /validate-quota`,
      });
    }
  });

  test('passes reviews of any kind to a registered handler, and counts its errors', async () => {
    const registry = createPrometheusRegistry();
    const manager = siteManager({ default: () => {} }, { metrics: registry.metrics });
    manager.registerWebhook(
      '/validate-owner',
      ({ apiVersion, kind, request }: AdmissionReview, context) => {
        const { uid = '', userInfo } = request ?? {};
        assert.equal(context.signal, signal);
        if (userInfo === undefined) throw new Error('no user');
        return { apiVersion, kind, response: { uid, allowed: userInfo.username === 'alice' } };
      },
    );
    const kind = { group: '', version: 'v1', kind: 'Pod' };
    const allowed = await responseOf(manager, '/validate-owner', { kind, object: {} });
    assert.deepEqual(allowed, { uid: '705ab4f5', allowed: true });
    await assert.rejects(manager.handleWebhook({}, '/validate-owner', signal), /no user/);
    assert.match(await registry.text(), /controller_runtime_webhook_panics_total 1/);
  });
});

describe('conversion', () => {
  test('answers with converted objects, and counts and logs programming errors', async () => {
    const registry = createPrometheusRegistry();
    const { metrics } = registry;
    const errors: string[] = [];
    const logger = createLogger({ write: (line) => void errors.push(line) });
    const manager = siteManager({ default: () => {} }, { metrics, logger });
    const conversion = defineConversion({
      group: 'web.example.com',
      kind: 'Site',
      hub: 'v1',
      spokes: {
        v2: { renamed: { '.spec.html': '.spec.text' }, toHub: {}, fromHub: {} },
        v3: {
          toHub: {},
          fromHub: {
            '.spec.size': (source) => Object.keys(source.metadata?.labels as object).length,
          },
        },
      },
    });
    manager.conversion(conversion);
    assert.throws(() => manager.conversion(conversion), { code: 'ERR_VMGEN_ARGUMENT' });
    const review = (kind: string, version = 'v2') => ({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'ConversionReview',
      request: {
        uid: '1',
        desiredAPIVersion: `web.example.com/${version}`,
        objects: [{ ...site({}), kind }],
      },
    });
    const { response } = await manager.handleWebhook(review('Site'), '/convert', signal);
    assert.equal(response?.result.status, 'Success');
    assert.deepEqual(response.convertedObjects, [
      { ...site({}), apiVersion: 'web.example.com/v2', spec: { text: 'Hello' } },
    ]);
    const failed = await manager.handleWebhook(review('Page'), '/convert', signal);
    assert.equal(failed.response?.result.status, 'Failed');
    await assert.rejects(manager.handleWebhook({}, '/convert', signal), { status: 400 });
    const panics = async (): Promise<string | undefined> =>
      /^controller_runtime_conversion_webhook_panics_total (\d+)$/m.exec(
        await registry.text(),
      )?.[1];
    assert.equal(await panics(), '0', 'a rejection is not a panic');
    assert.doesNotMatch(String(errors), / stack=/);
    const broken = await manager.handleWebhook(review('Site', 'v3'), '/convert', signal);
    assert.equal(broken.response?.result.status, 'Failed');
    assert.equal(await panics(), '1');
    assert.match(errors.at(-1) ?? '', / stack="TypeError: .*admission\.test\.js/);
  });
});
