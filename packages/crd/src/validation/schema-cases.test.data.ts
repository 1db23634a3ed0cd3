import type { JSONSchemaProps } from '@vmgen/base/schema';

/** A title, and the schema of a CRD. */
export type SchemaCase = readonly [title: string, schema: JSONSchemaProps];

/** A schema whose field `spec.a` has a schema. */
const field = (a: JSONSchemaProps): JSONSchemaProps => ({
  type: 'object',
  properties: { spec: { type: 'object', properties: { a } } },
});

export const schemaCases: readonly SchemaCase[] = [
  ['accepted: a plain schema', field({ type: 'string' })],
  ['accepted: a negative minLength', field({ type: 'string', minLength: -1 })],
  [
    'accepted: duplicates in the default of a set',
    field({
      type: 'array',
      items: { type: 'string' },
      'x-kubernetes-list-type': 'set',
      default: ['a', 'a'],
    }),
  ],
  [
    'accepted: a oneOf that names an unknown property',
    field({ type: 'object', properties: { b: { type: 'string' } }, oneOf: [{ required: ['zz'] }] }),
  ],
  [
    'accepted: properties of a oneOf below the root that are not in the structure',
    field({
      type: 'object',
      properties: { b: { type: 'string' } },
      oneOf: [{ properties: { c: {} } }],
    }),
  ],
  ['no type at the root', { properties: { spec: { type: 'string' } } }],
  ['a root that is a string', { type: 'string' }],
  ['no type of a field', field({})],
  ['no type of an item', field({ type: 'array', items: {} })],
  ['no items', field({ type: 'array' })],
  ['an unknown type', field({ type: 'float' })],
  ['type null', field({ type: 'null' })],
  [
    'unsupported keywords',
    field({
      type: 'string',
      id: 'x',
      additionalItems: true,
      patternProperties: { a: { type: 'string' } },
      definitions: { a: { type: 'string' } },
      dependencies: { a: ['b'] },
      $ref: '#/x',
    }),
  ],
  ['$schema alone', field({ type: 'string', $schema: 'http://x' })],
  ['tuple items', field({ type: 'array', items: [{ type: 'string' }, { type: 'string' }] })],
  ['uniqueItems', field({ type: 'array', items: { type: 'string' }, uniqueItems: true })],
  [
    'accepted: uniqueItems false',
    field({ type: 'array', items: { type: 'string' }, uniqueItems: false }),
  ],
  [
    'preserve false',
    field({ type: 'object', properties: {}, 'x-kubernetes-preserve-unknown-fields': false }),
  ],
  ['accepted: preserve without type', field({ 'x-kubernetes-preserve-unknown-fields': true })],
  [
    'additionalProperties at the root',
    { type: 'object', additionalProperties: { type: 'string' } },
  ],
  ['additionalProperties true at the root', { type: 'object', additionalProperties: true }],
  [
    'additionalProperties with properties',
    field({
      type: 'object',
      properties: { b: { type: 'string' } },
      additionalProperties: { type: 'string' },
    }),
  ],
  [
    'additionalProperties false with properties',
    field({ type: 'object', properties: { b: { type: 'string' } }, additionalProperties: false }),
  ],
  [
    'accepted: additionalProperties true with properties',
    field({ type: 'object', properties: { b: { type: 'string' } }, additionalProperties: true }),
  ],
  ['nullable at the root', { type: 'object', nullable: true }],
  [
    'everything forbidden below anyOf',
    field({
      type: 'string',
      anyOf: [
        {
          type: 'string',
          default: 'x',
          title: 't',
          description: 'd',
          nullable: true,
          additionalProperties: { type: 'string' },
          'x-kubernetes-preserve-unknown-fields': true,
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-int-or-string': true,
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['a'],
          'x-kubernetes-map-type': 'atomic',
          'x-kubernetes-validations': [{ rule: 'true' }],
        },
      ],
    }),
  ],
  [
    'type below allOf, oneOf and not',
    field({
      type: 'string',
      allOf: [{ type: 'string' }],
      oneOf: [{ type: 'string' }],
      not: { type: 'string' },
    }),
  ],
  [
    'metadata below anyOf',
    field({
      type: 'object',
      properties: { metadata: { type: 'object' } },
      anyOf: [{ properties: { metadata: {} } }],
    }),
  ],
  [
    'accepted: int-or-string with anyOf',
    field({ 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] }),
  ],
  [
    'accepted: int-or-string with allOf',
    field({
      'x-kubernetes-int-or-string': true,
      allOf: [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, { pattern: '^a' }],
    }),
  ],
  [
    'int-or-string with anyOf in another order',
    field({ 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'string' }, { type: 'integer' }] }),
  ],
  [
    'int-or-string with preserve and embedded',
    field({
      'x-kubernetes-int-or-string': true,
      'x-kubernetes-preserve-unknown-fields': true,
      'x-kubernetes-embedded-resource': true,
    }),
  ],
  [
    'accepted: items of an allOf below the root that are not in the structure',
    field({
      type: 'object',
      properties: { l: { type: 'object' } },
      allOf: [{ properties: { l: { items: { minLength: 1 } } } }],
    }),
  ],
  [
    'accepted: properties of a not and anyOf below the root',
    field({
      type: 'object',
      properties: { b: { type: 'object', properties: { c: { type: 'string' } } } },
      not: { anyOf: [{ properties: { b: { properties: { d: {} } } } }] },
    }),
  ],
  [
    'junctors at the root that speak of what is not in the structure',
    {
      type: 'object',
      properties: {
        b: { type: 'object', properties: { c: { type: 'string' } } },
        l: { type: 'object' },
      },
      not: { anyOf: [{ properties: { b: { properties: { d: {} } } } }] },
      allOf: [{ properties: { l: { items: { minLength: 1 } }, z: {} } }],
    },
  ],
  [
    'root metadata with a description',
    { type: 'object', properties: { metadata: { type: 'object', description: 'x' } } },
  ],
  [
    'root metadata with labels',
    {
      type: 'object',
      properties: { metadata: { type: 'object', properties: { labels: { type: 'object' } } } },
    },
  ],
  [
    'accepted: root metadata restricted in its name',
    {
      type: 'object',
      properties: {
        metadata: {
          type: 'object',
          properties: { name: { type: 'string', maxLength: 5 }, generateName: { type: 'string' } },
        },
      },
    },
  ],
  [
    'root metadata that is a string',
    {
      type: 'object',
      properties: {
        metadata: { type: 'string' },
        kind: { type: 'integer' },
        apiVersion: { type: 'integer' },
      },
    },
  ],
  [
    'embedded resource of another type',
    field({ type: 'string', 'x-kubernetes-embedded-resource': true }),
  ],
  [
    'embedded resource without properties',
    field({ type: 'object', 'x-kubernetes-embedded-resource': true }),
  ],
  [
    'embedded resource with additionalProperties',
    field({
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      'x-kubernetes-preserve-unknown-fields': true,
      additionalProperties: { type: 'string' },
    }),
  ],
  [
    'embedded resource within metadata',
    field({
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      properties: {
        metadata: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
        },
      },
    }),
  ],
  [
    'patterns that are not RE2',
    {
      type: 'object',
      properties: {
        a: { type: 'string', pattern: '(?=x)' },
        b: { type: 'string', pattern: 'a(' },
        c: { type: 'string', pattern: '[z-a]' },
        d: { type: 'string', pattern: 'a{1001}' },
        e: { type: 'string', pattern: '\\pX' },
        f: { type: 'string', pattern: '**' },
        g: { type: 'string', pattern: '\\8' },
        h: { type: 'string', pattern: 'a)' },
        i: { type: 'string', pattern: '(?P<n' },
        j: { type: 'string', pattern: '[a' },
        k: { type: 'string', pattern: 'x\\' },
      },
    },
  ],
  [
    'a pattern below anyOf that is not RE2',
    field({ type: 'string', anyOf: [{ pattern: '(?!x)' }] }),
  ],
  ['accepted: an unsupported format', field({ type: 'string', format: 'foo' })],
  [
    'list map without keys',
    field({
      type: 'array',
      items: { type: 'object', properties: { k: { type: 'string' } } },
      'x-kubernetes-list-type': 'map',
    }),
  ],
  [
    'list map of strings',
    field({
      type: 'array',
      items: { type: 'string' },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
    }),
  ],
  [
    'list map key that does not exist, twice',
    field({
      type: 'array',
      items: { type: 'object', properties: { k: { type: 'string' } } },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['z', 'z'],
    }),
  ],
  [
    'list map key that is an object',
    field({
      type: 'array',
      items: { type: 'object', properties: { k: { type: 'object' } }, required: ['k'] },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
    }),
  ],
  [
    'list map key that is optional',
    field({
      type: 'array',
      items: { type: 'object', properties: { k: { type: 'string' } } },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
    }),
  ],
  [
    'accepted: list map key with a default',
    field({
      type: 'array',
      items: { type: 'object', properties: { k: { type: 'string', default: 'x' } } },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
    }),
  ],
  [
    'list map key that is nullable, and nullable items',
    field({
      type: 'array',
      items: {
        type: 'object',
        properties: { k: { type: 'string', nullable: true } },
        required: ['k'],
        nullable: true,
      },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
    }),
  ],
  [
    'list map keys without a list type',
    field({
      type: 'array',
      items: { type: 'object', properties: { k: { type: 'string' } } },
      'x-kubernetes-list-map-keys': ['k'],
    }),
  ],
  [
    'list map keys of a set',
    field({
      type: 'array',
      items: { type: 'string' },
      'x-kubernetes-list-map-keys': ['k'],
      'x-kubernetes-list-type': 'set',
    }),
  ],
  [
    'an unknown list type',
    field({ type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'bag' }),
  ],
  ['a list type of a string', field({ type: 'string', 'x-kubernetes-list-type': 'set' })],
  [
    'a list type without type',
    field({ 'x-kubernetes-preserve-unknown-fields': true, 'x-kubernetes-list-type': 'set' }),
  ],
  [
    'a set of objects',
    field({
      type: 'array',
      items: { type: 'object', properties: { b: { type: 'string' } } },
      'x-kubernetes-list-type': 'set',
    }),
  ],
  [
    'accepted: a set of atomic objects',
    field({
      type: 'array',
      items: {
        type: 'object',
        properties: { b: { type: 'string' } },
        'x-kubernetes-map-type': 'atomic',
      },
      'x-kubernetes-list-type': 'set',
    }),
  ],
  [
    'a set of sets',
    field({
      type: 'array',
      items: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
      'x-kubernetes-list-type': 'set',
    }),
  ],
  [
    'a set of nullable items',
    field({
      type: 'array',
      items: { type: 'string', nullable: true },
      'x-kubernetes-list-type': 'set',
    }),
  ],
  ['a map type of a string, unknown', field({ type: 'string', 'x-kubernetes-map-type': 'loose' })],
  [
    'a map type without type',
    field({ 'x-kubernetes-preserve-unknown-fields': true, 'x-kubernetes-map-type': 'atomic' }),
  ],
  ['a default of another type', field({ type: 'integer', default: 'x' })],
  [
    'a default that breaks bounds',
    field({ type: 'integer', default: 5, maximum: 3, multipleOf: 2 }),
  ],
  ['a default outside of the enum', field({ type: 'string', default: 'z', enum: ['a', 'b'] })],
  [
    'a default with unknown fields',
    field({ type: 'object', properties: { b: { type: 'string' } }, default: { z: 1 } }),
  ],
  [
    'a default that lacks what is required',
    field({ type: 'object', properties: { b: { type: 'string' } }, default: {}, required: ['b'] }),
  ],
  [
    'a default below items',
    field({
      type: 'array',
      items: { type: 'object', properties: { b: { type: 'integer', default: 'x' } } },
    }),
  ],
  [
    'accepted: a wrong default below additionalProperties',
    field({ type: 'object', additionalProperties: { type: 'integer', default: 'x' } }),
  ],
  [
    'defaults in top-level metadata, kind and apiVersion',
    {
      type: 'object',
      properties: {
        kind: { type: 'string', default: 'K' },
        apiVersion: { type: 'string', default: 'v' },
        metadata: { type: 'object', properties: { name: { type: 'string', default: 'n' } } },
      },
    },
  ],
  [
    'a default of metadata as a whole',
    { type: 'object', properties: { metadata: { type: 'object', default: { name: 'x' } } } },
  ],
  ['accepted: null as default', field({ type: 'string', default: null })],
  [
    'a default of an embedded resource',
    field({
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      'x-kubernetes-preserve-unknown-fields': true,
      default: { apiVersion: 'v1', kind: 'Pod!', metadata: { name: 'a/b' } },
    }),
  ],
  [
    'a default of the kind of an embedded resource',
    field({
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      properties: {
        kind: { type: 'string', default: '%' },
        metadata: {
          type: 'object',
          properties: {
            name: { type: 'string', default: 'a/b' },
            labels: {
              type: 'object',
              default: { x: 'y z' },
              additionalProperties: { type: 'string' },
            },
          },
        },
      },
    }),
  ],
  [
    'a default of the wrong type in embedded metadata',
    field({
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      properties: {
        metadata: { type: 'object', properties: { name: { type: 'integer', default: 5 } } },
      },
    }),
  ],
  [
    'defaults below additionalProperties of embedded metadata',
    field({
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      properties: {
        metadata: {
          type: 'object',
          properties: {
            labels: { type: 'object', additionalProperties: { type: 'string', default: 'x' } },
          },
        },
      },
    }),
  ],
  ['a blank rule', field({ type: 'string', 'x-kubernetes-validations': [{ rule: '  ' }] })],
  [
    'a blank message',
    field({ type: 'string', 'x-kubernetes-validations': [{ rule: 'true', message: ' ' }] }),
  ],
  [
    'a message with a line break',
    field({ type: 'string', 'x-kubernetes-validations': [{ rule: 'true', message: 'a\nb' }] }),
  ],
  [
    'a rule with a line break and no message',
    field({ type: 'string', 'x-kubernetes-validations': [{ rule: 'true &&\n true' }] }),
  ],
  [
    'a blank message expression',
    field({
      type: 'string',
      'x-kubernetes-validations': [{ rule: 'true', messageExpression: ' ' }],
    }),
  ],
  [
    'an unknown reason',
    field({ type: 'string', 'x-kubernetes-validations': [{ rule: 'true', reason: 'Because' }] }),
  ],
  [
    'field paths that lead nowhere',
    field({
      type: 'object',
      properties: {
        b: { type: 'string' },
        m: { type: 'object', additionalProperties: { type: 'string' } },
      },
      'x-kubernetes-validations': [
        { rule: 'true', fieldPath: '.c' },
        { rule: 'true', fieldPath: 'b' },
        { rule: 'true', fieldPath: '.' },
        { rule: 'true', fieldPath: ' ' },
        { rule: 'true', fieldPath: '.b\n' },
        { rule: 'true', fieldPath: ".m['x'" },
        { rule: 'true', fieldPath: '.m[x]' },
        { rule: 'true', fieldPath: '.b.c' },
      ],
    }),
  ],
  [
    'accepted: field paths',
    field({
      type: 'object',
      properties: {
        b: { type: 'string' },
        m: { type: 'object', additionalProperties: { type: 'string' } },
      },
      'x-kubernetes-validations': [
        { rule: 'true', fieldPath: '.b' },
        { rule: 'true', fieldPath: ".m['x']" },
        { rule: 'true', fieldPath: '.m.x' },
      ],
    }),
  ],
  [
    'accepted: an enum, bounds and formats',
    field({
      type: 'object',
      properties: {
        a: { type: 'string', enum: ['x'], format: 'date-time', minLength: 1, maxLength: 3 },
        b: { type: 'integer', format: 'int32', minimum: 1, maximum: 2, exclusiveMaximum: true },
        c: { type: 'number', format: 'double' },
      },
    }),
  ],
];
