import type { JSONSchemaProps, ValidationRule } from '@vmgen/base/schema';

/** A schema with a field of each type that rules can use. */
export function baseSchema(...rules: (string | ValidationRule)[]): JSONSchemaProps {
  return withRules(
    {
      type: 'object',
      properties: {
        a: { type: 'integer' },
        b: { type: 'integer', default: 5 },
        d: { type: 'number' },
        bo: { type: 'boolean' },
        s: { type: 'string', maxLength: 20 },
        s2: { type: 'string', maxLength: 20 },
        long: { type: 'string' },
        en: { type: 'string', enum: ['red', 'green'] },
        t: { type: 'string', format: 'date-time' },
        t2: { type: 'string', format: 'date-time' },
        day: { type: 'string', format: 'date' },
        du: { type: 'string', format: 'duration' },
        du2: { type: 'string', format: 'duration' },
        by: { type: 'string', format: 'byte', maxLength: 20 },
        ios: { 'x-kubernetes-int-or-string': true },
        nul: { type: 'string', maxLength: 5, nullable: true },
        l: { type: 'array', maxItems: 5, items: { type: 'string', maxLength: 10 } },
        li: { type: 'array', maxItems: 10, items: { type: 'integer' } },
        ll: {
          type: 'array',
          maxItems: 3,
          items: { type: 'array', maxItems: 3, items: { type: 'integer' } },
        },
        free: { type: 'array', items: { type: 'string' } },
        set: {
          type: 'array',
          'x-kubernetes-list-type': 'set',
          maxItems: 5,
          items: { type: 'string', maxLength: 10 },
        },
        lm: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['k'],
          maxItems: 5,
          items: {
            type: 'object',
            required: ['k'],
            properties: { k: { type: 'string', maxLength: 10 }, v: { type: 'integer' } },
          },
        },
        m: {
          type: 'object',
          maxProperties: 5,
          additionalProperties: { type: 'string', maxLength: 10 },
        },
        mi: { type: 'object', maxProperties: 5, additionalProperties: { type: 'integer' } },
        o: {
          type: 'object',
          properties: { x: { type: 'integer' }, y: { type: 'string', maxLength: 10 } },
        },
        o2: {
          type: 'object',
          properties: { x: { type: 'integer' }, y: { type: 'string', maxLength: 10 } },
        },
        'da-sh': { type: 'integer' },
        'do.t': { type: 'integer' },
        'sl/ash': { type: 'integer' },
        un__der: { type: 'integer' },
        namespace: { type: 'string', maxLength: 10 },
        $dollar: { type: 'integer' },
        emb: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
        },
        pre: {
          type: 'object',
          'x-kubernetes-preserve-unknown-fields': true,
          properties: { known: { type: 'integer' } },
        },
        unk: { 'x-kubernetes-preserve-unknown-fields': true },
      },
    },
    ...rules,
  );
}

/** The base schema with these rules. A text is a rule with default options. */
export function withRules(
  schema: JSONSchemaProps,
  ...rules: (string | ValidationRule)[]
): JSONSchemaProps {
  const full = rules.map((rule) => (typeof rule === 'string' ? { rule } : rule));
  return full.length === 0 ? schema : { ...schema, 'x-kubernetes-validations': full };
}
