/**
 * The discovery documents of a server with two groups, in both formats. `shop.example.com` prefers
 * v1 to v1beta1.
 */
const core = {
  name: 'pods',
  singularName: 'pod',
  namespaced: true,
  kind: 'Pod',
  verbs: ['get', 'list'],
  shortNames: ['po'],
  categories: ['all'],
};

export const AGGREGATED: Readonly<Record<string, object>> = {
  '/api': {
    kind: 'APIGroupDiscoveryList',
    apiVersion: 'apidiscovery.k8s.io/v2',
    items: [
      {
        metadata: {},
        versions: [
          {
            version: 'v1',
            freshness: 'Current',
            resources: [
              {
                resource: 'pods',
                responseKind: { group: '', version: '', kind: 'Pod' },
                scope: 'Namespaced',
                singularResource: 'pod',
                verbs: ['get', 'list'],
                shortNames: ['po'],
                categories: ['all'],
                subresources: [
                  {
                    subresource: 'eviction',
                    responseKind: { group: 'policy', version: 'v1', kind: 'Eviction' },
                    verbs: ['create'],
                  },
                  { subresource: 'log', responseKind: { kind: 'Pod' }, verbs: ['get'] },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
  '/apis': {
    kind: 'APIGroupDiscoveryList',
    apiVersion: 'apidiscovery.k8s.io/v2',
    items: [
      {
        metadata: { name: 'shop.example.com' },
        versions: [
          {
            version: 'v1',
            freshness: 'Current',
            resources: [
              {
                resource: 'shops',
                responseKind: { group: 'shop.example.com', version: 'v1', kind: 'Shop' },
                scope: 'Cluster',
                singularResource: 'shop',
                verbs: ['get'],
              },
            ],
          },
          { version: 'v1beta1', freshness: 'Stale', resources: null },
        ],
      },
    ],
  },
};

export const PLAIN: Readonly<Record<string, object>> = {
  '/api': { kind: 'APIVersions', versions: ['v1'] },
  '/api/v1': {
    kind: 'APIResourceList',
    groupVersion: 'v1',
    resources: [
      core,
      {
        name: 'pods/eviction',
        singularName: '',
        namespaced: true,
        group: 'policy',
        version: 'v1',
        kind: 'Eviction',
        verbs: ['create'],
      },
      { name: 'pods/log', singularName: '', namespaced: true, kind: 'Pod', verbs: ['get'] },
    ],
  },
  '/apis': {
    kind: 'APIGroupList',
    apiVersion: 'v1',
    groups: [
      {
        name: 'shop.example.com',
        versions: [{ version: 'v1beta1' }, { version: 'v1' }],
        preferredVersion: { version: 'v1' },
      },
    ],
  },
  '/apis/shop.example.com/v1': {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: 'shop.example.com/v1',
    resources: [
      { name: 'shops', singularName: 'shop', namespaced: false, kind: 'Shop', verbs: ['get'] },
    ],
  },
};
