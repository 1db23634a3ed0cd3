import { isMapping } from '@vmgen/base/json';
import type { PrintedCrd } from './print-crd.js';
import { isServed } from '../model/build-custom-resources.js';
import type { Role } from '../model/build-roles.js';
import { isOwnWebhook } from '../model/build-webhooks.js';
import type { PolicyRule } from '../model/merge-rules.js';
import type { ApiModel, CustomResource } from '../model/model.js';
import {
  injectedAuthority,
  isInstalled,
  type Operator,
  webhookServiceOf,
} from '../settings/operator-config.js';
import { ChartValue } from './chart-value.js';
import { servedWebhooks } from './served-webhooks.js';

/** What a process needs besides the old generation of its heap; docs/scale.md, Memory. */
const BESIDE_HEAP_MIB = 80;

/** The namespace of a release. */
const RELEASE = new ChartValue('.Release.Namespace');

/** A value, or the place of a value in the chart. */
type Value<T> = T | ChartValue;

/** The settings of the manifests without a chart, and the defaults of the values of the chart. */
export function ownSettings(operator: Operator) {
  const { namespace, image, replicas, memoryMiB, serviceMonitor, certManager, pod } = operator;
  const { resources, ...others } = pod;
  return {
    namespace,
    image,
    replicas,
    memoryMiB,
    serviceMonitor,
    certManager,
    ...others,
    networkPolicy: true,
    requests: resources.requests,
    limits: resources.limits,
    heapMiB: memoryMiB - BESIDE_HEAP_MIB,
  };
}

/** What the manifests of the operator take from its config; in the chart, they are values of the chart. */
type Settings = {
  readonly [Key in keyof OwnSettings]: Value<OwnSettings[Key]>;
};

type OwnSettings = ReturnType<typeof ownSettings>;

/** The settings of the templates of the chart. */
export function chartSettings(): Settings {
  const value = (name: string) => new ChartValue(`.Values.${name}`);
  return {
    namespace: RELEASE,
    image: value('image'),
    replicas: new ChartValue('int .Values.replicas', true),
    memoryMiB: new ChartValue('int .Values.memoryMiB', true),
    heapMiB: new ChartValue(`sub (int .Values.memoryMiB) ${BESIDE_HEAP_MIB}`, true),
    networkPolicy: value('networkPolicy'),
    serviceMonitor: value('serviceMonitor'),
    certManager: value('certManager'),
    requests: value('resources.requests'),
    limits: value('resources.limits'),
    env: value('env'),
    envFrom: value('envFrom'),
    volumes: value('volumes'),
    volumeMounts: value('volumeMounts'),
    nodeSelector: value('nodeSelector'),
    tolerations: value('tolerations'),
    affinity: value('affinity'),
    imagePullSecrets: value('imagePullSecrets'),
    podAnnotations: value('podAnnotations'),
    egress: value('egress'),
  };
}

/** The view of the templates in templates/deploy. */
export function deploymentView(operator: Operator, model: ApiModel, settings: Settings) {
  const { name } = operator;
  const { validating = [], mutating = [], crds = [] } = servedWebhooks(model, operator) ?? {};
  const admission = 'admissionregistration.k8s.io';
  const patched = [
    { group: admission, resource: 'validatingwebhookconfigurations', names: validating },
    { group: admission, resource: 'mutatingwebhookconfigurations', names: mutating },
    { group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions', names: crds },
  ].filter(({ names }) => names.length > 0);
  return {
    ...settings,
    name,
    service: webhookServiceOf(operator).name,
    hasWebhooks: patched.length > 0,
    hasConversions: crds.length > 0,
    patched,
    ...rolesView(model, operator, settings),
    ...webhooksView(model, operator, settings),
    ...policiesView(model, operator, settings),
    userRoles: USER_ROLES,
    groups: groupsOf(model.customResources.filter(({ group }) => isInstalled(operator, group))),
  };
}

const READ = ['get', 'list', 'watch'];
const WRITE = ['create', 'delete', 'patch', 'update'];
const USER_ROLES = [
  { noun: 'viewer', role: 'view', verbs: READ },
  { noun: 'editor', role: 'edit', verbs: [...READ, ...WRITE].sort() },
  { noun: 'admin', role: 'admin', verbs: [...READ, ...WRITE, 'deletecollection'].sort() },
];

/** The plural names of the kinds by group. */
const groupsOf = (kinds: readonly CustomResource[]) =>
  [...new Set(kinds.map(({ group }) => group))].sort().map((group) => ({
    group,
    plurals: kinds.filter((each) => each.group === group).map(({ main }) => main.plural),
  }));

/** The view of templates/deploy/policies.yaml.hbs: the admission policies with their bindings. */
export function policiesView(
  { admissionPolicies }: ApiModel,
  operator?: Operator,
  settings?: Settings,
) {
  const place = (namespace: unknown) => placeOf(namespace, operator, settings);
  const placed = (binding: unknown): unknown => {
    const withParams = replaceAt(binding, ['spec', 'paramRef', 'namespace'], place);
    const selector = ['spec', 'matchResources', 'namespaceSelector'];
    return replaceAt(withParams, selector, (each) => placedSelector(each, place));
  };
  return {
    policies: admissionPolicies.flatMap(({ policy, binding }) => [policy, placed(binding)]),
  };
}

/** The view of templates/deploy/roles.yaml.hbs. */
export function rolesView({ roles }: ApiModel, operator?: Operator, settings?: Settings) {
  const view = ({ name, namespace, rules }: Role) => ({
    name,
    isCluster: namespace === undefined,
    namespace: placeOf(namespace, operator, settings),
    rules: rules.map(withoutEmpty),
  });
  return { roles: roles.map(view) };
}

/** A namespace: that of the operator follows the release in the chart. */
const placeOf = <T>(
  namespace: T,
  operator: Operator | undefined,
  settings: Settings | undefined,
): T | Value<string> =>
  settings !== undefined && namespace === operator?.namespace ? settings.namespace : namespace;

const PARTS = ['apiGroups', 'nonResourceURLs', 'resourceNames', 'resources', 'verbs'] as const;

const withoutEmpty = (rule: PolicyRule): object =>
  Object.fromEntries(
    PARTS.filter((part) => rule[part].length > 0).map((part) => [part, rule[part]]),
  );

/** The view of templates/deploy/webhooks.yaml.hbs. */
export function webhooksView(
  { webhookConfigurations }: ApiModel,
  operator?: Operator,
  settings?: Settings,
) {
  const place = (namespace: unknown) => placeOf(namespace, operator, settings);
  const configurations = webhookConfigurations.map(({ kind, name, webhooks }) => ({
    kind,
    name,
    isOwn: operator !== undefined && webhooks.some((each) => isOwnWebhook(each, operator)),
    webhooks: webhooks.map((each) => {
      const called = replaceAt(each, ['clientConfig', 'service', 'namespace'], place);
      return replaceAt(called, ['namespaceSelector'], (each) => placedSelector(each, place));
    }),
  }));
  return { configurations };
}

const NAMESPACE_LABEL = 'kubernetes.io/metadata.name';

/** A selector of namespaces, with other names of the namespaces. */
function placedSelector(selector: unknown, place: (namespace: unknown) => unknown): unknown {
  const labelled = replaceAt(selector, ['matchLabels', NAMESPACE_LABEL], place);
  return replaceAt(labelled, ['matchExpressions', '*'], (each) =>
    isMapping(each) && each['key'] === NAMESPACE_LABEL
      ? replaceAt(each, ['values', '*'], place)
      : each,
  );
}

/** A CRD in the chart, which refers to the Service in the namespace of the release if the operator converts it. */
export function chartCrdView({ resource, crd }: PrintedCrd, operator: Operator) {
  const { name, annotations = {}, labels = {} } = crd.metadata;
  if (!isServed(resource.conversion, operator)) {
    return { name, labels, annotations, isServed: false, spec: crd.spec };
  }
  // The template adds it, if a value of the chart is true.
  const injected = operator.certManager ? injectedAuthority(operator) : {};
  const others = Object.entries(annotations).filter(([key]) => !Object.hasOwn(injected, key));
  const place = ['conversion', 'webhook', 'clientConfig', 'service', 'namespace'];
  return {
    name,
    labels,
    isServed: true,
    annotations: Object.fromEntries(others),
    spec: replaceAt(crd.spec, place, () => RELEASE),
  };
}

/** A copy of plain data with another value at a path; `*` is each item of a list. Without the path, the data itself. */
function replaceAt(
  value: unknown,
  [step, ...path]: readonly string[],
  replace: (value: unknown) => unknown,
): unknown {
  if (step === undefined) return replace(value);
  if (Array.isArray(value) && step === '*') {
    return value.map((each: unknown) => replaceAt(each, path, replace));
  }
  if (!isMapping(value) || !Object.hasOwn(value, step)) return value;
  return { ...value, [step]: replaceAt(value[step], path, replace) };
}
