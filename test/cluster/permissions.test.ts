import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import {
  controllerReference,
  createEventRecorder,
  createHttpTransport,
  createInformerFactory,
  createOrPatch,
  ensureFinalizer,
  isForbidden,
  loadKubeConfig,
  patchStatus,
  releaseFinalizer,
  runWithLeaderElection,
  silentLogger,
  type ClusterConfig,
  type HttpTransport,
  type Transport,
  type TransportRequest,
} from '@vmgen/runtime';
import { createFakeTransport, type RoleRule } from '@vmgen/apiserver/fake';
import { poll } from '@vmgen/runtime/async';
import { createDeploymentClient } from '@vmgen/kubernetes/apps/v1';
import { configMapResource, createConfigMapClient } from '@vmgen/kubernetes/core/v1';
import { createClusterRoleBindingClient, createClusterRoleClient } from '@vmgen/kubernetes/rbac/v1';
import { startEnvtest } from '@vmgen/apiserver/envtest';
import { endsAfterTests } from '../support/ends-after.js';

/** A row of the table of permissions in docs/security.md. */
interface Row {
  readonly what: string;
  /** `VERB GROUP/RESOURCE` each; the core group is empty. */
  readonly needs: readonly string[];
  /** Rejects when a permission is missing; `name` is new for each call. */
  readonly use: (transport: Transport, name: string) => Promise<unknown>;
}

const CONFIG_MAPS = '/configmaps';
const field = { data: { a: 'b' } };
const ours = { fieldManager: 'test' };
let admin: HttpTransport;
let config: ClusterConfig;

const configMaps = (transport: Transport) => createConfigMapClient(transport, 'default');
const deployments = (transport: Transport) => createDeploymentClient(transport, 'default');

/** An object that exists before the call, made by the administrator. */
const existing = (name: string) => configMaps(admin).create({ metadata: { name }, ...field });

async function existingDeployment(name: string) {
  const labels = { app: name };
  return deployments(admin).create({
    metadata: { name },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'a', image: 'a' }] } },
    },
  });
}

async function recordTwice(transport: Transport, name: string): Promise<void> {
  const errors: unknown[] = [];
  const logger = {
    ...silentLogger,
    warn: (_message: string, fields?: Readonly<Record<string, unknown>>) =>
      void errors.push(fields?.['error']),
  };
  const regarding = await existing(name);
  await using recorder = createEventRecorder(transport, {
    ...{ component: 'test.example.com/a', instance: 'a' },
    logger,
  });
  for (let times = 0; times < 2; times++) {
    recorder.event(regarding, { type: 'Normal', reason: 'Made', action: 'Make', note: 'made' });
    await recorder.flush();
  }
  if (errors.length > 0) throw errors[0];
}

/** Leads, renews and releases; a candidate without permission waits for ever. */
async function lead(transport: Transport, name: string): Promise<void> {
  const stop = new AbortController();
  const errors: unknown[] = [];
  const refused = (_message: string, fields?: Readonly<Record<string, unknown>>): void => {
    errors.push(fields?.['error']);
    stop.abort();
  };
  const logger = { ...silentLogger, warn: refused, error: refused, with: () => logger };
  // Renews soon, and a slow answer does not end it.
  const timing = { leaseDurationMs: 30_000, renewDeadlineMs: 20_000, retryPeriodMs: 300 };
  await runWithLeaderElection(transport, {
    ...{ leaseName: name, leaseNamespace: 'default', identity: 'a', releaseOnCancel: true },
    ...timing,
    logger,
    signal: stop.signal,
    callbacks: {
      async onStartedLeading({ signal }) {
        const limit = AbortSignal.any([signal, AbortSignal.timeout(1_000)]);
        await new Promise((resolve) => limit.addEventListener('abort', resolve, { once: true }));
        stop.abort();
      },
    },
  });
  if (errors.length > 0) throw errors[0];
}

async function sync(transport: Transport): Promise<void> {
  let onError: (error: unknown) => void = () => {};
  const failed = new Promise<never>((_resolve, reject) => (onError = reject));
  await using factory = createInformerFactory(transport, { namespaces: ['default'], onError });
  factory.informerFor(configMapResource);
  factory.start();
  await Promise.race([factory.waitForSync(), failed]);
}

const rows: readonly Row[] = [
  // This server streams its lists by a watch. Others need `list` too.
  { what: 'informers', needs: [`watch ${CONFIG_MAPS}`], use: sync },
  {
    what: 'get',
    needs: [`get ${CONFIG_MAPS}`],
    use: async (transport, name) => configMaps(transport).get((await existing(name)).metadata.name),
  },
  {
    what: 'mergePatch',
    needs: [`patch ${CONFIG_MAPS}`],
    use: async (transport, name) => {
      await existing(name);
      return configMaps(transport).mergePatch(name, { data: { a: 'c' } });
    },
  },
  {
    what: 'apply to an object that does not exist',
    needs: [`patch ${CONFIG_MAPS}`, `create ${CONFIG_MAPS}`],
    use: (transport, name) => configMaps(transport).apply({ metadata: { name }, ...field }, ours),
  },
  {
    what: 'apply to an object that exists',
    needs: [`patch ${CONFIG_MAPS}`],
    use: async (transport, name) => {
      await existing(name);
      const options = { ...ours, force: true };
      return configMaps(transport).apply({ metadata: { name }, data: { a: 'c' } }, options);
    },
  },
  {
    what: 'createOrPatch',
    needs: [`get ${CONFIG_MAPS}`, `create ${CONFIG_MAPS}`, `patch ${CONFIG_MAPS}`],
    use: async (transport, name) => {
      for (const value of ['b', 'c']) {
        await createOrPatch(configMaps(transport), { metadata: { name } }, (configMap) => {
          configMap.data = { a: value };
        });
      }
    },
  },
  {
    what: 'applyStatus',
    needs: ['patch apps/deployments/status'],
    use: async (transport, name) => {
      await existingDeployment(name);
      const status = { observedGeneration: 1 };
      return deployments(transport).applyStatus({ metadata: { name }, status }, ours);
    },
  },
  {
    what: 'patchStatus',
    needs: ['get apps/deployments', 'patch apps/deployments/status'],
    use: async (transport, name) => {
      await existingDeployment(name);
      return patchStatus(deployments(transport), name, (deployment) => {
        deployment.status = { observedGeneration: 1 };
      });
    },
  },
  {
    what: 'ensureFinalizer and releaseFinalizer',
    needs: [`patch ${CONFIG_MAPS}`],
    use: async (transport, name) => {
      const client = configMaps(transport);
      const held = await ensureFinalizer(client, await existing(name), 'example.com/disk');
      return releaseFinalizer(client, held, 'example.com/disk');
    },
  },
  {
    what: 'an owner reference that blocks the deletion of its owner',
    needs: [`create ${CONFIG_MAPS}`],
    use: async (transport, name) => {
      const ownerReferences = [controllerReference(await existingDeployment(name))];
      return configMaps(transport).create({ metadata: { name, ownerReferences }, ...field });
    },
  },
  {
    what: 'createEventRecorder',
    needs: ['create events.k8s.io/events', 'patch events.k8s.io/events'],
    use: recordTwice,
  },
  {
    what: 'runWithLeaderElection',
    needs: ['create', 'get', 'update'].map((verb) => `${verb} coordination.k8s.io/leases`),
    use: lead,
  },
];

/** Rules of a role, and requests of its user. */
interface AuthorizationCase {
  readonly rules: readonly RoleRule[];
  readonly requests: readonly (readonly [method: TransportRequest['method'], path: string])[];
}

const IN_DEFAULT = '/api/v1/namespaces/default/configmaps';
const rule = (verbs: string[], resources: string[], resourceNames?: string[]): RoleRule => ({
  verbs,
  apiGroups: [''],
  resources,
  ...(resourceNames && { resourceNames }),
});

const NAMED_REQUESTS = [
  ['GET', `${IN_DEFAULT}/a`],
  ['GET', `${IN_DEFAULT}/b`],
  ['GET', IN_DEFAULT],
  ['GET', `${IN_DEFAULT}?fieldSelector=metadata.name%3Da`],
  ['GET', `${IN_DEFAULT}?fieldSelector=metadata.name%3D%3Da`],
  ['GET', `${IN_DEFAULT}?fieldSelector=metadata.name%3Db`],
  ['GET', `${IN_DEFAULT}?fieldSelector=metadata.name!%3Da`],
  ['GET', `${IN_DEFAULT}?fieldSelector=metadata.name%3Da,metadata.namespace%3Ddefault`],
  ['GET', '/api/v1/configmaps?fieldSelector=metadata.name%3Da'],
  ['POST', IN_DEFAULT],
  ['DELETE', `${IN_DEFAULT}?fieldSelector=metadata.name%3Da`],
  ['DELETE', `${IN_DEFAULT}/missing`],
  ['PATCH', `${IN_DEFAULT}/applied?fieldManager=a`],
  ['PUT', `${IN_DEFAULT}/put`],
  ['PUT', '/apis/coordination.k8s.io/v1/namespaces/default/leases/put'],
] as const;

const OTHER_REQUESTS = [
  ['GET', '/api/v1/namespaces/default/pods'],
  ['GET', '/api/v1/namespaces/default/pods/a'],
  ['GET', '/api/v1/namespaces/default/pods/a/status'],
  ['GET', '/api/v1/namespaces/default/pods/a/log'],
  ['POST', '/api/v1/namespaces/default/pods/a/eviction'],
  ['GET', '/apis/apps/v1/namespaces/default/deployments/a/status'],
  ['GET', '/apis/apps/v1/deployments'],
  ['GET', '/api/v1/namespaces/default'],
  ['GET', '/api/v1/namespaces'],
  ['GET', '/api/v1/namespaces/default/status'],
  ['GET', '/api/v1/nodes/a'],
  ['GET', '/apis/example.com/v1/widgets'],
  ['GET', '/'],
  ['GET', '/api'],
  ['GET', '/api/v1'],
  ['GET', '/apis/apps'],
  ['GET', '/version'],
  ['GET', '/healthz'],
  ['GET', '/healthz/ping'],
  ['GET', '/metrics'],
  ['POST', '/healthz'],
] as const;

const ALL_REQUESTS = [...NAMED_REQUESTS, ...OTHER_REQUESTS];

const authorizationCases: readonly AuthorizationCase[] = [
  { rules: [], requests: ALL_REQUESTS },
  { rules: [rule(['*'], ['configmaps'], ['a'])], requests: ALL_REQUESTS },
  { rules: [rule(['list', 'delete'], ['configmaps'])], requests: NAMED_REQUESTS },
  { rules: [rule(['patch', 'update'], ['configmaps'])], requests: NAMED_REQUESTS },
  {
    rules: [
      rule(['patch', 'update'], ['configmaps']),
      rule(['create'], ['configmaps'], ['applied']),
      { verbs: ['update'], apiGroups: ['coordination.k8s.io'], resources: ['leases'] },
    ],
    requests: NAMED_REQUESTS,
  },
  { rules: [rule(['*'], ['pods'])], requests: OTHER_REQUESTS },
  { rules: [rule(['get', 'create'], ['pods/*'])], requests: OTHER_REQUESTS },
  { rules: [rule(['get', 'create'], ['pods/status', '*/eviction'])], requests: OTHER_REQUESTS },
  { rules: [rule(['get'], ['*/status', 'namespaces', 'nodes'])], requests: OTHER_REQUESTS },
  { rules: [{ verbs: ['get'], apiGroups: ['*'], resources: ['*'] }], requests: ALL_REQUESTS },
  { rules: [{ verbs: ['list'], apiGroups: ['apps'], resources: ['*'] }], requests: OTHER_REQUESTS },
  {
    rules: [{ verbs: ['get'], nonResourceURLs: ['/metrics', '/healthz/*'] }],
    requests: OTHER_REQUESTS,
  },
  { rules: [{ verbs: ['*'], nonResourceURLs: ['*'] }], requests: OTHER_REQUESTS },
];

/** The authorization of a request: the Status of a rejection, or whether it was permitted. */
async function authorizationOf(
  transport: Transport,
  method: TransportRequest['method'],
  path: string,
): Promise<unknown> {
  const isPatch = method === 'PATCH';
  const [name = ''] = path.split('?')[0]?.split('/').slice(-1) ?? [];
  const kind = path.includes('/leases/') ? 'Lease' : 'ConfigMap';
  const apiVersion = kind === 'Lease' ? 'coordination.k8s.io/v1' : 'v1';
  const body = JSON.stringify({ apiVersion, kind, metadata: { name, namespace: 'default' } });
  const answer = await transport.request({
    method,
    path,
    headers: {
      accept: 'application/json',
      'content-type': isPatch ? 'application/apply-patch+yaml' : 'application/json',
    },
    ...(isPatch || method === 'PUT' ? { body } : method === 'POST' ? { body: '{}' } : {}),
  });
  const text = await answer.text();
  if (answer.status !== 403) return 'permitted';
  return { ...(JSON.parse(text) as object), metadata: {} };
}

const nameOf = (row: number, without = ''): string =>
  `row-${row}${without === '' ? '' : `-without-${without.replaceAll(/[^a-z0-9]+/g, '-')}`}`;

/** Gives the user `name` the permissions and no others. */
async function grant(name: string, needs: readonly string[]): Promise<void> {
  const rules = needs.map((need) => {
    const [verb = '', place = ''] = need.split(' ');
    const [group = '', ...resource] = place.split('/');
    return { verbs: [verb], apiGroups: [group], resources: [resource.join('/')] };
  });
  await grantRules(name, rules);
}

async function grantRules(name: string, rules: readonly RoleRule[]): Promise<void> {
  const copies = rules.map(({ verbs, ...rest }) => ({
    verbs: [...verbs],
    ...Object.fromEntries(Object.entries(rest).map(([field, values]) => [field, [...values]])),
  }));
  await createClusterRoleClient(admin).create({ metadata: { name }, rules: copies });
  await createClusterRoleBindingClient(admin).create({
    metadata: { name },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name }],
  });
}

const atEnd = endsAfterTests();

/** A transport of a user. */
function as(user: string): HttpTransport {
  const transport = createHttpTransport({ ...config, impersonate: { user } });
  atEnd(() => transport.close());
  return transport;
}

before(async () => {
  const plane = await startEnvtest();
  atEnd(() => plane.stop());
  config = await loadKubeConfig({ kubeconfig: plane.kubeconfig });
  admin = createHttpTransport(config);
  atEnd(() => admin.close());
  for (const [index, { needs }] of rows.entries()) {
    await grant(nameOf(index), needs);
    for (const need of needs) {
      await grant(
        nameOf(index, need),
        needs.filter((each) => each !== need),
      );
    }
  }
  for (const [index, { rules }] of authorizationCases.entries()) {
    await grantRules(`case-${index}`, rules);
  }
  // The authorizer learns of roles in the order in which they are created.
  await grant('last', [`list ${CONFIG_MAPS}`]);
  const last = configMaps(as('last'));
  const sees = (): Promise<boolean> =>
    last.list().then(
      () => true,
      () => false,
    );
  await poll(sees, { intervalMs: 50, timeoutMs: 30_000 });
});

describe('with the permissions of docs/security.md', () => {
  for (const [index, { what, needs, use }] of rows.entries()) {
    test(`${what} succeeds, and fails if any of them is missing`, async () => {
      await use(as(nameOf(index)), nameOf(index));
      for (const need of needs) {
        const user = nameOf(index, need);
        await assert.rejects(use(as(user), user), isForbidden, `without ${need}`);
      }
    });
  }
});

describe('the roles of a fake authorize as a real API server', () => {
  for (const [index, { rules, requests }] of authorizationCases.entries()) {
    test(JSON.stringify(rules), async () => {
      const user = `case-${index}`;
      const real = as(user);
      const fake = createFakeTransport().withRole([{ rules }], { user });
      for (const [method, path] of requests) {
        assert.deepEqual(
          await authorizationOf(fake, method, path),
          await authorizationOf(real, method, path),
          `${method} ${path}`,
        );
      }
    });
  }
});
