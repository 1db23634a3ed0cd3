import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { ClusterAnswer } from '../doctor/cluster-connection.js';
import type { CheckResult } from '../doctor/check.js';
import { put } from '../testing/planted-problems.js';
import { EXPIRED_CERTIFICATE } from '../testing/expired-certificate.js';
import { runDoctor } from './doctor-command.js';

const CRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: sites.web.example.com }
spec:
  group: web.example.com
  scope: Namespaced
  names: { kind: Site, plural: sites, singular: site, listKind: SiteList }
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
`;

const ROLE = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: site-operator }
rules:
  - { apiGroups: [''], resources: [pods], verbs: [get] }
`;

describe('vmgen doctor with answers of clusters', () => {
  const cwd = process.cwd();
  const folder = mkdtempSync(join(tmpdir(), 'vmgen-doctor-'));
  before(() => process.chdir(folder));
  after(() => {
    process.chdir(cwd);
    rmSync(folder, { recursive: true });
  });

  interface Circumstances {
    readonly certificate?: string;
    readonly out?: string;
    /** Called before the first request. */
    readonly onConnect?: () => void;
    readonly freeBytes?: () => Promise<number>;
    readonly externalGroups?: readonly string[];
    /** The answer to requests of CRDs. */
    readonly crd?: ClusterAnswer;
  }

  async function check(
    name: string,
    version: ClusterAnswer,
    {
      certificate,
      out = 'generated',
      onConnect,
      freeBytes,
      externalGroups,
      crd,
    }: Circumstances = {},
  ) {
    const { stdout } = await runDoctor(
      { kind: 'doctor', cluster: {}, format: 'json', verbose: false },
      {
        version: '0.1.0',
        readProject: () =>
          Promise.resolve({
            path: 'vmgen.config.json',
            config: {
              ...{ groups: 'web:v1', out },
              ...(externalGroups && { operator: { name: 'site-operator', externalGroups } }),
            },
          }),
        ...(freeBytes && { freeBytes }),
        connect: () => {
          onConnect?.();
          return Promise.resolve({
            server: 'https://cluster.example.com',
            namespace: 'default',
            certificate,
            request: (path) => {
              const isReview = path.endsWith('/selfsubjectaccessreviews');
              const denied = { status: 201, body: { status: { allowed: false } } };
              const failed = { status: 500, body: {} };
              const other = isReview ? denied : (crd ?? failed);
              return Promise.resolve(path === '/version' ? version : other);
            },
          });
        },
      },
    );
    const { checks } = JSON.parse(stdout.join('\n')) as { readonly checks: readonly CheckResult[] };
    return checks.find((each) => each.name === name);
  }

  const ofMinor = (minor: string): ClusterAnswer => ({ status: 200, body: { major: '1', minor } });
  const problem = (name: string, message: string, fix: string) => ({
    name,
    status: 'problem',
    findings: [{ message, fix }],
  });
  test('finds a cluster that is too old', async () => {
    const name = 'kubernetes-version';
    assert.deepEqual(
      await check(name, ofMinor('31+')),
      problem(
        name,
        'the cluster has Kubernetes 1.31; vmgen supports 1.36 and newer',
        'upgrade the cluster, or test the operator on this version (docs/kubernetes-versions.md)',
      ),
    );
    assert.deepEqual(await check(name, ofMinor('36')), { name, status: 'ok' });
    assert.deepEqual(await check(name, { status: 200, body: {} }), {
      name,
      status: 'not checked',
      reason: 'the API server does not state its version',
    });
  });

  test('finds an expired client certificate', async () => {
    const rejected = { status: 401, body: {} };
    const fix = 'log in again as the cluster requires it, then: kubectl auth whoami';
    const message = 'the API server rejects the credentials of the context';
    assert.deepEqual(
      await check('credentials', rejected, { certificate: EXPIRED_CERTIFICATE }),
      problem(
        'credentials',
        `${message}: the client certificate expired on Jan  2 00:00:00 2020 GMT`,
        fix,
      ),
    );
    assert.deepEqual(
      await check('credentials', rejected, { certificate: 'no PEM' }),
      problem('credentials', `${message} (401)`, fix),
    );
  });

  test('does not report as ok what an API server does not answer', async () => {
    put('generated/crds/sites.yaml', CRD);
    for (const name of ['installed-crds', 'stored-versions', 'webhooks']) {
      assert.deepEqual(await check(name, ofMinor('37')), {
        name,
        status: 'not checked',
        reason:
          'the API server answers /apis/apiextensions.k8s.io/v1/customresourcedefinitions/sites.web.example.com with 500',
      });
    }
  });

  test('names the project of a missing external CRD, and compares no installed one', async () => {
    put('generated/crds/sites.yaml', CRD);
    const missing: ClusterAnswer = { status: 404, body: {} };
    const others: ClusterAnswer = {
      status: 200,
      body: { spec: { scope: 'Cluster' }, status: { storedVersions: ['v1alpha1'] } },
    };
    const message = 'the cluster does not have the CRD sites.web.example.com';
    const externalGroups = ['web.example.com'];
    assert.deepEqual(
      await check('installed-crds', ofMinor('37'), { crd: missing, externalGroups }),
      problem(
        'installed-crds',
        message,
        'install the project that has the group web.example.com: operator.externalGroups names it',
      ),
    );
    assert.deepEqual(
      await check('installed-crds', ofMinor('37'), { crd: missing }),
      problem('installed-crds', message, 'kubectl apply --server-side -f generated/crds'),
    );
    for (const name of ['installed-crds', 'stored-versions']) {
      const found = async (groups: readonly string[]) =>
        (await check(name, ofMinor('37'), { crd: others, externalGroups: groups }))?.status;
      assert.deepEqual([await found(externalGroups), await found([])], ['ok', 'problem']);
    }
  });

  test('asks the cluster after all other checks, whose work would use up the time of its answers', async () => {
    const order: string[] = [];
    await check('kubernetes-version', ofMinor('37'), {
      freeBytes: async () => {
        await new Promise((resolve) => setImmediate(resolve));
        order.push('the disk');
        return 1e12;
      },
      onConnect: () => order.push('the cluster'),
    });
    assert.deepEqual(order, ['the disk', 'the cluster']);
  });

  test('names the manifests in the output folder of the project', async () => {
    put('the output/rbac/role.yaml', ROLE);
    const found = await check('permissions', ofMinor('37'), { out: 'the output' });
    assert.deepEqual(
      found,
      problem(
        'permissions',
        'the user of the context lacks permissions that the operator needs: get pods',
        "select a context whose user has them for npm start; in the cluster: kubectl apply --server-side -f 'the output/install.yaml'",
      ),
    );
  });
});
