import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '@vmgen/base/json';
import { ADMISSION_PATH, bindPolicy, ruleOf } from '../testing/admission-objects.js';
import {
  at,
  machine,
  machinesPath,
  mergePatch,
  testServer,
  type Send,
} from '../testing/test-server.js';

const apiVersion = 'admissionregistration.k8s.io/v1';
const configMaps = '/api/v1/namespaces/default/configmaps';

const configMap = (name: string, data: JsonObject = {}, labels: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, labels },
  data,
});

/** Stores the policy `p` with the binding `b`. */
async function withPolicy(policy: JsonObject, binding: JsonObject = {}): Promise<Send> {
  const { send } = testServer();
  const rule = {
    operations: ['*'],
    apiGroups: ['', 'test.tw'],
    apiVersions: ['v1'],
    resources: ['configmaps', 'machines', 'machines/scale', 'namespaces'],
  };
  const spec = { matchConstraints: { resourceRules: [rule] }, ...policy };
  await bindPolicy(send, 'Validating', 'p', spec, binding, 'b');
  return send;
}

const validations = (...expressions: readonly string[]): JsonObject => ({
  validations: expressions.map((expression) => ({ expression })),
});

const DENIED = "ValidatingAdmissionPolicy 'p' with binding 'b' denied request: ";

/** Returns the reason for which the creation of a ConfigMap is denied; undefined if it is not. */
async function denial(
  policy: JsonObject,
  binding: JsonObject = {},
  object = configMap('x', { a: '1' }),
): Promise<string | undefined> {
  const send = await withPolicy(policy, binding);
  const { status, body } = await send('POST', configMaps, object);
  if (status === 201) return undefined;
  const prefix = `configmaps "x" is forbidden: ${DENIED}`;
  const message = body['message'];
  assert.ok(typeof message === 'string');
  assert.ok(message.startsWith(prefix), message);
  return message.slice(prefix.length);
}

// The texts are those of kube-apiserver 1.37.2.
describe('a validating admission policy', () => {
  test('denies with 422 by default', async () => {
    const send = await withPolicy(validations("object.data.a == '1'"));
    const { status, body } = await send('POST', configMaps, configMap('x', { a: '2' }));
    const message = `${DENIED}failed expression: object.data.a == '1'`;
    assert.equal(status, 422);
    assert.deepEqual(body['reason'], 'Invalid');
    assert.deepEqual(body['message'], `configmaps "x" is forbidden: ${message}`);
    assert.deepEqual(body['details'], { name: 'x', kind: 'configmaps', causes: [{ message }] });
  });

  test('applies to configurations of webhooks and not to policies', async () => {
    const rule = {
      operations: ['*'],
      apiGroups: ['admissionregistration.k8s.io'],
      apiVersions: ['*'],
      resources: ['*'],
    };
    const send = await withPolicy({
      ...validations('false'),
      matchConstraints: { resourceRules: [rule] },
    });
    for (const [kind, expected] of [
      ['MutatingWebhookConfiguration', 422],
      ['ValidatingWebhookConfiguration', 422],
      ['ValidatingAdmissionPolicyBinding', 201],
    ] as const) {
      const { status, text } = await send('POST', `${ADMISSION_PATH}/${kind.toLowerCase()}s`, {
        apiVersion,
        kind,
        metadata: { name: 'new' },
        ...(expected === 201 && { spec: { policyName: 'p', validationActions: ['Deny'] } }),
      });
      assert.equal(status, expected, text);
    }
  });

  test('denies with the code of its reason', async () => {
    const send = await withPolicy({ validations: [{ expression: 'false', reason: 'Forbidden' }] });
    const { status, body } = await send('POST', configMaps, configMap('x'));
    assert.deepEqual([status, body['reason']], [403, 'Forbidden']);
  });

  test('falls back from messageExpression to message and the expression', async () => {
    const failing = (messageExpression: string, message = ''): JsonObject => ({
      validations: [{ expression: 'false', messageExpression, message }],
    });
    assert.equal(await denial(failing("'a is ' + string(object.data.a)")), 'a is 1');
    assert.equal(await denial(failing('string(object.nope)', 'static')), 'static');
    assert.equal(await denial(failing("' '")), 'failed expression: false');
    assert.equal(await denial(failing("'a\\nb'", 'static')), 'static');
  });

  test('denies when an expression fails, unless its failure policy is Ignore', async () => {
    const error = "expression 'object.nope == 1' resulted in error: no such key: nope";
    assert.equal(await denial(validations('object.nope == 1')), error);
    const ignoring = { ...validations('object.nope == 1'), failurePolicy: 'Ignore' };
    assert.equal(await denial(ignoring), undefined);
    const annotation = { key: 'k', valueExpression: 'string(object.nope)' };
    assert.equal(
      await denial({ auditAnnotations: [annotation] }),
      "expression 'string(object.nope)' resulted in error: no such key: nope",
    );
  });

  test('applies if all match conditions are true', async () => {
    const conditions = (...expressions: readonly string[]): JsonObject => ({
      ...validations('false'),
      matchConditions: expressions.map((expression, i) => ({ name: `c${i}`, expression })),
    });
    assert.equal(await denial(conditions("request.operation == 'UPDATE'")), undefined);
    assert.equal(await denial(conditions('object.nope == 1', 'false')), undefined);
    assert.equal(
      await denial(conditions('object.nope == 1', 'true')),
      "expression 'object.nope == 1' resulted in error: no such key: nope",
    );
  });

  test('evaluates variables', async () => {
    const variables = [
      { name: 'a', expression: 'object.data.a' },
      { name: 'isOne', expression: "variables.a == '1'" },
    ];
    assert.equal(await denial({ variables, ...validations('variables.isOne') }), undefined);
    assert.equal(
      await denial({ variables, ...validations('!variables.isOne') }),
      'failed expression: !variables.isOne',
    );
  });

  test('warns instead of denying', async () => {
    const send = await withPolicy(validations('false'), { validationActions: ['Warn'] });
    const { status, headers } = await send('POST', configMaps, configMap('x'));
    assert.equal(status, 201);
    assert.equal(
      headers['warning'],
      `299 - "Validation failed for ValidatingAdmissionPolicy 'p' with binding 'b': failed expression: false"`,
    );
  });

  test('applies to what its binding selects', async () => {
    const selector = { objectSelector: { matchLabels: { a: 'b' } } };
    const never = validations('false');
    assert.equal(await denial(never, { matchResources: selector }), undefined);
    assert.equal(
      await denial(never, { matchResources: selector }, configMap('x', {}, { a: 'b' })),
      'failed expression: false',
    );
    const namespaceSelector = { matchLabels: { 'kubernetes.io/metadata.name': 'other' } };
    assert.equal(await denial(never, { matchResources: { namespaceSelector } }), undefined);
    const excluded = {
      excludeResourceRules: [
        {
          operations: ['CREATE'],
          apiGroups: [''],
          apiVersions: ['v1'],
          resources: ['configmaps'],
          resourceNames: ['x'],
        },
      ],
    };
    assert.equal(await denial(never, { matchResources: excluded }), undefined);
  });

  test('sees deletions, updates and subresources', async () => {
    const send = await withPolicy(
      validations(
        "request.operation != 'DELETE' || object == null && oldObject.metadata.name != 'kept'",
        "request.operation != 'UPDATE' || has(request.subResource) || object.spec.image == oldObject.spec.image",
        "!has(request.subResource) || request.kind.kind == 'Scale' && object.spec.replicas < 5",
      ),
    );
    await send('POST', machinesPath, machine('kept', { image: 'a' }));
    const paths = [machinesPath, `${machinesPath}/kept`, `${machinesPath}/kept/scale`] as const;
    const answers = [
      await send('DELETE', paths[1]),
      await send('DELETE', paths[0]),
      await send('PATCH', paths[1], { spec: { image: 'b' } }, mergePatch),
      await send('PATCH', paths[2], { spec: { replicas: 5 } }, mergePatch),
      await send('PATCH', paths[2], { spec: { replicas: 4 } }, mergePatch),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [422, 422, 422, 422, 200],
    );
    // The calls of a deleted collection have no name.
    const { text = '' } = answers[1] ?? {};
    assert.match(text, /machines\.test\.tw \\"Unknown\\" is forbidden/);
  });
});

test('the options of a deletion have their type, and dryRun only if the request has it', async () => {
  const send = await withPolicy(
    validations(
      "request.operation != 'DELETE' || request.options.kind == 'DeleteOptions' && has(request.options.dryRun) == request.dryRun",
    ),
  );
  await send('POST', configMaps, configMap('x'));
  assert.equal((await send('DELETE', `${configMaps}/x?dryRun=All`)).status, 200);
  assert.equal((await send('DELETE', `${configMaps}/x`)).status, 200);
});

describe('the parameters of an admission policy', () => {
  const policy = {
    paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
    ...validations("object.data.a == params.data.a || object.metadata.name.startsWith('param')"),
  };
  const limits = (name: string, a: string): JsonObject => configMap(name, { a }, { use: 'params' });

  async function statusWith(paramRef: JsonObject): Promise<readonly [number, unknown]> {
    const send = await withPolicy(policy, { paramRef });
    await send('POST', configMaps, limits('param-1', '1'));
    await send('POST', configMaps, limits('param-2', '2'));
    const { status, body } = await send('POST', configMaps, configMap('x', { a: '1' }));
    return [status, at(body, 'details.causes.0.message')];
  }

  test('are found by name and by selector', async () => {
    const found = { parameterNotFoundAction: 'Allow' };
    assert.equal((await statusWith({ name: 'param-1', ...found }))[0], 201);
    assert.equal((await statusWith({ name: 'param-2', ...found }))[0], 422);
    const selector = { matchLabels: { use: 'params' } };
    assert.equal((await statusWith({ selector, ...found }))[0], 422);
  });

  test('allow or deny the request if they do not exist', async () => {
    const absent = { name: 'absent' };
    assert.equal((await statusWith({ ...absent, parameterNotFoundAction: 'Allow' }))[0], 201);
    assert.deepEqual(await statusWith({ ...absent, parameterNotFoundAction: 'Deny' }), [
      422,
      `${DENIED}failed to configure binding: no params found for policy binding with \`Deny\` parameterNotFoundAction`,
    ]);
  });

  test('must be of a kind that is served', async () => {
    const send = await withPolicy({ ...policy, paramKind: { apiVersion: 'v1', kind: 'Nope' } });
    const { body } = await send('POST', configMaps, configMap('x'));
    assert.equal(
      at(body, 'details.causes.0.message'),
      "ValidatingAdmissionPolicy 'p' denied request: failed to configure policy: failed to find resource referenced by paramKind: '/v1, Kind=Nope'",
    );
  });
});

test('the cost of all policies of a request is limited', async () => {
  const { send } = testServer();
  // A check costs 350,000 of the 10,000,000 of a policy, and takes no time here.
  const check = "authorizer.group('').resource('pods').check('get').allowed()";
  const statuses: number[] = [];
  for (const name of ['p', 'q', 'r']) {
    await bindPolicy(send, 'Validating', name, {
      matchConstraints: { resourceRules: [ruleOf('configmaps')] },
      ...validations(...Array.from({ length: 14 }, () => `${check} && ${check}`)),
    });
    const { status } = await send('POST', configMaps, configMap(name));
    statuses.push(status);
  }
  assert.deepEqual(statuses, [201, 201, 504]);
});
