import type { JsonObject, JsonValue } from '@vmgen/base/json';
import type { JSONSchemaProps } from '@vmgen/base/schema';

/** The schema after an update that added constraints. */
export const tightSchema: JSONSchemaProps = {
  type: 'object',
  properties: {
    status: {
      type: 'object',
      properties: { n: { type: 'integer', maximum: 5 }, m: { type: 'integer', maximum: 5 } },
    },
    spec: {
      type: 'object',
      required: ['zz'],
      properties: {
        zz: { type: 'string' },
        a: { type: 'string', maxLength: 1 },
        b: { type: 'string', maxLength: 1 },
        o: {
          type: 'object',
          properties: { a: { type: 'string', maxLength: 1 }, b: { type: 'integer' } },
          required: ['q'],
        },
        l: { type: 'array', items: { type: 'string', maxLength: 1 } },
        lm: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['k'],
          items: {
            type: 'object',
            required: ['k'],
            properties: { k: { type: 'string' }, v: { type: 'string', maxLength: 1 } },
          },
        },
        st: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
        m: { type: 'object', additionalProperties: { type: 'string', maxLength: 1 } },
        any: {
          type: 'object',
          properties: { a: { type: 'string' }, b: { type: 'string' } },
          anyOf: [{ required: ['a'], properties: { a: { maxLength: 1 } } }, { required: ['b'] }],
        },
      },
    },
  },
};

/** An object that was stored before the update. */
export const stored: JsonObject = {
  apiVersion: 'r.example.com/v1',
  kind: 'Thing',
  metadata: { name: 'a' },
  spec: {
    a: 'aa',
    b: 'bb',
    o: { a: 'aa', b: 1 },
    l: ['aa', 'b'],
    lm: [
      { k: 'x', v: 'vv' },
      { k: 'y', v: 'ww' },
    ],
    st: ['d', 'd'],
    m: { p: 'pp', q: 'qq' },
    any: { a: 'aa' },
  },
  status: { m: 9, n: 9 },
};

/** The changes of spec in updates. */
export const specUpdates: readonly JsonObject[] = [
  {},
  { a: 'aaa' },
  { a: 'x' },
  { o: { a: 'aa', b: 2 } },
  { o: { a: 'aaa', b: 1 } },
  { l: ['aa', 'c'] },
  { l: ['aa', 'b'] },
  {
    lm: [
      { k: 'y', v: 'ww' },
      { k: 'x', v: 'vvv' },
    ],
  },
  {
    lm: [
      { k: 'y', v: 'ww' },
      { k: 'x', v: 'vv' },
    ],
  },
  {
    lm: [
      { k: 'x', v: 'vv' },
      { k: 'z', v: 'zz' },
    ],
  },
  { st: ['d', 'd', 'e', 'e'] },
  { m: { p: 'pp', q: 'rr' } },
  { any: { a: 'aaa' } },
  { any: { a: 'aa' }, zz: 'x' },
  { zz: 'x' },
];

/** The status in updates of the status subresource. */
export const statusUpdates: readonly JsonValue[] = [
  { n: 9, m: 8 },
  { n: 9, m: 9 },
  { n: 10, m: 'x' },
  { n: 1, m: 1 },
  'x',
  { n: null },
];
