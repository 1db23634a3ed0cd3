import type { JsonObject } from '@vmgen/base/json';
import type { JSONSchemaProps } from '@vmgen/base/schema';

/** The schema of all objects. */
export const pruneSchema: JSONSchemaProps = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        pa: {
          type: 'array',
          'x-kubernetes-preserve-unknown-fields': true,
          items: {
            type: 'object',
            properties: { a: { type: 'object', properties: { b: { type: 'string' } } } },
          },
        },
        pal: {
          type: 'array',
          'x-kubernetes-preserve-unknown-fields': true,
          items: {
            type: 'array',
            items: {
              type: 'object',
              properties: { a: { type: 'object', properties: { b: { type: 'string' } } } },
            },
          },
        },
        po: {
          'x-kubernetes-preserve-unknown-fields': true,
          properties: {
            a: { type: 'object', properties: { b: { type: 'string' } } },
            l: { type: 'array', items: { type: 'object', properties: { b: { type: 'string' } } } },
          },
        },
        addT: { type: 'object', additionalProperties: true },
        addO: {
          type: 'object',
          additionalProperties: { type: 'object', properties: { b: { type: 'string' } } },
        },
        none: { type: 'object' },
        poadd: {
          type: 'object',
          'x-kubernetes-preserve-unknown-fields': true,
          additionalProperties: { type: 'object', properties: { b: { type: 'string' } } },
        },
        emb: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          properties: { spec: { type: 'object', properties: { b: { type: 'string' } } } },
        },
        emba: {
          type: 'array',
          items: {
            type: 'object',
            'x-kubernetes-embedded-resource': true,
            'x-kubernetes-preserve-unknown-fields': true,
          },
        },
        embp: {
          type: 'array',
          'x-kubernetes-preserve-unknown-fields': true,
          items: {
            type: 'object',
            'x-kubernetes-embedded-resource': true,
            properties: { spec: { type: 'object', properties: { b: { type: 'string' } } } },
          },
        },
        embm: {
          type: 'object',
          additionalProperties: {
            type: 'object',
            'x-kubernetes-embedded-resource': true,
            'x-kubernetes-preserve-unknown-fields': true,
          },
        },
        nl: {
          type: 'object',
          nullable: true,
          properties: {
            a: {
              type: 'array',
              nullable: true,
              items: { type: 'object', nullable: true, properties: { x: { type: 'string' } } },
            },
            ps: { 'x-kubernetes-preserve-unknown-fields': true, nullable: true },
          },
        },
      },
    },
  },
};

/** The specs of objects with unknown fields. */
export const pruneCases: readonly JsonObject[] = [
  { pa: [{ a: { b: 'x', c: 1 }, z: 1 }, 5] },
  { pal: [[{ a: { b: 'x', c: 1 }, z: { q: null } }]] },
  { po: { a: { c: 1 }, l: [{ b: 'x', c: 1 }], z: { y: null } } },
  { addT: { a: 1, b: { c: 1 }, d: [{ e: 1 }] } },
  { addO: { x: { b: 'q', c: 1 } } },
  { none: { a: 1 } },
  { none: [{ a: 1 }] },
  { poadd: { x: { b: 'x', c: 1 } } },
  {
    emb: {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'a', zz: 1 },
      spec: { b: 'x', c: 1 },
      other: 1,
    },
  },
  {
    emba: [
      {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { labels: { a: 'b' }, zz: 1 },
        spec: { b: 'x', c: 1 },
        other: 1,
      },
      { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' }, spec: { b: 'x', c: 1 }, other: 1 },
    ],
  },
  {
    embp: [
      {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'a', q: 1 },
        spec: { b: 'x', c: 1 },
        other: 1,
      },
    ],
  },
  {
    embm: {
      'a.b': {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'a', q: 1 },
        spec: { b: 'x', c: 1 },
        other: 1,
      },
    },
  },
  {
    embm: {
      'a.b': {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'A/' },
        spec: { b: 'x', c: 1 },
        other: 1,
      },
    },
  },
  {
    emba: [
      { metadata: { creationTimestamp: '2020-01-01T00:00:00.5Z' }, apiVersion: 'v1', kind: 'P' },
    ],
  },
  { nl: null },
  { nl: { a: null, ps: null } },
  { nl: { a: [null, { x: null }], ps: { q: null } } },
  { nl: { zz: null } },
];
