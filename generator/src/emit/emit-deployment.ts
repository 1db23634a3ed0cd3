import type { Role } from '../model/build-roles.js';
import type { PolicyRule } from '../model/merge-rules.js';
import type { CustomResource } from '../model/model.js';
import { printYaml } from '../crds/print-yaml.js';
import { HEADER_LINE } from '../settings/generated-file.js';
import {
  injectedAuthority,
  type Operator,
  operatorOf,
  webhookServiceOf,
} from '../settings/operator-config.js';
import {
  configuredWebhooks,
  type ServedWebhooks,
  servedWebhooks,
  webhookManifests,
} from './webhook-manifests.js';
import { isServed } from '../model/build-custom-resources.js';
import type { PrintedCrd } from '../crds/print-crd.js';
import {
  CHART_INSERTED,
  INSERTED,
  type Inserted,
  insertedInHelm,
  printChartSchema,
  printChartValues,
} from './chart-values.js';
import { ImportSet } from './import-set.js';
import { printValue } from '../render/print-value.js';
import type { EmittedFile } from './emitter.js';
import { crdFile, OUTPUT_FILES } from './output-files.js';
import { printTypeScript, type TemplateContext } from './template-context.js';

/*
 * One list of objects is the source of the kustomization, of install.yaml and of the Helm chart. In the chart, some
 * values are expressions of Helm's templates; nothing else differs.
 */

const RBAC = 'rbac.authorization.k8s.io';
const SERVER_PORT = 8081;
const WEBHOOK_PORT = 9443;
/** The folder of the certificate of cert-manager in the container. */
const CERTIFICATE_FOLDER = '/certificate';
/** What a process needs besides the old generation of its heap; docs/manager.md, Memory. */
const BESIDE_HEAP_MIB = 80;
/** Node's default of 16 MiB takes 30 to 40 MiB of memory and saves no time; docs/manager.md, Memory. */
const YOUNG_GENERATION = '--max-semi-space-size=1';

/** The values that differ between a manifest and a template of the chart. */
interface Values {
  readonly namespace: string;
  readonly image: string;
  readonly replicas: number | string;
  readonly memory: string;
  readonly heap: string;
  readonly certManager: boolean;
  /** Returns text that the reader of the manifests does not change. */
  readonly literal: (text: string) => string;
  /** Inserts settings of the pods. */
  readonly insert: Inserted;
}

const CHART_VALUES: Values = {
  namespace: '{{ .Release.Namespace }}',
  image: '{{ .Values.image }}',
  replicas: '{{ int .Values.replicas }}',
  memory: '{{ int .Values.memoryMiB }}Mi',
  heap: `${YOUNG_GENERATION} --max-old-space-size={{ sub (int .Values.memoryMiB) ${BESIDE_HEAP_MIB} }}`,
  certManager: false,
  literal: (text) => text.replaceAll('{{', '{{`{{`}}'),
  insert: CHART_INSERTED,
};

/** Objects that are applied together. */
interface Part {
  /** The name of the file, without its extension. */
  readonly name: string;
  readonly objects: readonly object[];
  /** The value of the chart that includes it; undefined if it is always included. */
  readonly condition?: keyof typeof CONDITIONS;
}

/** The conditions of the chart. */
const CONDITIONS = {
  networkPolicy: '.Values.networkPolicy',
  serviceMonitor: '.Values.serviceMonitor',
  certManager: '.Values.certManager',
  noCertManager: 'not .Values.certManager',
} as const;

/** Whether the manifests without a chart contain a part. */
function isWanted({ condition }: Part, { serviceMonitor, certManager }: Operator): boolean {
  if (condition === 'serviceMonitor') return serviceMonitor;
  if (condition === 'certManager') return certManager;
  return condition !== 'noCertManager' || !certManager;
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

  const { namespace, image, replicas, memoryMiB, certManager } = operator;
  const values: Values = {
    ...{ namespace, image, replicas, certManager, literal: (text) => text, insert: INSERTED },
    memory: `${memoryMiB}Mi`,
    heap: `${YOUNG_GENERATION} --max-old-space-size=${memoryMiB - BESIDE_HEAP_MIB}`,
  };
  const parts = partsOf(operator, context, values).filter((part) => isWanted(part, operator));
  const roles = model.roles.map(buildRole);
  const policies = model.admissionPolicies.flatMap(({ policy, binding }) => [policy, binding]);
  const webhooks = webhookManifests(model, operator);
  const crds = printedCrds.map(({ yaml }) => yaml);
  const kustomization = {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    resources: [
      'deploy/namespace.yaml',
      ...printedCrds.map(({ resource }) => crdFile(resource)),
      ...(roles.length > 0 ? [OUTPUT_FILES.role] : []),
      ...(policies.length > 0 ? [OUTPUT_FILES.policies] : []),
      ...parts.map(({ name }) => `deploy/${name}.yaml`),
      ...(webhooks.length > 0 ? [OUTPUT_FILES.webhooks] : []),
    ],
  };

  const chartParts = (certManager: boolean): Part[] => {
    const configurations = webhookManifests(model, { ...operator, certManager });
    const objects = configurations.map((each) => inHelm(each, operator));
    return [
      ...partsOf(operator, context, { ...CHART_VALUES, certManager }),
      ...(objects.length > 0 ? [{ name: 'webhooks', objects }] : []),
    ];
  };
  const withCertManager = chartParts(true);
  const hasWebhooks = servedWebhooks(model, operator) !== undefined;
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
        manifest([...roles, ...policies, ...parts.flatMap(({ objects }) => objects), ...webhooks]),
      ].join(''),
    ),
    file('chart/Chart.yaml', () => printYaml(chartOf(operator))),
    file('chart/values.yaml', () => printChartValues(operator, hasWebhooks)),
    { path: 'chart/values.schema.json', print: () => printChartSchema(operator, hasWebhooks) },
    file('chart/templates/crds.yaml', () =>
      documents(printedCrds.map((each) => crdInHelm(each, operator))),
    ),
    ...(chartRoles.length === 0
      ? []
      : [file('chart/templates/roles.yaml', () => manifest(chartRoles))]),
    ...(policies.length === 0
      ? []
      : [file('chart/templates/policies.yaml', () => CHART_VALUES.literal(manifest(policies)))]),
    ...chartParts(false).map(({ name, objects, condition }, index) =>
      file(`chart/templates/${name}.yaml`, () => {
        const managed = manifest(withCertManager[index]?.objects ?? []);
        const lines = conditionalLines(manifest(objects), managed, '.Values.certManager');
        const text = insertedInHelm(lines.replace(/"(\{\{ int [^"]*\}\})"/g, '$1'));
        return condition === undefined ? text : ifInHelm(CONDITIONS[condition], text);
      }),
    ),
    ...schemaFiles(context),
    operatorFile(context, operator),
  ];
}

const documents = (texts: readonly string[]): string =>
  texts.map((text) => `---\n${text}\n`).join('');

function partsOf(operator: Operator, { model }: TemplateContext, values: Values): Part[] {
  const metadata = { name: operator.name, namespace: values.namespace };
  const served = servedWebhooks(model, operator);
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
      objects: [networkPolicy(operator, values, served)],
    },
    {
      name: 'operator',
      objects: [
        deployment(operator, values, served),
        metricsService(operator, values),
        ...(served === undefined ? [] : [webhookService(operator, values)]),
      ],
    },
    ...(served === undefined
      ? []
      : ([
          {
            name: 'webhook-permissions',
            condition: 'noCertManager',
            objects: webhookPermissions(operator, served, values),
          },
          {
            name: 'webhook-certificate',
            condition: 'certManager',
            objects: [
              ...certificates(operator, values),
              ...(served.crds.length > 0 ? conversionKeyPermissions(operator, values) : []),
            ],
          },
        ] as const)),
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

function deployment(
  operator: Operator,
  values: Values,
  served: ServedWebhooks | undefined,
): object {
  const { name, pod } = operator;
  const { block, items, fields } = values.insert;
  const labels = labelsOf(operator);
  const fieldRef = (fieldPath: string) => ({ valueFrom: { fieldRef: { fieldPath } } });
  const probe = (path: string) => ({ httpGet: { path, port: 'https', scheme: 'HTTPS' } });
  const withFiles = served !== undefined && values.certManager;
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: values.namespace, labels },
    spec: {
      replicas: values.replicas,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels, annotations: block('podAnnotations', pod.podAnnotations) },
        spec: {
          imagePullSecrets: block('imagePullSecrets', pod.imagePullSecrets),
          nodeSelector: block('nodeSelector', pod.nodeSelector),
          tolerations: block('tolerations', pod.tolerations),
          affinity: block('affinity', pod.affinity),
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
                { name: 'SERVER_PORT', value: String(SERVER_PORT) },
                { name: 'NODE_OPTIONS', value: values.heap },
                ...(served === undefined
                  ? []
                  : [{ name: 'WEBHOOK_PORT', value: String(WEBHOOK_PORT) }]),
                ...(withFiles ? [{ name: 'CERTIFICATE_FOLDER', value: CERTIFICATE_FOLDER }] : []),
                ...items('env', pod.env),
              ],
              envFrom: block('envFrom', pod.envFrom),
              ports: [
                { name: 'https', containerPort: SERVER_PORT, protocol: 'TCP' },
                ...(served === undefined
                  ? []
                  : [{ name: 'webhooks', containerPort: WEBHOOK_PORT, protocol: 'TCP' }]),
              ],
              livenessProbe: { ...probe('/livez'), initialDelaySeconds: 10, periodSeconds: 10 },
              readinessProbe: { ...probe('/readyz'), periodSeconds: 5 },
              resources: {
                requests: block('resources.requests', pod.resources.requests),
                limits: {
                  memory: values.memory,
                  ...fields('resources.limits', pod.resources.limits),
                },
              },
              securityContext: {
                allowPrivilegeEscalation: false,
                readOnlyRootFilesystem: true,
                capabilities: { drop: ['ALL'] },
              },
              ...(withFiles && {
                volumeMounts: [
                  { mountPath: CERTIFICATE_FOLDER, name: 'certificate', readOnly: true },
                ],
              }),
            },
          ],
          ...(withFiles && {
            volumes: [{ name: 'certificate', secret: { secretName: certificateOf(operator) } }],
          }),
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
      ports: [{ name: 'metrics', port: SERVER_PORT, protocol: 'TCP', targetPort: 'https' }],
    },
  };
}

/** API servers call webhooks through it. */
function webhookService(operator: Operator, { namespace }: Values): object {
  const { name } = webhookServiceOf(operator);
  const labels = labelsOf(operator);
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace },
    spec: {
      selector: labels,
      ports: [{ name: 'webhooks', port: 443, protocol: 'TCP', targetPort: 'webhooks' }],
    },
  };
}

/** The Secret of the certificate of the webhooks. */
const certificateOf = ({ name }: Operator): string => `${name}-webhook-certificate`;

/** The certificate of the webhooks by cert-manager, signed by an authority of its own. */
function certificates(operator: Operator, { namespace }: Values): object[] {
  const { name } = webhookServiceOf(operator);
  const apiVersion = 'cert-manager.io/v1';
  const authority = `${name}-authority`;
  const issuer = (issuerName: string, spec: object): object => ({
    ...{ apiVersion, kind: 'Issuer', metadata: { name: issuerName, namespace }, spec },
  });
  const certificate = (certificateName: string, spec: object): object => ({
    ...{ apiVersion, kind: 'Certificate', metadata: { name: certificateName, namespace } },
    spec: { ...spec, privateKey: { algorithm: 'ECDSA', rotationPolicy: 'Always' } },
  });
  return [
    issuer(`${name}-root`, { selfSigned: {} }),
    // Replaced rarely: until the kubelet has mounted a certificate of a new authority, calls fail.
    certificate(authority, {
      commonName: authority,
      duration: '87600h',
      isCA: true,
      issuerRef: { kind: 'Issuer', name: `${name}-root` },
      secretName: authority,
    }),
    issuer(name, { ca: { secretName: authority } }),
    certificate(name, {
      dnsNames: [`${name}.${namespace}.svc`, `${name}.${namespace}.svc.cluster.local`],
      issuerRef: { kind: 'Issuer', name },
      secretName: certificateOf(operator),
    }),
  ];
}

/** What the operator needs to keep the keys of its conversions, if cert-manager owns the other Secret. */
function conversionKeyPermissions(operator: Operator, values: Values): object[] {
  const name = `${operator.name}-conversion-keys`;
  const { namespace } = values;
  return [secretRole({ name, namespace }, name), binder(operator, values)(name, namespace)];
}

/** A role to create, read and update one Secret. */
function secretRole(metadata: { name: string; namespace: string }, secret: string): object {
  const secrets = { apiGroups: [''], resources: ['secrets'] };
  return {
    ...{ apiVersion: `${RBAC}/v1`, kind: 'Role', metadata },
    rules: [
      // RBAC cannot restrict create to a name.
      { ...secrets, verbs: ['create'] },
      { ...secrets, resourceNames: [secret], verbs: ['get', 'update'] },
    ],
  };
}

/** What the operator needs to create its certificate and to write its authority to the objects that refer to it. */
function webhookPermissions(
  operator: Operator,
  { validating, mutating, crds }: ServedWebhooks,
  values: Values,
): object[] {
  const { name } = webhookServiceOf(operator);
  const { namespace } = values;
  const patch = (group: string, resource: string, resourceNames: readonly string[]): object[] =>
    resourceNames.length === 0
      ? []
      : [
          {
            apiGroups: [group],
            resources: [resource],
            resourceNames: resourceNames.map(values.literal),
            verbs: ['get', 'patch'],
          },
        ];
  const admission = 'admissionregistration.k8s.io';
  const bind = binder(operator, values);
  return [
    secretRole({ name, namespace }, certificateOf(operator)),
    bind(name, namespace),
    clusterRole(name, [
      ...patch(admission, 'validatingwebhookconfigurations', validating),
      ...patch(admission, 'mutatingwebhookconfigurations', mutating),
      ...patch('apiextensions.k8s.io', 'customresourcedefinitions', crds),
    ]),
    bind(name, undefined),
  ];
}

/** Binds a role to the operator. */
function binder({ name: account }: Operator, values: Values) {
  const subject = { kind: 'ServiceAccount', name: account, namespace: values.namespace };
  return (role: string, namespace: string | undefined): object => ({
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
}

/** The bindings of the roles of the markers, and the roles of the manager itself with their bindings. */
function permissions(operator: Operator, roles: readonly Role[], values: Values): object[] {
  const { name } = operator;
  const bind = binder(operator, values);
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
        // RBAC cannot restrict create to a name. The list shows whether other processes hold shards.
        { ...leases, verbs: ['create', 'list'] },
        { ...leases, resourceNames: [name], verbs: ['get', 'update', 'watch'] },
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

function networkPolicy(
  operator: Operator,
  values: Values,
  served: ServedWebhooks | undefined,
): object {
  const tcp = (port: number | string) => ({ port, protocol: 'TCP' });
  const dns = [{ port: 53, protocol: 'UDP' }, tcp(53)];
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
          ports: [tcp('https')],
        },
        // The API server is not a pod, so that no selector can match it.
        ...(served === undefined ? [] : [{ ports: [tcp('webhooks')] }]),
      ],
      // The API server, as above, and DNS.
      egress: [
        { ports: [tcp(443), tcp(6443)] },
        { ports: dns },
        ...values.insert.items('egress', operator.pod.egress),
      ],
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
      endpoints: [
        {
          port: 'metrics',
          path: '/metrics',
          scheme: 'https',
          // The operator creates its certificate itself.
          tlsConfig: { insecureSkipVerify: true },
          bearerTokenFile,
        },
      ],
    },
  };
}

/** The namespace of a role: that of the operator follows the release in the chart. */
const placeOf = ({ namespace }: Role, operator: Operator, values: Values): string | undefined =>
  namespace === operator.namespace ? values.namespace : namespace;

function chartRole(role: Role, operator: Operator): object {
  const rules = role.rules.map((rule) => ({
    apiGroups: rule.apiGroups.map(CHART_VALUES.literal),
    nonResourceURLs: rule.nonResourceURLs.map(CHART_VALUES.literal),
    resourceNames: rule.resourceNames.map(CHART_VALUES.literal),
    resources: rule.resources.map(CHART_VALUES.literal),
    verbs: rule.verbs.map(CHART_VALUES.literal),
  }));
  return buildRole({ ...role, namespace: placeOf(role, operator, CHART_VALUES), rules });
}

/** Webhook configurations in the namespace of the release. */
function inHelm<T>(value: T, operator: Operator): T;
function inHelm(value: unknown, operator: Operator): unknown {
  if (typeof value === 'string') {
    if (value === operator.namespace) return CHART_VALUES.namespace;
    return value.startsWith(`${operator.namespace}/`)
      ? CHART_VALUES.namespace + value.slice(operator.namespace.length)
      : CHART_VALUES.literal(value);
  }
  if (Array.isArray(value)) return value.map((each: unknown) => inHelm(each, operator));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([key, each]) => [key, inHelm(each, operator)] as const);
  return Object.fromEntries(fields);
}

const ifInHelm = (condition: string, text: string): string =>
  `{{- if ${condition} }}\n${text}{{- end }}\n`;

/** The lines of `more`, of which those that `less` does not have depend on a condition. */
function conditionalLines(less: string, more: string, condition: string): string {
  const common = less.split(/(?<=\n)/);
  let text = '';
  let extra = '';
  for (const line of more.split(/(?<=\n)/)) {
    if (line !== common[0]) {
      extra += line;
      continue;
    }
    if (extra !== '') text += ifInHelm(condition, extra);
    extra = '';
    text += common.shift() ?? '';
  }
  if (common.length > 0) throw new Error(`the chart lacks ${common[0]}`);
  return extra === '' ? text : text + ifInHelm(condition, extra);
}

/** Helm keeps the CRD, and with it all objects of the kind, when the release is uninstalled. */
function keptByHelm(crd: string): string {
  const annotation = '    helm.sh/resource-policy: keep\n';
  return crd.includes('\n  annotations:\n')
    ? crd.replace('\n  annotations:\n', `\n  annotations:\n${annotation}`)
    : crd.replace('\nmetadata:\n', `\nmetadata:\n  annotations:\n${annotation}`);
}

/** A CRD, which refers to the Service in the namespace of the release if the operator serves its conversion. */
function crdInHelm({ resource, yaml }: PrintedCrd, operator: Operator): string {
  const text = CHART_VALUES.literal(yaml);
  if (!isServed(resource.conversion, operator)) return keptByHelm(text);
  const injected = (of: Operator): string => `    ${printYaml(injectedAuthority(of))}`;
  const { namespace } = CHART_VALUES;
  const annotation = ifInHelm(CONDITIONS.certManager, injected({ ...operator, namespace }));
  const plain = text.replace(injected(operator), '').replace(/^ {2}annotations:\n(?! {4})/m, '');
  return keptByHelm(plain)
    .replace('\n  annotations:\n', `\n  annotations:\n${annotation}`)
    .replace(/^( {10}namespace: ).*$/m, `$1'${namespace}'`);
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

/** The options of the manager that fit the Deployment. */
function operatorFile(context: TemplateContext, operator: Operator): EmittedFile {
  const path = OUTPUT_FILES.operator;
  const served = servedWebhooks(context.model, operator);
  const indented = (value: object, spaces: number): string =>
    printValue(value).replaceAll('\n', `\n${' '.repeat(spaces)}`);
  const webhooks = served === undefined ? '' : indented(served, 18);
  const configured = indented(configuredWebhooks(context.model, operator), 4);
  return {
    path,
    print: () => {
      const imports = new ImportSet(context, path, ['operatorOptions']);
      return printTypeScript(context, imports, { name: operator.name, webhooks, configured });
    },
  };
}
