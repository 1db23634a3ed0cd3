import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import type { JSONSchemaProps } from '@vmgen/crd';
import { validateAdmissionPolicy } from '@vmgen/crd/internal';
import { createHttpTransport, loadKubeConfig, type Transport } from '@vmgen/runtime';
import { startEnvtest } from '@vmgen/apiserver/envtest';
import { ask } from '../support/ask.js';
import { startChild } from '../support/child.js';
import { assertDatabasePolicies, databaseManifests } from '../support/database-policies.js';
import { endsAfterTests } from '../support/ends-after.js';
import { waitFor } from '../support/wait-for.js';

const manager = join(process.env['KUBEBUILDER_ASSETS'] ?? '', 'kube-controller-manager');
const skip = existsSync(manager) ? false : 'KUBEBUILDER_ASSETS contains no kube-controller-manager';

const WITHIN_MS = 60_000;
const POLICIES = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies';

const atEnd = endsAfterTests();
let real: Transport;
let kubeconfig: string;

before(async () => {
  const plane = await startEnvtest();
  atEnd(() => plane.stop());
  ({ kubeconfig } = plane);
  const http = createHttpTransport(await loadKubeConfig({ kubeconfig }), {});
  atEnd(() => http.close());
  real = http;
});

test('applies the policies that markers in docs/webhooks.md define', () =>
  assertDatabasePolicies(real));

interface PolicyStatus {
  readonly observedGeneration?: number;
  readonly typeChecking?: {
    readonly expressionWarnings?: readonly { readonly fieldRef: string }[];
  };
}

/** Returns the fields of the expressions that the controller manager warns about. */
function warnedFields(name: string): Promise<readonly string[]> {
  return waitFor(`the types of ${name} are checked`, WITHIN_MS, async () => {
    const { body } = await ask(real, 'GET', `${POLICIES}/${name}`);
    const { observedGeneration, typeChecking } = body['status'] as PolicyStatus;
    if (observedGeneration === undefined || typeChecking === undefined) return undefined;
    return (typeChecking.expressionWarnings ?? []).map(({ fieldRef }) => fieldRef);
  });
}

/** Expressions with and without type errors. */
const EXPRESSIONS = [
  'object.spec.backups > 1',
  'object.spec.bakups > 1',
  "object.spec.backups == '1'",
  'oldObject == null || oldObject.spec.backups <= object.spec.backups',
  'oldObject.spec.nope == 1',
  "object.metadata.nmae == 'a'",
  "object.metadata.labels['a'] == 'b' && object.metadata.namespace != ''",
  "object.metadata.?annotations['x'].orValue('') == ''",
  'object.metadata.generation == 1 && object.metadata.uid != object.metadata.resourceVersion',
  "object.metadata.creationTimestamp > timestamp('2020-01-01T00:00:00Z')",
  'object.metadata.ownerReferences.all(o, o.controller && !o.blockOwnerDeletion)',
  'object.metadata.ownerReferences.all(o, o.controler)',
  "object.metadata.managedFields.all(f, f.manager != f.operation && f.subresource == '')",
  'object.metadata.managedFields.all(f, has(f.fieldsV1))',
  'object.metadata.finalizers.size() == 0 && object.metadata.deletionGracePeriodSeconds == 1',
  'object.status.ready == true',
  "object.kind == 'Database' && object.apiVersion != ''",
  'object.spec == null',
  'dyn(object).any == 1',
  'variables.spec.backups == 1',
];

describe('kube-controller-manager', { skip }, () => {
  before(async () => {
    // The controller manager checks the types of a policy once. It must know the kind before.
    await waitFor('the schema is served', WITHIN_MS, async () => {
      const { status } = await real.request({
        method: 'GET',
        path: '/openapi/v3/apis/example.com/v1',
        headers: {},
      });
      return status === 200 ? true : undefined;
    });
    const child = startChild(manager, [
      ...['kubeconfig', 'authentication-kubeconfig', 'authorization-kubeconfig'].map(
        (flag) => `--${flag}=${kubeconfig}`,
      ),
      '--controllers=validatingadmissionpolicy-status-controller',
      '--leader-elect=false',
      '--secure-port=0',
    ]);
    atEnd(async () => {
      await child.end('SIGKILL');
    });
  });

  test('finds no type errors in the generated policies', async () => {
    for (const { kind, metadata } of databaseManifests().policies) {
      if (kind !== 'ValidatingAdmissionPolicy') continue;
      const { name } = metadata as { readonly name: string };
      assert.deepEqual(await warnedFields(name), [], name);
    }
  });

  test('finds the type errors that vmgen reports', async () => {
    const rule = {
      operations: ['CREATE', 'UPDATE'],
      apiGroups: ['example.com'],
      apiVersions: ['v1'],
      resources: ['databases'],
    };
    const policy = {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name: 'types.example.com' },
      spec: {
        failurePolicy: 'Fail',
        matchConstraints: { resourceRules: [rule] },
        variables: [
          { name: 'spec', expression: 'object.spec' },
          { name: 'nope', expression: 'variables.spec.nope' },
        ],
        validations: [
          ...EXPRESSIONS.map((expression) => ({ expression })),
          { expression: 'true', messageExpression: "'x' + object.spec.nope" },
        ],
      },
    };
    const { verdict } = await ask(real, 'POST', POLICIES, policy);
    assert.equal(verdict.status, 201, verdict.causes.join('\n'));
    const { spec } = databaseManifests().crd as unknown as {
      readonly spec: {
        readonly versions: readonly { readonly schema: { openAPIV3Schema: JSONSchemaProps } }[];
      };
    };
    const schema = spec.versions[0]?.schema.openAPIV3Schema;
    const own = validateAdmissionPolicy(policy, { schema })
      .filter(({ missingBounds }) => missingBounds === undefined)
      .map(({ field }) => field);
    // Only vmgen checks the types of variables.
    assert.equal(own.shift(), 'spec.variables[1].expression');
    // The controller manager checks the schema's types. A time is a text in JSON: the comparison fails for
    // every request.
    const time = EXPRESSIONS.findIndex((expression) => expression.includes('creationTimestamp'));
    const [onlyOwn] = own.splice(own.indexOf(`spec.validations[${time}].expression`), 1);
    assert.equal(onlyOwn, `spec.validations[${time}].expression`);
    assert.deepEqual(own, await warnedFields('types.example.com'));
  });
});
