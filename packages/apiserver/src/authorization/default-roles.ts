import { RBAC_GROUP } from './rbac-authorizer.js';
import type { RoleRule } from './role-rule.js';

/** The paths that all authenticated users can read. Upstream: `system:discovery`. */
export const DISCOVERY_RULES: readonly RoleRule[] = [
  {
    verbs: ['get'],
    nonResourceURLs: [
      ...['/api', '/api/*', '/apis', '/apis/*', '/openapi', '/openapi/*'],
      ...['/healthz', '/livez', '/readyz', '/version', '/version/'],
    ],
  },
];

/** The paths that everybody can read. */
const PUBLIC_RULES: readonly RoleRule[] = [
  { verbs: ['get'], nonResourceURLs: ['/healthz', '/livez', '/readyz', '/version', '/version/'] },
];

/** What a program that collects metrics can read. */
const MONITORING_RULES: readonly RoleRule[] = [
  {
    verbs: ['get'],
    nonResourceURLs: [
      ...['/flagz', '/healthz', '/healthz/*', '/livez', '/livez/*', '/metrics', '/metrics/slis'],
      ...['/readyz', '/readyz/*', '/statusz'],
    ],
  },
  { verbs: ['get'], apiGroups: [''], resources: ['nodes/metrics'] },
];

/** The keys of service accounts. */
const ISSUER_PATHS = ['/.well-known/openid-configuration', '/openid/v1/jwks'];
const ISSUER_RULES: readonly RoleRule[] = [
  { verbs: ['get'], nonResourceURLs: ISSUER_PATHS.flatMap((path) => [path, `${path}/`]) },
];

/** The reviews of their own permissions that all authenticated users can create. Upstream: `system:basic-user`. */
export const REVIEW_RULES: readonly RoleRule[] = [
  {
    verbs: ['create'],
    apiGroups: ['authorization.k8s.io'],
    resources: ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'],
  },
  { verbs: ['create'], apiGroups: ['authentication.k8s.io'], resources: ['selfsubjectreviews'] },
];

const READ = ['get', 'list', 'watch'];
const WRITE = ['create', 'delete', 'deletecollection', 'patch', 'update'];

/** Resources that editors change, by group. */
const EDITABLE: Readonly<Record<string, readonly string[]>> = {
  '': [
    ...['configmaps', 'events', 'persistentvolumeclaims', 'pods', 'replicationcontrollers'],
    ...['replicationcontrollers/scale', 'serviceaccounts', 'services'],
  ],
  apps: [
    ...['daemonsets', 'deployments', 'deployments/scale', 'replicasets', 'replicasets/scale'],
    ...['statefulsets', 'statefulsets/scale'],
  ],
  autoscaling: ['horizontalpodautoscalers'],
  batch: ['cronjobs', 'jobs'],
  'networking.k8s.io': ['ingresses', 'networkpolicies'],
  policy: ['poddisruptionbudgets'],
};

/** Resources that viewers read beside {@link EDITABLE}. */
const READABLE: Readonly<Record<string, readonly string[]>> = {
  '': [
    ...['bindings', 'endpoints', 'limitranges', 'namespaces', 'namespaces/status'],
    ...[
      'persistentvolumeclaims/status',
      'pods/log',
      'pods/status',
      'replicationcontrollers/status',
    ],
    ...['resourcequotas', 'resourcequotas/status', 'services/status'],
  ],
  apps: [
    ...['controllerrevisions', 'daemonsets/status', 'deployments/status', 'replicasets/status'],
    'statefulsets/status',
  ],
  autoscaling: ['horizontalpodautoscalers/status'],
  batch: ['cronjobs/status', 'jobs/status'],
  'discovery.k8s.io': ['endpointslices'],
  'networking.k8s.io': ['ingresses/status'],
  policy: ['poddisruptionbudgets/status'],
};

const rulesFor = (
  verbs: readonly string[],
  resources: Readonly<Record<string, readonly string[]>>,
): RoleRule[] =>
  Object.entries(resources).map(([group, names]) => ({
    verbs,
    apiGroups: [group],
    resources: names,
  }));

const VIEW = [...rulesFor(READ, EDITABLE), ...rulesFor(READ, READABLE)];

const EDIT: readonly RoleRule[] = [
  ...rulesFor(WRITE, EDITABLE),
  ...rulesFor([...READ, ...WRITE], {
    '': ['pods/attach', 'pods/exec', 'pods/portforward', 'pods/proxy', 'secrets', 'services/proxy'],
    'coordination.k8s.io': ['leases'],
  }),
  ...rulesFor(['create'], { '': ['pods/eviction', 'serviceaccounts/token'] }),
  ...rulesFor(['impersonate'], { '': ['serviceaccounts'] }),
];

const ADMIN: readonly RoleRule[] = [
  ...rulesFor([...READ, ...WRITE], { 'rbac.authorization.k8s.io': ['rolebindings', 'roles'] }),
  ...rulesFor(['create'], { 'authorization.k8s.io': ['localsubjectaccessreviews'] }),
];

/** All permissions. */
export const ALL_RULES: readonly RoleRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
];

const LABEL = 'rbac.authorization.k8s.io/aggregate-to-';

/** A role that contains the rules of all roles with a label. */
const aggregated = (name: string, into?: string) => ({
  name,
  labels: into === undefined ? {} : { [`${LABEL}${into}`]: 'true' },
  rules: [],
  aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [`${LABEL}${name}`]: 'true' } }] },
});

/** A role whose rules another role contains. */
const part = (name: string, rules: readonly RoleRule[]) => ({
  name: `system:aggregate-to-${name}`,
  labels: { [`${LABEL}${name}`]: 'true' },
  rules,
});

const ROLES = [
  { name: 'cluster-admin', labels: {}, rules: ALL_RULES },
  { name: 'system:discovery', labels: {}, rules: DISCOVERY_RULES },
  { name: 'system:basic-user', labels: {}, rules: REVIEW_RULES },
  { name: 'system:public-info-viewer', labels: {}, rules: PUBLIC_RULES },
  { name: 'system:monitoring', labels: {}, rules: MONITORING_RULES },
  { name: 'system:service-account-issuer-discovery', labels: {}, rules: ISSUER_RULES },
  aggregated('admin'),
  aggregated('edit', 'admin'),
  aggregated('view', 'edit'),
  part('admin', ADMIN),
  part('edit', EDIT),
  part('view', VIEW),
];

/** Groups by the role that they have in the whole cluster. */
const BINDINGS = {
  'cluster-admin': ['system:masters'],
  'system:discovery': ['system:authenticated'],
  'system:basic-user': ['system:authenticated'],
  'system:public-info-viewer': ['system:authenticated', 'system:unauthenticated'],
  'system:monitoring': ['system:monitoring'],
  'system:service-account-issuer-discovery': ['system:serviceaccounts'],
};

const API_VERSION = `${RBAC_GROUP}/v1`;
const BOOTSTRAPPING = { 'kubernetes.io/bootstrapping': 'rbac-defaults' };

/** Returns the default ClusterRoles and ClusterRoleBindings of the API server. */
export function defaultRoles() {
  return [
    ...ROLES.map(({ name, labels, ...role }) => ({
      apiVersion: API_VERSION,
      kind: 'ClusterRole',
      metadata: { name, labels: { ...BOOTSTRAPPING, ...labels } },
      ...role,
    })),
    ...Object.entries(BINDINGS).map(([name, groups]) => ({
      apiVersion: API_VERSION,
      kind: 'ClusterRoleBinding',
      metadata: { name, labels: BOOTSTRAPPING },
      roleRef: { apiGroup: RBAC_GROUP, kind: 'ClusterRole', name },
      subjects: groups.map((group) => ({ apiGroup: RBAC_GROUP, kind: 'Group', name: group })),
    })),
  ];
}
