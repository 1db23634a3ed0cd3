import type { Role } from '../model/build-roles.js';
import type { PolicyRule } from '../model/merge-rules.js';
import type { CustomResource } from '../model/model.js';
import { printYaml } from '../crds/print-yaml.js';
import { HEADER_LINE } from '../settings/generated-file.js';
import { type Operator, operatorOf } from '../settings/operator-config.js';
import type { EmittedFile } from './emitter.js';
import { crdFile, OUTPUT_FILES } from './output-files.js';
import type { TemplateContext } from './template-context.js';

/*
 * One list of objects is the source of the kustomization, of install.yaml and of the Helm chart. In the chart, some
 * values are expressions of Helm's templates; nothing else differs.
 */

const RBAC = 'rbac.authorization.k8s.io';
const PORT = 8081;
/** What a process needs besides the old generation of its heap; docs/manager.md, Memory. */
const BESIDE_HEAP_MIB = 80;

/** The values that differ between a manifest and a template of the chart. */
interface Values {
  readonly namespace: string;
  readonly image: string;
  readonly replicas: number | string;
  readonly memory: string;
  readonly heap: string;
}

const CHART_VALUES: Values = {
  namespace: '{{ .Release.Namespace }}',
  image: '{{ .Values.image }}',
  replicas: '{{ int .Values.replicas }}',
  memory: '{{ int .Values.memoryMiB }}Mi',
  heap: `--max-old-space-size={{ sub (int .Values.memoryMiB) ${BESIDE_HEAP_MIB} }}`,
};

/** Objects that are applied together. */
interface Part {
  /** The name of the file, without its extension. */
  readonly name: string;
  readonly objects: readonly object[];
  /** The value of the chart that includes it; undefined if it is always included. */
  readonly condition?: 'networkPolicy' | 'serviceMonitor';
}

/** The manifests of a deployment, if the config has an operator. */
export function emitDeployment(context: TemplateContext): EmittedFile[] {
  if (context.operator === undefined) return [];
  const operator = operatorOf(context.operator);
  const { model, printedCrds, headerComment } = context;
  const manifest = (objects: readonly object[]): string =>
    documents(objects.map((object) => printYaml(object).trimEnd()));
  const file = (path: string, text: () => string): EmittedFile => ({
    path,
    print: () => `${headerComment('#')}\n${text()}`,
  });

  const { namespace, image, replicas, memoryMiB } = operator;
  const values: Values = {
    ...{ namespace, image, replicas },
    memory: `${memoryMiB}Mi`,
    heap: `--max-old-space-size=${memoryMiB - BESIDE_HEAP_MIB}`,
  };
  const parts = partsOf(operator, context, values).filter(
    ({ condition }) => condition !== 'serviceMonitor' || operator.serviceMonitor,
  );
  const roles = model.roles.map(buildRole);
  const crds = printedCrds.map(({ yaml }) => yaml);
  const kustomization = {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    resources: [
      'deploy/namespace.yaml',
      ...printedCrds.map(({ resource }) => crdFile(resource)),
      ...(roles.length > 0 ? [OUTPUT_FILES.role] : []),
      ...parts.map(({ name }) => `deploy/${name}.yaml`),
    ],
  };

  const chartParts = partsOf(operator, context, CHART_VALUES);
  const chartRoles = model.roles.map((role) => chartRole(role, operator));
  return [
    file('kustomization.yaml', () => printYaml(kustomization)),
    // The namespace must exist before the objects in it. Helm creates the namespace of a release itself.
    file('deploy/namespace.yaml', () => manifest([namespaceOf(operator)])),
    ...parts.map(({ name, objects }) => file(`deploy/${name}.yaml`, () => manifest(objects))),
    file('install.yaml', () =>
      [
        manifest([namespaceOf(operator)]),
        documents(crds),
        manifest([...roles, ...parts.flatMap(({ objects }) => objects)]),
      ].join(''),
    ),
    file('chart/Chart.yaml', () => printYaml(chartOf(operator))),
    file('chart/values.yaml', () => valuesOf(operator)),
    file('chart/templates/crds.yaml', () =>
      documents(crds.map((yaml) => keptByHelm(literalInHelm(yaml)))),
    ),
    ...(chartRoles.length === 0
      ? []
      : [file('chart/templates/roles.yaml', () => manifest(chartRoles))]),
    ...chartParts.map(({ name, objects, condition }) =>
      file(`chart/templates/${name}.yaml`, () => {
        const text = manifest(objects).replace(/"(\{\{ int [^"]*\}\})"/g, '$1');
        return condition === undefined
          ? text
          : `{{- if .Values.${condition} }}\n${text}{{- end }}\n`;
      }),
    ),
    ...schemaFiles(context),
  ];
}

const documents = (texts: readonly string[]): string =>
  texts.map((text) => `---\n${text}\n`).join('');

function partsOf(operator: Operator, { model }: TemplateContext, values: Values): Part[] {
  const metadata = { name: operator.name, namespace: values.namespace };
  return [
    {
      name: 'permissions',
      objects: [
        { apiVersion: 'v1', kind: 'ServiceAccount', metadata },
        ...permissions(operator, model.roles, values),
      ],
    },
    { name: 'user-roles', objects: userRoles(operator, model.customResources) },
    {
      name: 'network-policy',
      condition: 'networkPolicy',
      objects: [networkPolicy(operator, values)],
    },
    { name: 'operator', objects: [deployment(operator, values), metricsService(operator, values)] },
    {
      name: 'service-monitor',
      condition: 'serviceMonitor',
      objects: [serviceMonitor(operator, values)],
    },
  ];
}

const labelsOf = ({ name }: Operator) => ({ 'app.kubernetes.io/name': name });

function namespaceOf({ namespace }: Operator): object {
  const level = (mode: string) => [`pod-security.kubernetes.io/${mode}`, 'restricted'];
  const labels: unknown = Object.fromEntries(['enforce', 'audit', 'warn'].map(level));
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, labels } };
}

function deployment(operator: Operator, values: Values): object {
  const { name } = operator;
  const labels = labelsOf(operator);
  const fieldRef = (fieldPath: string) => ({ valueFrom: { fieldRef: { fieldPath } } });
  const probe = (path: string) => ({ httpGet: { path, port: 'http' } });
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: values.namespace, labels },
    spec: {
      replicas: values.replicas,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          serviceAccountName: name,
          // Longer than the time limit of running work at shutdown.
          terminationGracePeriodSeconds: 30,
          securityContext: {
            runAsNonRoot: true,
            // A number: the kubelet cannot verify that a named user is not root.
            runAsUser: 1000,
            runAsGroup: 1000,
            seccompProfile: { type: 'RuntimeDefault' },
          },
          containers: [
            {
              name: 'operator',
              image: values.image,
              env: [
                { name: 'POD_NAME', ...fieldRef('metadata.name') },
                { name: 'POD_NAMESPACE', ...fieldRef('metadata.namespace') },
                { name: 'HTTP_PORT', value: String(PORT) },
                { name: 'NODE_OPTIONS', value: values.heap },
              ],
              ports: [{ name: 'http', containerPort: PORT, protocol: 'TCP' }],
              livenessProbe: { ...probe('/livez'), initialDelaySeconds: 10, periodSeconds: 10 },
              readinessProbe: { ...probe('/readyz'), periodSeconds: 5 },
              resources: {
                requests: { cpu: '10m', memory: '64Mi' },
                limits: { memory: values.memory },
              },
              securityContext: {
                allowPrivilegeEscalation: false,
                readOnlyRootFilesystem: true,
                capabilities: { drop: ['ALL'] },
              },
            },
          ],
        },
      },
    },
  };
}

function metricsService(operator: Operator, values: Values): object {
  const labels = labelsOf(operator);
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: `${operator.name}-metrics`, namespace: values.namespace, labels },
    spec: {
      selector: labels,
      ports: [{ name: 'metrics', port: PORT, protocol: 'TCP', targetPort: 'http' }],
    },
  };
}

/** The bindings of the roles of the markers, and the roles of the manager itself with their bindings. */
function permissions(operator: Operator, roles: readonly Role[], values: Values): object[] {
  const { name } = operator;
  const subject = { kind: 'ServiceAccount', name, namespace: values.namespace };
  const bind = (role: string, namespace: string | undefined): object => ({
    apiVersion: `${RBAC}/v1`,
    kind: namespace === undefined ? 'ClusterRoleBinding' : 'RoleBinding',
    metadata: { name: role, ...(namespace !== undefined && { namespace }) },
    roleRef: {
      apiGroup: RBAC,
      kind: namespace === undefined ? 'ClusterRole' : 'Role',
      name: role,
    },
    subjects: [subject],
  });
  const leases = { apiGroups: ['coordination.k8s.io'], resources: ['leases'] };
  const review = (group: string, resource: string) => ({
    ...{ apiGroups: [group], resources: [resource], verbs: ['create'] },
  });
  const election = { name: `${name}-election`, namespace: values.namespace };
  const pages = `${name}-page-access`;
  return [
    ...roles.map((role) => bind(role.name, placeOf(role, operator, values))),
    {
      ...{ apiVersion: `${RBAC}/v1`, kind: 'Role', metadata: election },
      rules: [
        // RBAC cannot restrict create to a name.
        { ...leases, verbs: ['create'] },
        { ...leases, resourceNames: [name], verbs: ['get', 'update'] },
      ],
    },
    bind(election.name, election.namespace),
    // The manager authenticates and authorizes readers of its metrics.
    clusterRole(pages, [
      review('authentication.k8s.io', 'tokenreviews'),
      review('authorization.k8s.io', 'subjectaccessreviews'),
    ]),
    bind(pages, undefined),
    // Bind it to the service account of Prometheus.
    clusterRole(`${name}-metrics`, [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }]),
  ];
}

/** Roles for the users of the kinds, which the roles view, edit and admin of the cluster include. */
function userRoles({ name }: Operator, kinds: readonly CustomResource[]): object[] {
  const read = ['get', 'list', 'watch'];
  const write = ['create', 'delete', 'patch', 'update'];
  const groups = [...new Set(kinds.map(({ group }) => group))].sort();
  const rules = (verbs: readonly string[]): object[] =>
    groups.flatMap((group) => {
      const plurals = kinds.filter((each) => each.group === group).map(({ main }) => main.plural);
      const statuses = plurals.map((plural) => `${plural}/status`);
      return [
        { apiGroups: [group], resources: plurals, verbs },
        { apiGroups: [group], resources: statuses, verbs: ['get'] },
      ];
    });
  const role = (noun: string, of: string, verbs: readonly string[]): object =>
    clusterRole(`${name}-${noun}`, rules(verbs), { [`${RBAC}/aggregate-to-${of}`]: 'true' });
  return [
    role('viewer', 'view', read),
    role('editor', 'edit', [...read, ...write].sort()),
    role('admin', 'admin', [...read, ...write, 'deletecollection'].sort()),
  ];
}

function clusterRole(
  name: string,
  rules: readonly object[],
  labels?: Readonly<Record<string, string>>,
): object {
  const metadata = { name, ...(labels !== undefined && { labels }) };
  return { apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata, rules };
}

function networkPolicy(operator: Operator, values: Values): object {
  const tcp = (port: number | string) => ({ port, protocol: 'TCP' });
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: operator.name, namespace: values.namespace },
    spec: {
      podSelector: { matchLabels: labelsOf(operator) },
      policyTypes: ['Ingress', 'Egress'],
      // Metrics, for namespaces with this label. The kubelet's probes come from the node, which is always allowed.
      ingress: [
        {
          from: [{ namespaceSelector: { matchLabels: { metrics: 'enabled' } } }],
          ports: [tcp('http')],
        },
      ],
      // The API server is not a pod, so that no selector can match it.
      egress: [{ ports: [tcp(443), tcp(6443)] }],
    },
  };
}

function serviceMonitor(operator: Operator, values: Values): object {
  const bearerTokenFile = '/var/run/secrets/kubernetes.io/serviceaccount/token';
  return {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'ServiceMonitor',
    metadata: { name: operator.name, namespace: values.namespace },
    spec: {
      selector: { matchLabels: labelsOf(operator) },
      endpoints: [{ port: 'metrics', path: '/metrics', bearerTokenFile }],
    },
  };
}

/** The namespace of a role: that of the operator follows the release in the chart. */
const placeOf = ({ namespace }: Role, operator: Operator, values: Values): string | undefined =>
  namespace === operator.namespace ? values.namespace : namespace;

function chartRole(role: Role, operator: Operator): object {
  const rules = role.rules.map((rule) => ({
    apiGroups: rule.apiGroups.map(literalInHelm),
    nonResourceURLs: rule.nonResourceURLs.map(literalInHelm),
    resourceNames: rule.resourceNames.map(literalInHelm),
    resources: rule.resources.map(literalInHelm),
    verbs: rule.verbs.map(literalInHelm),
  }));
  return buildRole({ ...role, namespace: placeOf(role, operator, CHART_VALUES), rules });
}

/** Text that Helm prints unchanged. */
const literalInHelm = (text: string): string => text.replaceAll('{{', '{{`{{`}}');

/** Helm keeps the CRD, and with it all objects of the kind, when the release is uninstalled. */
function keptByHelm(crd: string): string {
  const annotation = '    helm.sh/resource-policy: keep\n';
  return crd.includes('\n  annotations:\n')
    ? crd.replace('\n  annotations:\n', `\n  annotations:\n${annotation}`)
    : crd.replace('\nmetadata:\n', `\nmetadata:\n  annotations:\n${annotation}`);
}

const SEMVER = /:v?(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)(?:@|$)/;

/** The version of the chart is that of the image. */
function chartOf({ name, image }: Operator): object {
  const version = SEMVER.exec(image)?.[1] ?? '0.1.0';
  return {
    ...{ apiVersion: 'v2', name, type: 'application', version, appVersion: version },
    description: `The operator ${name}`,
  };
}

function valuesOf({ image, replicas, memoryMiB, serviceMonitor }: Operator): string {
  const entries: readonly (readonly [string, object])[] = [
    ['The image of the operator.', { image }],
    ['One replica leads, the others are ready to take over.', { replicas }],
    ['The memory limit of a replica, in MiB.', { memoryMiB }],
    ['Limits connections to metrics and the API server.', { networkPolicy: true }],
    ['Requires the CRDs of the Prometheus operator.', { serviceMonitor }],
  ];
  return entries.map(([comment, value]) => `# ${comment}\n${printYaml(value)}`).join('');
}

/** The schema of each kind and version, for editors of YAML files. */
function schemaFiles({ crds }: TemplateContext): EmittedFile[] {
  return crds.flatMap(({ crd: { spec } }) =>
    spec.versions.map(({ name, schema }): EmittedFile => {
      const { kind } = spec.names;
      const { properties, required = [], ...root } = schema?.openAPIV3Schema ?? {};
      const whole = {
        $comment: HEADER_LINE,
        ...root,
        required: ['apiVersion', 'kind', 'metadata', ...required.filter((each) => !isMeta(each))],
        properties: {
          ...properties,
          apiVersion: { type: 'string', enum: [`${spec.group}/${name}`] },
          kind: { type: 'string', enum: [kind] },
          metadata: { type: 'object' },
        },
      };
      return {
        path: `schemas/${spec.group}_${spec.names.plural}_${name}.json`,
        print: () => `${JSON.stringify(whole, undefined, 2)}\n`,
      };
    }),
  );
}

const isMeta = (name: string): boolean => ['apiVersion', 'kind', 'metadata'].includes(name);

/** A role as an object of the API. */
export function buildRole({ name, namespace, rules }: Role): object {
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: namespace === undefined ? 'ClusterRole' : 'Role',
    metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
    rules: rules.map(withoutEmpty),
  };
}

const PARTS = ['apiGroups', 'nonResourceURLs', 'resourceNames', 'resources', 'verbs'] as const;

function withoutEmpty(rule: PolicyRule): object {
  return Object.fromEntries(
    PARTS.filter((part) => rule[part].length > 0).map((part) => [part, rule[part]]),
  );
}
