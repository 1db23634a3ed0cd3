import { integer, object, ofSpec, ofVersions, string } from '../definitions/example-schemas.js';
import type { ChangeDefinition } from '../definitions/definition.js';
import type { ChangeCode } from '../definitions/registry.js';

const size = { size: integer } as const;
const schema = { openAPIV3Schema: { type: 'object' } } as const;
const v1 = { name: 'v1', storage: true, schema };
const v2 = { name: 'v2', storage: false, schema };
const scale = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };

/** Changes that have a code beside the one of its definition. */
export const FURTHER_EXAMPLES: readonly (readonly [ChangeCode, ChangeDefinition['example']])[] = [
  [
    'tightening-without-effect',
    ofSpec(
      object({ size: { type: 'integer', default: 1 } }),
      object({ size: { type: 'integer', default: 1 } }, { required: ['size'] }),
    ),
  ],
  [
    'unknown-fields-dropped',
    ofSpec(
      { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      { type: 'object' },
      { anything: 1 },
    ),
  ],
  [
    'unknown-fields-kept',
    ofSpec({ type: 'object' }, { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }),
  ],
  [
    'constraint-tightened',
    ofSpec(
      object({ color: string }),
      object({ color: { type: 'string', enum: ['red', 'blue'] } }),
      { color: 'green' },
    ),
  ],
  [
    'constraint-tightened',
    ofSpec(
      object({ size: { type: 'integer', maximum: 10 } }),
      object({ size: { type: 'integer', maximum: 5 } }),
      { size: 7 },
    ),
  ],
  [
    'constraint-loosened',
    ofSpec(
      object({ name: { type: 'string', maxLength: 10 } }),
      object({ name: { type: 'string', maxLength: 20 } }),
    ),
  ],
  [
    'constraint-tightened',
    ofSpec(object({ name: string }), object({ name: { type: 'string', pattern: '^[a-z]+$' } }), {
      name: 'A',
    }),
  ],
  [
    'constraint-loosened',
    ofSpec(
      object({ name: { type: 'string', pattern: '^(a|b)$' } }),
      object({ name: { type: 'string', pattern: '^(a|b|c)$' } }),
      { name: 'a' },
    ),
  ],
  [
    'constraint-loosened',
    ofSpec(object({ name: { type: 'string', pattern: '^[a-z]+$' } }), object({ name: string })),
  ],
  [
    'constraint-tightened',
    ofSpec(object({ at: string }), object({ at: { type: 'string', format: 'date-time' } }), {
      at: 'noon',
    }),
  ],
  [
    'constraint-loosened',
    ofSpec(
      object({ size: { type: 'integer', format: 'int32' } }),
      object({ size: { type: 'integer', format: 'int64' } }),
    ),
  ],
  ['kubectl-name-removed', { of: 'definition', old: {}, new: { names: { singular: 'thingy' } } }],
  ['kubectl-name-removed', { of: 'definition', old: { names: { categories: ['all'] } }, new: {} }],
  ['kubectl-name-added', { of: 'definition', old: {}, new: { names: { categories: ['all'] } } }],
  [
    'merge-type-changed',
    ofSpec(
      object({ at: object(size) }),
      object({ at: { ...object(size), 'x-kubernetes-map-type': 'atomic' } }),
    ),
  ],
  [
    'constraint-loosened',
    ofSpec(
      { ...object({ a: string, b: string }), anyOf: [{ required: ['a'] }] },
      {
        ...object({ a: string, b: string }),
        anyOf: [{ required: ['a'] }, { required: ['b'] }],
      },
    ),
  ],
  [
    'rule-without-effect',
    ofSpec(object(size), {
      ...object({ ...size, a: string, b: string }),
      'x-kubernetes-validations': [{ rule: '!(has(self.a) && has(self.b))' }],
    }),
  ],
  [
    'constraint-loosened',
    ofSpec(
      object({ size: { ...size.size, 'x-kubernetes-validations': [{ rule: 'self > 0' }] } }),
      object(size),
    ),
  ],
  ['version-removed', ofVersions([v1, v2], [v1, { ...v2, served: false }])],
  ['version-added', ofVersions([v1, { ...v2, served: false }], [v1, v2])],
  ['deprecation-changed', ofVersions([v1, { ...v2, deprecated: true }], [v1, v2])],
  [
    'deprecation-changed',
    ofVersions(
      [v1, { ...v2, deprecated: true }],
      [v1, { ...v2, deprecated: true, deprecationWarning: 'use v1' }],
    ),
  ],
  [
    'scale-removed',
    ofVersions(
      [{ ...v1, subresources: { scale: { ...scale, labelSelectorPath: '.status.selector' } } }],
      [{ ...v1, subresources: { scale } }],
    ),
  ],
];
