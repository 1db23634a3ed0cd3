import type { JsonObject } from '@vmgen/base/json';
import type { JSONSchemaProps } from '@vmgen/base/schema';

/** The schema of all objects. */
export const objectSchema: JSONSchemaProps = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        str: { type: 'string' },
        int: { type: 'integer' },
        arr: { type: 'array', items: { type: 'integer' } },
        obj: { type: 'object', properties: { a: { type: 'string' } } },
        ios: { 'x-kubernetes-int-or-string': true },
        nul: { type: 'string', nullable: true },
        map: { type: 'object', additionalProperties: { type: 'integer' } },
        req: {
          type: 'object',
          required: ['a', 'b'],
          properties: { a: { type: 'string' }, b: { type: 'string' } },
        },
        any: {
          type: 'object',
          properties: { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string' } },
          anyOf: [{ required: ['a'] }, { required: ['b', 'c'] }],
        },
        lmap: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['k'],
          items: {
            type: 'object',
            required: ['k'],
            properties: { k: { type: 'string' }, v: { type: 'integer', maximum: 5 } },
          },
        },
        emb: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
        },
        pres: {
          type: 'object',
          'x-kubernetes-preserve-unknown-fields': true,
          properties: { a: { type: 'integer' } },
        },
        any2: { 'x-kubernetes-preserve-unknown-fields': true },
        def: {
          type: 'object',
          default: {},
          properties: {
            a: { type: 'string', default: 'x' },
            n: { type: 'string', nullable: true, default: 'y' },
            l: {
              type: 'array',
              items: { type: 'object', properties: { q: { type: 'integer', default: 7 } } },
            },
            m: { type: 'object', additionalProperties: { type: 'string', default: 'mm' } },
            mo: {
              type: 'object',
              additionalProperties: {
                type: 'object',
                properties: { z: { type: 'boolean', default: true } },
              },
            },
            li: { type: 'array', items: { type: 'string', default: 'li' } },
          },
        },
      },
    },
  },
};

/** Request bodies, without apiVersion, kind and metadata. */
export const objectCases: readonly JsonObject[] = [
  { spec: 'x' },
  { spec: null },
  {},
  {
    spec: {
      unknown: 1,
      obj: { b: 1, a: 'x' },
      arr: [{ z: 1 }],
      map: {},
      lmap: [{ k: 'a', zz: 1 }],
      pres: { b: 1, a: 1 },
      emb: { apiVersion: 'v1', kind: 'P', metadata: { name: 'a', zz: 1 }, extra: 1 },
    },
    top: 1,
  },
  { spec: { def: {} } },
  { spec: { def: { a: null, n: null } } },
  {
    spec: {
      def: {
        l: [{}, { q: null }, null],
        m: { a: null, b: 'c' },
        mo: { a: {}, b: null },
        li: [null, 'a'],
      },
    },
  },
  { spec: { def: null } },
  { spec: { def: { l: null, m: null } } },
  { spec: { str: 'a', int: 5, any: { a: 'x', zz: null } } },
  { spec: { str: 5, int: 'x', req: {} } },
  { spec: { any2: { a: null, b: [null] }, nul: null, str: null } },
  { spec: { str: null } },
  { spec: { int: null } },
  { spec: { obj: { a: null } } },
  { spec: { ios: null } },
  { spec: { map: { 'c d': null } } },
  { spec: { any2: null } },
];
