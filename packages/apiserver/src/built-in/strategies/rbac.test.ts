import { describe } from 'node:test';
import { type InvalidCase, testStrategy } from './strategy-table.test.fixture.js';

// Recorded in testdata/exchanges/role-binding.yaml.
describe('the strategy of rbac.authorization.k8s.io/v1 RoleBinding', () => {
  testStrategy({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    base: {
      roleRef: { kind: 'ClusterRole', name: 'view' },
      subjects: [{ kind: 'User', name: 'jane' }],
    },
    defaults: {
      'roleRef.apiGroup': 'rbac.authorization.k8s.io',
      'subjects.0.apiGroup': 'rbac.authorization.k8s.io',
    },
    invalid: [
      [
        { roleRef: null },
        'roleRef.kind: Unsupported value: "": supported values: "Role", "ClusterRole"',
        'roleRef.name: Required value',
      ],
      [
        { 'roleRef.apiGroup': 'other' },
        'roleRef.apiGroup: Unsupported value: "other": supported values: "rbac.authorization.k8s.io"',
      ],
      [
        { 'roleRef.kind': 'Pod' },
        'roleRef.kind: Unsupported value: "Pod": supported values: "Role", "ClusterRole"',
      ],
      [{ 'roleRef.name': null }, 'roleRef.name: Required value'],
      [{ 'roleRef.name': 'a/b' }, `roleRef.name: Invalid value: "a/b": may not contain '/'`],
      [
        { subjects: [{ kind: 'ServiceAccount', name: 'Bad_Name', namespace: 'default' }] },
        `subjects[0].name: Invalid value: "Bad_Name": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
      ],
      [
        { subjects: [{ kind: 'User', name: 'u', apiGroup: 'other' }] },
        'subjects[0].apiGroup: Unsupported value: "other": supported values: "rbac.authorization.k8s.io"',
      ],
      [
        { subjects: [{ kind: 'Other', name: 'u' }] },
        'subjects[0].kind: Unsupported value: "Other": supported values: "ServiceAccount", "User", "Group"',
      ],
      [{ subjects: [{ kind: 'User' }] }, 'subjects[0].name: Required value'],
    ],
    invalidUpdates: [
      [
        { 'roleRef.name': 'edit' },
        'roleRef: Invalid value: {"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":"edit"}: field is immutable',
      ],
    ],
  });
});

/** For both kinds. */
const INVALID_RULES: readonly InvalidCase[] = [
  [
    {
      rules: [{ apiGroups: [''], resources: ['pods'] }],
    },
    'rules[0].verbs: Required value',
  ],
  [
    {
      rules: [{ resources: ['pods'], verbs: ['get'] }],
    },
    'rules[0].apiGroups: Required value: resource rules must supply at least one api group',
  ],
  [
    {
      rules: [{ apiGroups: [''], verbs: ['get'] }],
    },
    'rules[0].resources: Required value: resource rules must supply at least one resource',
  ],
];

// Recorded in testdata/exchanges/role.yaml.
describe('the strategy of rbac.authorization.k8s.io/v1 Role', () => {
  testStrategy({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    base: {
      metadata: { labels: { test: 'role' } },
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] }],
    },
    invalid: [
      ...INVALID_RULES,
      [
        {
          rules: [{ nonResourceURLs: ['/healthz'], verbs: ['get'] }],
        },
        'rules[0].nonResourceURLs: Invalid value: ["/healthz"]: namespaced rules cannot apply to non-resource URLs',
      ],
      [
        {
          rules: [
            { apiGroups: [''], resources: ['pods'], nonResourceURLs: ['/healthz'], verbs: ['get'] },
          ],
        },
        'rules[0].nonResourceURLs: Invalid value: ["/healthz"]: namespaced rules cannot apply to non-resource URLs',
        'rules[0].nonResourceURLs: Invalid value: ["/healthz"]: rules cannot apply to both regular resources and non-resource URLs',
      ],
    ],
  });
});

// Recorded in testdata/exchanges/cluster-role.yaml.
describe('the strategy of rbac.authorization.k8s.io/v1 ClusterRole', () => {
  testStrategy({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    base: {
      metadata: { labels: { test: 'cluster-role' } },
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] }],
    },
    invalid: [
      ...INVALID_RULES,
      [
        {
          rules: [
            { apiGroups: [''], resources: ['pods'], nonResourceURLs: ['/healthz'], verbs: ['get'] },
          ],
        },
        'rules[0].nonResourceURLs: Invalid value: ["/healthz"]: rules cannot apply to both regular resources and non-resource URLs',
      ],
    ],
  });
});
