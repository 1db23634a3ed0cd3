import { remedyFor } from '../diagnostics/suggestion.js';
import { firstAt } from '../diagnostics/related.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { MarkerUse, UseOf } from '../markers/language/definition.js';
import { webhookConfigurationMarker, webhookMarker } from '../markers/definitions/webhook.js';
import { type Operator, webhookServiceOf } from '../settings/operator-config.js';
import { usesOf } from '../markers/language/uses-of.js';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  mergePatch,
  parseJsonObject,
} from '@vmgen/base/json';
import { inKeyOrder } from '../text/in-key-order.js';

/** The name of a webhook must be a DNS-1123 subdomain of three parts or more. */
const DOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?){2,}$/;

/** A MutatingWebhookConfiguration or ValidatingWebhookConfiguration. */
export interface WebhookConfiguration {
  /** Whether the webhooks mutate or validate. */
  readonly kind: 'MutatingWebhookConfiguration' | 'ValidatingWebhookConfiguration';
  /** The name of the object. */
  readonly name: string;
  /** As the API writes them, by name. */
  readonly webhooks: readonly JsonObject[];
}

/** The operator that serves webhooks without another service. */
interface WebhookServer {
  readonly operator: Operator;
  /** The groups of its kinds. */
  readonly groups: ReadonlySet<string>;
}

/** Builds the configurations of the webhook markers, the mutating one first. */
export function buildWebhooks(
  markers: readonly MarkerUse[],
  server: WebhookServer | undefined,
  diagnostics: DiagnosticList,
): WebhookConfiguration[] {
  const service = server === undefined ? DEFAULT_SERVICE : webhookServiceOf(server.operator);
  return [true, false].flatMap((mutating) => {
    const webhooks = usesOf(markers, webhookMarker).filter(
      ({ values }) => values.mutating === mutating,
    );
    const [name, second] = usesOf(markers, webhookConfigurationMarker).filter(
      ({ values }) => values.mutating === mutating,
    );
    refuseSameNames(webhooks, diagnostics);
    if (name && second) {
      const kind = mutating ? 'mutating' : 'validating';
      diagnostics.error(
        'VMGEN8103',
        second.position,
        `+${webhookConfigurationMarker.name} names the ${kind} configuration more than once`,
        'remove one',
        firstAt(name.position),
      );
    }
    if (name && webhooks.length === 0) {
      const message = `+${webhookConfigurationMarker.name} names a configuration without webhooks`;
      diagnostics.error('VMGEN8110', name.position, message, `add +${webhookMarker.name}`);
    }
    if (webhooks.length === 0) return [];
    const word = mutating ? 'mutating' : 'validating';
    return [
      {
        kind: mutating ? 'MutatingWebhookConfiguration' : 'ValidatingWebhookConfiguration',
        name: name?.values.name ?? server?.operator.name ?? `${word}-webhook-configuration`,
        webhooks: webhooks.sort(byName).map((use) => {
          const webhook = webhookOf(use, service, diagnostics);
          return server === undefined ? webhook : withoutOwnNamespace(webhook, server);
        }),
      },
    ];
  });
}

type WebhookUse = UseOf<typeof webhookMarker>;

function refuseSameNames(webhooks: readonly WebhookUse[], diagnostics: DiagnosticList): void {
  const seen = new Map<string, WebhookUse>();
  for (const use of webhooks) {
    const { name } = use.values;
    const first = seen.get(name);
    if (first) {
      diagnostics.error(
        'VMGEN8103',
        use.position,
        `+${webhookMarker.name} names ${name} more than once`,
        'choose another name',
        firstAt(first.position),
      );
    }
    seen.set(name, first ?? use);
  }
}

/** Whether the operator serves a webhook. */
export function isOwnWebhook({ clientConfig }: JsonObject, operator: Operator): boolean {
  const service = isJsonObject(clientConfig) ? clientConfig['service'] : undefined;
  const { name, namespace } = webhookServiceOf(operator);
  return isJsonObject(service) && service['name'] === name && service['namespace'] === namespace;
}

/**
 * A webhook of the operator must not concern what the operator itself needs, such as its pods: without a running
 * operator, they could not be created.
 */
function withoutOwnNamespace(webhook: JsonObject, { operator, groups }: WebhookServer): JsonObject {
  const rules = arrayOf(webhook['rules']).filter(isJsonObject);
  const isOurs = (rule: JsonObject): boolean =>
    arrayOf(rule['apiGroups']).every((group) => typeof group === 'string' && groups.has(group));
  if (rules.every(isOurs) || !isOwnWebhook(webhook, operator)) return webhook;
  const { namespaceSelector } = webhook;
  const selector = isJsonObject(namespaceSelector) ? namespaceSelector : {};
  const expressions = arrayOf(selector['matchExpressions']);
  const key = 'kubernetes.io/metadata.name';
  const matchExpressions = [
    ...expressions,
    { key, operator: 'NotIn', values: [operator.namespace] },
  ];
  return inKeyOrder({ ...webhook, namespaceSelector: { ...selector, matchExpressions } });
}

const arrayOf = (value: JsonValue | undefined): readonly JsonValue[] =>
  Array.isArray(value) ? value : [];

type Service = ReturnType<typeof webhookServiceOf>;
/** The placeholders of kubebuilder. */
const DEFAULT_SERVICE: Service = { name: 'webhook-service', namespace: 'system' };

function webhookOf(use: WebhookUse, service: Service, diagnostics: DiagnosticList): JsonObject {
  const { values } = use;
  refuseImpossible(use, diagnostics);
  warnOfOtherVersions(use, diagnostics);
  const given = (name: 'matchPolicy' | 'reinvocationPolicy' | 'sideEffects'): JsonObject =>
    values[name] === undefined ? {} : { [name]: values[name] };
  const webhook: JsonObject = {
    admissionReviewVersions: values.admissionReviewVersions,
    clientConfig: clientConfigOf(use, service),
    failurePolicy: values.failurePolicy,
    ...given('matchPolicy'),
    name: values.name,
    ...given('reinvocationPolicy'),
    rules: [
      {
        apiGroups: values.groups.map((group) => (group === 'core' ? '' : group)),
        apiVersions: values.versions,
        operations: values.verbs,
        resources: values.resources,
      },
    ],
    ...given('sideEffects'),
    ...numberOf('timeoutSeconds', values.timeoutSeconds),
  };
  const patched = patchWebhook(webhook, use, diagnostics);
  refuseIncomplete(patched, use, diagnostics);
  return patched;
}

function clientConfigOf({ values }: WebhookUse, service: Service): JsonObject {
  if (values.url !== undefined) return { url: values.url };
  const { serviceName, serviceNamespace, servicePort, path } = values;
  return {
    service: {
      name: serviceName ?? service.name,
      namespace: serviceNamespace ?? service.namespace,
      ...(path === undefined ? {} : { path }),
      ...numberOf('port', servicePort),
    },
  };
}

const numberOf = (name: string, value: number | bigint | undefined): JsonObject =>
  value === undefined ? {} : { [name]: Number(value) };

/** Reports contradictions, and what the API server would reject. */
function refuseImpossible({ values, position }: WebhookUse, diagnostics: DiagnosticList): void {
  const refuse = (message: string, remedy: string): void =>
    diagnostics.error('VMGEN8101', position, `+${webhookMarker.name} ${message}`, remedy);
  const { name, path, url } = values;
  if (path === undefined && url === undefined) refuse('has neither path nor url', 'add path=');
  if (path !== undefined && url !== undefined) refuse('has both path and url', 'remove one');
  if (path !== undefined && !path.startsWith('/')) {
    refuse(`has the invalid path ${JSON.stringify(path)}`, 'start it with /');
  }
  if (url !== undefined && !url.startsWith('https://')) {
    refuse(`has the invalid url ${JSON.stringify(url)}`, 'start it with https://');
  }
  if (!DOMAIN.test(name)) {
    const remedy = 'use a name of three parts, such as machine.shop.example.com';
    refuse(`has the name ${name}, which is not a domain`, remedy);
  }
  if (values.reinvocationPolicy !== undefined && !values.mutating) {
    refuse('sets reinvocationPolicy on a validating webhook', 'remove it: nothing is reinvoked');
  }
}

/** The path of controller-runtime and @vmgen/manager for the webhook of a kind and version. */
const PATH_OF_VERSION =
  /^\/(?:mutate|validate)-(?<group>[-a-z0-9]*)-(?<version>v\d+(?:(?:alpha|beta)\d+)?)-[a-z0-9]+$/;

/** Warns of rules for versions of which the handlers at the path deny objects. */
function warnOfOtherVersions({ values, position }: WebhookUse, diagnostics: DiagnosticList): void {
  const { group, version = '' } = PATH_OF_VERSION.exec(values.path ?? '')?.groups ?? {};
  if (!values.groups.some((each) => each.replaceAll('.', '-') === group)) return;
  if (values.versions.every((each) => each === version)) return;
  diagnostics.warning(
    'VMGEN8111',
    position,
    `+${webhookMarker.name} is for the versions ${values.versions.join(', ')}, but the handlers at ${values.path} receive objects of ${version}`,
    `write versions=${version}: the API server converts objects of the other versions`,
  );
}

/** The markers that a patch may replace. */
function refuseIncomplete(
  { sideEffects, timeoutSeconds, admissionReviewVersions: versions }: JsonObject,
  { position }: MarkerUse,
  diagnostics: DiagnosticList,
): void {
  const refuse = (message: string, remedy: string): void =>
    diagnostics.error('VMGEN8101', position, `+${webhookMarker.name} ${message}`, remedy);
  if (sideEffects !== 'None' && sideEffects !== 'NoneOnDryRun') {
    refuse('does not set sideEffects', 'add sideEffects=None, or NoneOnDryRun');
  }
  const seconds = Number(timeoutSeconds ?? 1);
  if (!(seconds >= 1 && seconds <= 30)) {
    refuse(`has a timeout of ${seconds} seconds`, 'choose 1 to 30');
  }
  if (!Array.isArray(versions) || versions.length === 0) {
    refuse('supports no version of AdmissionReview', 'add admissionReviewVersions=v1');
  } else if (!versions.includes('v1') && !versions.includes('v1beta1')) {
    refuse(
      'supports only unknown versions of AdmissionReview',
      'add v1 to admissionReviewVersions',
    );
  }
}

function byName({ values: a }: WebhookUse, { values: b }: WebhookUse): number {
  return a.name < b.name ? -1 : Number(a.name > b.name);
}

/** The fields of an API object: objects with their fields, lists with the fields of an item. */
interface Fields {
  readonly [name: string]: Fields | 'value' | 'map';
}

const SELECTOR: Fields = {
  matchLabels: 'map',
  matchExpressions: { key: 'value', operator: 'value', values: 'value' },
};

/** The fields of MutatingWebhook and ValidatingWebhook; the marker sets the name. */
const WEBHOOK: Fields = {
  admissionReviewVersions: 'value',
  clientConfig: {
    caBundle: 'value',
    service: { name: 'value', namespace: 'value', path: 'value', port: 'value' },
    url: 'value',
  },
  failurePolicy: 'value',
  matchConditions: { name: 'value', expression: 'value' },
  matchPolicy: 'value',
  namespaceSelector: SELECTOR,
  objectSelector: SELECTOR,
  reinvocationPolicy: 'value',
  rules: {
    apiGroups: 'value',
    apiVersions: 'value',
    operations: 'value',
    resources: 'value',
    scope: 'value',
  },
  sideEffects: 'value',
  timeoutSeconds: 'value',
};

/**
 * Applies the patch of a marker to a webhook. Generated webhooks contain no lists that a strategic merge
 * patch would merge, so a JSON merge patch is equivalent.
 */
function patchWebhook(
  webhook: JsonObject,
  use: UseOf<typeof webhookMarker>,
  diagnostics: DiagnosticList,
): JsonObject {
  if (use.values.patch === undefined) return webhook;
  const refuse = (message: string, remedy: string): JsonObject => {
    diagnostics.error('VMGEN8108', use.position, `+${use.definition.name}: ${message}`, remedy);
    return webhook;
  };
  const patch = parseJsonObject(use.values.patch);
  if (!patch)
    return refuse('the patch is not a JSON object', 'write it between backticks: `{"a": 1}`');
  const wrong = unknownField(patch, WEBHOOK, '');
  if (wrong) return refuse(`the patch ${wrong.message}`, wrong.remedy);
  return inKeyOrder(mergePatch(webhook, patch));
}

/** Field names must match exactly, because the API server drops unknown fields. */
function unknownField(
  value: JsonValue,
  fields: Fields,
  path: string,
): { message: string; remedy: string } | undefined {
  if (Array.isArray(value)) {
    return value.map((item) => unknownField(item, fields, path)).find(Boolean);
  }
  if (!isJsonObject(value)) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const known = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (known === undefined) {
      const names = Object.keys(fields);
      const remedy = remedyFor(name, names, `there are ${names.join(', ')}`);
      return { message: `has ${path}${name}, which no webhook has`, remedy };
    }
    const wrong =
      typeof known === 'object' ? unknownField(inner, known, `${path}${name}.`) : undefined;
    if (wrong) return wrong;
  }
  return undefined;
}
