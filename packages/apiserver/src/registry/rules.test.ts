import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@vmgen/base/json';
import { crdOf } from '@vmgen/fixtures/crd-of';
import {
  applyPatch,
  at,
  jsonPatch,
  mergePatch,
  testServer,
  type Send,
} from '../testing/test-server.js';

const gauges = crdOf({ group: 'test.tw', kind: 'Gauge', scope: 'Cluster' }, [
  {
    ...{ name: 'v1', served: true, storage: true, subresources: { status: {} } },
    schema: {
      openAPIV3Schema: {
        type: 'object',
        'x-kubernetes-validations': [
          {
            rule: '!has(self.status) || self.status.read <= self.spec.max',
            message: 'the gauge is off its scale',
          },
        ],
        properties: {
          spec: {
            type: 'object',
            required: ['min'],
            properties: {
              min: { type: 'integer', default: 0 },
              max: {
                type: 'integer',
                'x-kubernetes-validations': [{ rule: 'self < 100' }],
              },
              unit: {
                type: 'string',
                maxLength: 4,
                'x-kubernetes-validations': [
                  { rule: 'self == oldSelf', message: 'unit is for ever' },
                ],
              },
            },
            'x-kubernetes-validations': [
              {
                rule: 'self.min <= self.max',
                messageExpression: '"%d is above %d".format([self.min, self.max])',
                reason: 'FieldValueForbidden',
                fieldPath: '.min',
              },
            ],
          },
          status: { type: 'object', properties: { read: { type: 'integer' } } },
        },
      },
    },
  },
]);

const path = '/apis/test.tw/v1/gauges';
const gauge = (spec: JsonObject): JsonObject => ({
  apiVersion: 'test.tw/v1',
  kind: 'Gauge',
  metadata: { name: 'g' },
  spec,
});

function gaugeServer(): Send {
  const { server, send } = testServer();
  server.installCustomResourceDefinition(gauges);
  return send;
}

const refusal = (text: string): string => `Gauge.test.tw "g" is invalid: ${text}`;

test('rejects a create that violates a rule with its message, reason and field', async () => {
  const send = gaugeServer();
  const { status, body } = await send('POST', path, gauge({ min: 5, max: 3 }));
  assert.equal(status, 422);
  assert.equal(body['message'], refusal('spec.min: Forbidden: 5 is above 3'));
  assert.deepEqual(at(body, 'details.causes'), [
    { reason: 'FieldValueForbidden', message: 'Forbidden: 5 is above 3', field: 'spec.min' },
  ]);
});

test('evaluates rules after defaulting', async () => {
  const send = gaugeServer();
  const { body } = await send('POST', path, gauge({ max: -1 }));
  assert.equal(body['message'], refusal('spec.min: Forbidden: 0 is above -1'));
});

test('skips rules if the object has schema errors', async () => {
  const send = gaugeServer();
  const { body } = await send('POST', path, gauge({ max: 200, unit: 'metre' }));
  assert.deepEqual(at(body, 'details.causes'), [
    {
      reason: 'FieldValueTooLong',
      message: 'Too long: may not be more than 4 bytes',
      field: 'spec.unit',
    },
    {
      reason: 'FieldValueInvalid',
      message:
        'Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
      field: '<nil>',
    },
  ]);
});

test('evaluates transition rules for updates, patches and applies, but not for creations', async () => {
  const send = gaugeServer();
  const created = await send('POST', path, gauge({ max: 9, unit: 'km' }));
  assert.equal(created.status, 201, created.text);
  const next = { ...created.body, spec: { max: 9, unit: 'mi' } };
  const answers = [
    await send('PUT', `${path}/g`, next),
    await send('PATCH', `${path}/g`, { spec: { unit: 'mi' } }, mergePatch),
    await send(
      'PATCH',
      `${path}/g?fieldManager=other&force=true`,
      gauge({ max: 9, unit: 'mi' }),
      applyPatch,
    ),
  ];
  for (const { status, body } of answers) {
    assert.deepEqual(
      [status, body['message']],
      [422, refusal('spec.unit: Invalid value: "mi": unit is for ever')],
    );
  }
});

test('evaluates rules of the root in status updates', async () => {
  const send = gaugeServer();
  await send('POST', path, gauge({ max: 9 }));
  const { status, body } = await send(
    'PATCH',
    `${path}/g/status`,
    { status: { read: 10 } },
    mergePatch,
  );
  assert.deepEqual(
    [status, body['message']],
    [422, refusal('<nil>: Invalid value: the gauge is off its scale')],
  );
});

test('accepts an unchanged value that violates a rule, with a warning', async () => {
  const send = gaugeServer();
  await send('POST', path, gauge({ max: 50 }));
  const crd = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/gauges.test.tw';
  const schema = '/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/max';
  const rule = `${schema}/x-kubernetes-validations/0/rule`;
  await send('PATCH', crd, [{ op: 'replace', path: rule, value: 'self < 20' }], jsonPatch);
  const kept = await send('PATCH', `${path}/g`, { spec: { min: 1 } }, mergePatch);
  assert.equal(kept.status, 200, kept.text);
  assert.equal(
    kept.headers['warning'],
    '299 - "spec.max: Invalid value: 50: failed rule: self < 20"',
  );
  const changed = await send('PATCH', `${path}/g`, { spec: { max: 40 } }, mergePatch);
  assert.equal(
    changed.body['message'],
    refusal('spec.max: Invalid value: 40: failed rule: self < 20'),
  );
});
