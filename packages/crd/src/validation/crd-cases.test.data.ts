import type { JsonObject } from '@vmgen/base/json';
import type { JSONSchemaProps } from '@vmgen/base/schema';
import type { ObjectMeta } from '@vmgen/runtime';
import type { CustomResourceDefinitionSpec } from '../definition/custom-resource-definition.js';

/** A title, and the differences of spec and metadata from the default CRD. */
export interface CrdCase {
  readonly title: string;
  readonly spec: Partial<Omit<CustomResourceDefinitionSpec, 'scope'>> & { readonly scope?: string };
  readonly metadata?: ObjectMeta;
}

/** The version of the default CRD, with changes. */
const version = (changes: object = {}, schema: JSONSchemaProps = { type: 'object' }) => ({
  name: 'v1',
  served: true,
  storage: true,
  schema: { openAPIV3Schema: schema },
  ...changes,
});

/** A field of each type in the spec, for selectable fields. */
const FIELDS_OF_EACH_TYPE: JSONSchemaProps = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        s: { type: 'string' },
        b: { type: 'boolean' },
        i: { type: 'integer' },
        n: { type: 'number' },
        o: { type: 'object' },
        l: { type: 'array', items: { type: 'string' } },
        x: { type: 'object', additionalProperties: { type: 'string' } },
      },
    },
  },
};

/** The default CRD with the changes of a case. They may violate the types. */
export function definitionWith(changes: {
  readonly spec?: object;
  readonly metadata?: object | undefined;
}): JsonObject {
  const versions = [
    { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
  ];
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'things.x.example.com', ...changes.metadata },
    spec: {
      group: 'x.example.com',
      scope: 'Namespaced',
      names: { plural: 'things', kind: 'Thing' },
      versions,
      ...changes.spec,
    },
  };
}

export const crdCases: readonly CrdCase[] = [
  {
    title: 'a name that is not plural.group',
    spec: {},
    metadata: { name: 'others.x.example.com' },
  },
  {
    title: 'a name that is no subdomain',
    spec: { names: { plural: 'Things', kind: 'Thing' } },
    metadata: { name: 'Things.x.example.com' },
  },
  {
    title: 'a group without a dot',
    spec: { group: 'example' },
    metadata: { name: 'things.example' },
  },
  {
    title: 'a group that is no domain',
    spec: { group: 'A.b_c' },
    metadata: { name: 'things.A.b_c' },
  },
  {
    title: 'names of wrong form',
    spec: {
      names: {
        plural: 'things',
        singular: 'Thing',
        kind: 'Thi_ng',
        listKind: '1List',
        shortNames: ['T', 'ok'],
        categories: ['All', 'x.y'],
      },
    },
  },
  {
    title: 'kind and list kind alike',
    spec: { names: { plural: 'things', kind: 'Thing', listKind: 'Thing' } },
  },
  { title: 'no kind', spec: { names: { plural: 'things', kind: '' } } },
  { title: 'no scope', spec: { scope: '' } },
  { title: 'an unknown scope', spec: { scope: 'Global' } },
  { title: 'a version of wrong form', spec: { versions: [version({ name: 'V_1' })] } },
  { title: 'a duplicate version', spec: { versions: [version(), version()] } },
  { title: 'no storage version', spec: { versions: [version({ storage: false })] } },
  { title: 'two storage versions', spec: { versions: [version(), version({ name: 'v2' })] } },
  { title: 'no schema', spec: { versions: [{ name: 'v1', served: true, storage: true }] } },
  {
    title: 'an empty schema',
    spec: { versions: [{ name: 'v1', served: true, storage: true, schema: {} }] },
  },
  {
    title: 'no schema in one of two versions',
    spec: { versions: [version(), { name: 'v2', served: true, storage: false }] },
  },
  {
    title: 'wrong schemas, alike',
    spec: {
      versions: [
        version(
          {},
          { type: 'object', properties: { spec: { type: 'object', properties: { a: {} } } } },
        ),
        version(
          { name: 'v2', storage: false },
          { type: 'object', properties: { spec: { type: 'object', properties: { a: {} } } } },
        ),
      ],
    },
  },
  {
    title: 'wrong schemas that differ',
    spec: {
      versions: [
        version(),
        version(
          { name: 'v2', storage: false },
          { type: 'object', properties: { spec: { type: 'object', properties: { a: {} } } } },
        ),
      ],
    },
  },
  { title: 'preserveUnknownFields', spec: { preserveUnknownFields: true } },
  {
    title: 'preserveUnknownFields with a default',
    spec: {
      preserveUnknownFields: true,
      versions: [
        version({}, { type: 'object', properties: { a: { type: 'string', default: 'x' } } }),
      ],
    },
  },
  {
    title: 'preserveUnknownFields with a webhook',
    spec: {
      preserveUnknownFields: true,
      conversion: {
        strategy: 'Webhook',
        webhook: { clientConfig: { url: 'https://x/y' }, conversionReviewVersions: ['v1'] },
      },
    },
  },
  {
    title: 'a protected group',
    spec: { group: 'x.k8s.io' },
    metadata: { name: 'things.x.k8s.io' },
  },
  {
    title: 'a protected group with a wrong approval',
    spec: { group: 'x.kubernetes.io' },
    metadata: {
      name: 'things.x.kubernetes.io',
      annotations: { 'api-approved.kubernetes.io': 'yes' },
    },
  },
  {
    title: 'accepted: a protected group that says it is not approved',
    spec: { group: 'x.k8s.io' },
    metadata: {
      name: 'things.x.k8s.io',
      annotations: { 'api-approved.kubernetes.io': 'unapproved, test' },
    },
  },
  {
    title: 'accepted: a protected group with a URL',
    spec: { group: 'x.k8s.io' },
    metadata: {
      name: 'things.x.k8s.io',
      annotations: { 'api-approved.kubernetes.io': 'https://github.com/x/y' },
    },
  },
  {
    title: 'a deprecation warning of a version that is not deprecated',
    spec: { versions: [version({ deprecationWarning: 'x' })] },
  },
  {
    title: 'deprecation warnings of wrong form',
    spec: {
      versions: [
        version({ deprecated: true, deprecationWarning: 'ä\tb' }),
        version({ name: 'v2', storage: false, deprecated: true, deprecationWarning: '' }),
        version({
          name: 'v3',
          storage: false,
          deprecated: true,
          deprecationWarning:
            'äääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääää',
        }),
      ],
    },
  },
  {
    title: 'printer columns of wrong form',
    spec: {
      versions: [
        version({
          additionalPrinterColumns: [
            { name: '', type: '', jsonPath: '' },
            { name: 'a', type: 'float', format: 'f', jsonPath: 'spec.a' },
          ],
        }),
      ],
    },
  },
  {
    title: 'printer columns that differ',
    spec: {
      versions: [
        version({ additionalPrinterColumns: [{ name: 'a', type: 'string', jsonPath: 'a' }] }),
        version({ name: 'v2', storage: false }),
      ],
    },
  },
  {
    title: 'a scale of wrong paths',
    spec: {
      versions: [
        version({
          subresources: {
            scale: {
              specReplicasPath: '.status.a',
              statusReplicasPath: 'x',
              labelSelectorPath: '.a',
            },
          },
        }),
      ],
    },
  },
  {
    title: 'a scale of no paths',
    spec: {
      versions: [
        version({ subresources: { scale: { specReplicasPath: '', statusReplicasPath: '' } } }),
      ],
    },
  },
  {
    title: 'a oneOf at the root with status',
    spec: {
      versions: [
        version(
          { subresources: { status: {} } },
          { type: 'object', oneOf: [{ required: ['spec'] }] },
        ),
      ],
    },
  },
  {
    title: 'a map type at the root with status',
    spec: {
      versions: [
        version(
          { subresources: { status: {} } },
          { type: 'object', 'x-kubernetes-map-type': 'granular' },
        ),
      ],
    },
  },
  {
    title: 'accepted: allowed fields at the root with status',
    spec: {
      versions: [
        version(
          { subresources: { status: {} } },
          {
            type: 'object',
            description: 'd',
            required: ['spec'],
            properties: { spec: { type: 'object' } },
            'x-kubernetes-preserve-unknown-fields': true,
            externalDocs: { url: 'u' },
            example: {},
            title: 't',
          },
        ),
      ],
    },
  },
  {
    title: 'maxProperties at the root with status',
    spec: {
      versions: [version({ subresources: { status: {} } }, { type: 'object', maxProperties: 5 })],
    },
  },
  {
    title: 'selectable fields that cannot be',
    spec: {
      versions: [
        version(
          {
            selectableFields: [
              { jsonPath: '' },
              { jsonPath: '.spec.z' },
              { jsonPath: 'spec.s' },
              { jsonPath: '.spec.n' },
              { jsonPath: '.spec.o' },
              { jsonPath: '.spec.l[0]' },
              { jsonPath: '.metadata.name' },
              { jsonPath: '.spec.s' },
              { jsonPath: '.spec.s' },
            ],
          },
          FIELDS_OF_EACH_TYPE,
        ),
      ],
    },
  },
  {
    title: 'too many selectable fields',
    spec: {
      versions: [
        version(
          {
            selectableFields: [
              { jsonPath: '.a' },
              { jsonPath: '.b' },
              { jsonPath: '.c' },
              { jsonPath: '.d' },
              { jsonPath: '.e' },
              { jsonPath: '.f' },
              { jsonPath: '.g' },
              { jsonPath: '.h' },
              { jsonPath: '.i' },
            ],
          },
          {
            type: 'object',
            properties: {
              a: { type: 'string' },
              b: { type: 'string' },
              c: { type: 'string' },
              d: { type: 'string' },
              e: { type: 'string' },
              f: { type: 'string' },
              g: { type: 'string' },
              h: { type: 'string' },
              i: { type: 'string' },
            },
          },
        ),
      ],
    },
  },
  {
    title: 'accepted: selectable fields',
    spec: {
      versions: [
        version(
          {
            selectableFields: [
              { jsonPath: '.spec.s' },
              { jsonPath: '.spec.b' },
              { jsonPath: '.spec.i' },
              { jsonPath: '.spec.x.y' },
            ],
          },
          FIELDS_OF_EACH_TYPE,
        ),
      ],
    },
  },
  { title: 'an unknown conversion', spec: { conversion: { strategy: 'Magic' } } },
  { title: 'a webhook without configuration', spec: { conversion: { strategy: 'Webhook' } } },
  {
    title: 'a webhook with url and service, unknown versions',
    spec: {
      conversion: {
        strategy: 'Webhook',
        webhook: {
          clientConfig: { url: 'https://x', service: { name: 'a', namespace: 'b' } },
          conversionReviewVersions: ['v7', 'v7', 'V_'],
        },
      },
    },
  },
  {
    title: 'a webhook with a wrong URL',
    spec: {
      conversion: {
        strategy: 'Webhook',
        webhook: { clientConfig: { url: 'http://u:p@/x?q=1#f' }, conversionReviewVersions: ['v1'] },
      },
    },
  },
  {
    title: 'a webhook with a wrong service',
    spec: {
      conversion: {
        strategy: 'Webhook',
        webhook: {
          clientConfig: { service: { name: '', namespace: 'b', port: 70000, path: 'a//b_/' } },
          conversionReviewVersions: ['v1'],
        },
      },
    },
  },
  {
    title: 'a webhook without the strategy',
    spec: {
      conversion: {
        strategy: 'None',
        webhook: { clientConfig: { url: 'https://x' }, conversionReviewVersions: ['v1'] },
      },
    },
  },
  {
    title: 'accepted: a webhook',
    spec: {
      conversion: {
        strategy: 'Webhook',
        webhook: { clientConfig: { url: 'https://x/y' }, conversionReviewVersions: ['v1'] },
      },
    },
  },
  {
    title: 'labels and finalizers of wrong form',
    spec: {},
    metadata: { labels: { 'a b': 'c d' }, finalizers: ['A B'] },
  },
];
