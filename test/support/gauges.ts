import { crdOf } from '@vmgen/fixtures/crd-of';
import type { TransportRequest } from '@vmgen/runtime';
import type { JsonObject, JsonValue } from '@vmgen/base/json';

/** A kind with rules in its root, its spec, its fields and lists, a status and a scale. */
export const gauges: JsonObject = crdOf(
  { group: 'rules.vmgen.io', kind: 'Gauge', scope: 'Cluster' },
  [
    {
      name: 'v1',
      served: true,
      storage: true,
      subresources: {
        status: {},
        scale: { specReplicasPath: '.spec.count', statusReplicasPath: '.status.count' },
      },
      schema: {
        openAPIV3Schema: {
          type: 'object',
          'x-kubernetes-validations': [
            {
              rule: '!has(self.status) || !has(self.status.read) || self.status.read <= self.spec.max',
              messageExpression: '"%s reads %d".format([self.metadata.name, self.status.read])',
            },
          ],
          properties: {
            spec: {
              type: 'object',
              required: ['max'],
              properties: {
                min: { type: 'integer', default: 0 },
                max: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self < 100' }] },
                count: { type: 'integer' },
                unit: {
                  type: 'string',
                  maxLength: 4,
                  'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'is fixed' }],
                },
                marks: {
                  type: 'array',
                  maxItems: 3,
                  'x-kubernetes-list-type': 'map',
                  'x-kubernetes-list-map-keys': ['at'],
                  items: {
                    type: 'object',
                    required: ['at'],
                    properties: { at: { type: 'integer' }, level: { type: 'integer' } },
                    'x-kubernetes-validations': [
                      {
                        rule: 'self.level >= oldSelf.level',
                        message: 'levels only rise',
                        fieldPath: '.level',
                        reason: 'FieldValueForbidden',
                      },
                    ],
                  },
                },
              },
              'x-kubernetes-validations': [
                {
                  rule: 'self.min <= self.max',
                  messageExpression: '"%d is above %d".format([self.min, self.max])',
                  fieldPath: '.min',
                },
              ],
            },
            status: {
              type: 'object',
              properties: {
                count: { type: 'integer' },
                read: {
                  type: 'integer',
                  'x-kubernetes-validations': [{ rule: 'self != oldSelf + 1' }],
                },
              },
            },
          },
        },
      },
    },
  ],
);

/** A request, and the status that both servers must answer with. */
interface Step {
  readonly title: string;
  readonly method: TransportRequest['method'];
  readonly path: string;
  readonly body: JsonValue;
  readonly contentType?: string;
  readonly status: number;
}

const objects = '/apis/rules.vmgen.io/v1/gauges';
const merge = 'application/merge-patch+json';
const gauge = (spec: JsonObject, metadata: JsonObject = {}): JsonObject => ({
  apiVersion: 'rules.vmgen.io/v1',
  kind: 'Gauge',
  metadata: { name: 'g', ...metadata },
  spec,
});
const patch = (title: string, spec: JsonObject, status: number): Step => ({
  title,
  method: 'PATCH',
  path: `${objects}/g`,
  body: { spec },
  contentType: merge,
  status,
});
const statusPatch = (title: string, value: JsonObject, status: number): Step => ({
  title,
  method: 'PATCH',
  path: `${objects}/g/status`,
  body: { status: value },
  contentType: merge,
  status,
});
const create = (title: string, body: JsonObject, status: number): Step => ({
  title,
  method: 'POST',
  path: objects,
  body,
  status,
});

/** Requests that are made one after the other. */
export const gaugeSteps: readonly Step[] = [
  create('a creation that breaks a rule with a message expression', gauge({ min: 5, max: 3 }), 422),
  create('a creation that breaks rules on two levels', gauge({ min: 300, max: 200 }), 422),
  create('a creation with defaults that rules see', gauge({ max: -1 }), 422),
  create('a creation without a required field', gauge({ min: 5 }), 422),
  create('a creation with a text that is too long', gauge({ max: 200, unit: 'metre' }), 422),
  create('a creation with a value of another type', gauge({ max: 'x' }), 422),
  create(
    'a creation with metadata and values that are wrong',
    gauge({ max: 200 }, { labels: { 'a b': 'c' } }),
    422,
  ),
  create('a creation with a count below zero', gauge({ max: 1, count: -1 }), 422),
  create('a creation with a count beyond int32', gauge({ max: 200, count: 2_147_483_648 }), 422),
  create(
    'a creation that no rule refuses',
    gauge({ max: 9, unit: 'km', count: 1, marks: [{ at: 1, level: 5 }] }),
    201,
  ),
  patch('a merge patch that changes what may not change', { unit: 'mi' }, 422),
  {
    title: 'a JSON patch that changes what may not change',
    method: 'PATCH',
    path: `${objects}/g`,
    body: [{ op: 'replace', path: '/spec/unit', value: 'mi' }],
    contentType: 'application/json-patch+json',
    status: 422,
  },
  {
    title: 'an apply that changes what may not change',
    method: 'PATCH',
    path: `${objects}/g?fieldManager=other&force=true`,
    body: gauge({ max: 9, unit: 'mi' }),
    contentType: 'application/apply-patch+yaml',
    status: 422,
  },
  {
    title: 'an apply that creates what breaks a rule',
    method: 'PATCH',
    path: `${objects}/new?fieldManager=other`,
    body: { ...gauge({ min: 5, max: 3 }), metadata: { name: 'new' } },
    contentType: 'application/apply-patch+yaml',
    status: 422,
  },
  patch('an item that falls', { marks: [{ at: 1, level: 4 }] }, 422),
  patch(
    'an item that falls and another that is new',
    { marks: [{ at: 2 }, { at: 1, level: 4 }] },
    422,
  ),
  patch(
    'a new item',
    {
      marks: [
        { at: 2, level: 1 },
        { at: 1, level: 5 },
      ],
    },
    200,
  ),
  patch('an item that has lost what its rule reads', { marks: [{ at: 1 }] }, 422),
  patch('a change to a broken rule', { max: 100 }, 422),
  {
    title: 'a count below zero by way of the scale',
    method: 'PATCH',
    path: `${objects}/g/scale`,
    body: { spec: { replicas: -1 } },
    contentType: merge,
    status: 422,
  },
  statusPatch('a status that the rule of the root refuses', { read: 10 }, 422),
  statusPatch('a status of another type', { read: 'x' }, 422),
  statusPatch('a status with a count below zero', { count: -2 }, 422),
  statusPatch('a status that no rule refuses', { read: 7 }, 200),
  statusPatch('a status that may not follow the last one', { read: 8 }, 422),
  patch('a spec that the status no longer fits', { max: 5 }, 422),
  {
    title: 'a patch that is a list',
    method: 'PATCH',
    path: `${objects}/g`,
    body: [1],
    contentType: merge,
    status: 400,
  },
  {
    title: 'a patch that is a text',
    method: 'PATCH',
    path: `${objects}/g`,
    body: 'x',
    contentType: merge,
    status: 400,
  },
  {
    title: 'a patch of a namespace that is a list',
    method: 'PATCH',
    path: '/api/v1/namespaces/default',
    body: [1],
    contentType: 'application/strategic-merge-patch+json',
    status: 400,
  },
];
