import type { Logger } from '@vmgen/runtime';
import type { JsonObject } from '@vmgen/base/json';
import { getObject, getObjects, getString, getStrings } from '../built-in/strategies/fields.js';
import { selects } from '../built-in/strategies/selector-rules.js';
import { metaMap, metaString } from '../resource/object-meta.js';
import type { Endpoint } from '../resource/endpoint.js';
import type { RequestInfo } from '../request/request-info.js';
import type { ServedResource } from '../resource/served-resource.js';
import type { ObjectStore } from '../storage/object-store.js';
import type { StoreEvent } from '../storage/event-log.js';

/** The operation of a request, as in admission rules. */
type AdmissionOperation = 'CREATE' | 'UPDATE' | 'DELETE';

/** The part of the registry that admission needs. */
interface Served {
  endpointOf(store: ObjectStore): Endpoint | undefined;
  readonly namespaces: Endpoint;
  served(): readonly ServedResource[];
}

/** The context of a write request. */
interface WriteContext {
  readonly endpoint: Endpoint;
  readonly info: RequestInfo;
  readonly warnings: string[];
}

/** A write that passes admission. */
interface AdmissionRequest {
  readonly operation: AdmissionOperation;
  readonly resource: ServedResource;
  /** All served versions of the resource. */
  readonly versions: readonly string[];
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** The objects after and before the write, if they exist. */
  readonly objects: readonly JsonObject[];
  /** The labels of the namespace; undefined for cluster-scoped objects. */
  readonly namespaceLabels: Readonly<Record<string, string>> | undefined;
}

const GROUP = 'admissionregistration.k8s.io';

/** The configuration kinds, with the feature that the server does not have. */
const IGNORED: ReadonlyMap<string, string> = new Map([
  ['ValidatingWebhookConfiguration', 'does not call admission webhooks'],
  ['MutatingWebhookConfiguration', 'does not call admission webhooks'],
]);

/**
 * Tracks configurations that a cluster would act on and this server does not: admission
 * webhooks and conversion webhooks. They are stored. The log reports each of them once,
 * and each write that one of them would have received gets a warning.
 *
 * CEL conditions (`matchConditions`) are assumed to match.
 *
 * Upstream: apiserver/pkg/admission/plugin/webhook/predicates.
 */
export class IgnoredAdmission {
  readonly #logger: Logger | undefined;
  readonly #registry: Served;
  /** By kind and name. */
  readonly #configurations = new Map<string, JsonObject>();
  /** The uids of the configurations in the log. */
  readonly #logged = new Set<string>();

  constructor(registry: Served, logger: Logger | undefined) {
    this.#registry = registry;
    this.#logger = logger;
  }

  /** Records a change of a store. */
  observe(store: ObjectStore, { type, revision }: StoreEvent): void {
    const resource = this.#registry.endpointOf(store)?.resource;
    if (resource?.group !== GROUP && resource?.plural !== 'customresourcedefinitions') return;
    const { object } = revision;
    if (type === 'DELETED') this.#logged.delete(metaString(object, 'uid'));
    if (resource.group !== GROUP) {
      if (type !== 'DELETED' && convertsByWebhook(object)) {
        this.#log(`conversion webhook of ${resource.kind}`, object, 'does not call it');
      }
      return;
    }
    const id = `${resource.kind}/${metaString(object, 'name')}`;
    if (type === 'DELETED') {
      this.#configurations.delete(id);
      return;
    }
    this.#configurations.set(id, object);
    const why = IGNORED.get(resource.kind);
    if (why !== undefined) this.#log(resource.kind, object, why);
  }

  #log(kind: string, object: JsonObject, why: string): void {
    const uid = metaString(object, 'uid');
    if (this.#logged.has(uid)) return;
    this.#logged.add(uid);
    const name = metaString(object, 'name');
    this.#logger?.warn(`${kind} has no effect: this server ${why}`, { name });
  }

  /**
   * Adds a warning for each webhook that a cluster would call for a write.
   *
   * @param object the object after the write; undefined for a deletion
   * @param live the object before the write; undefined for a creation
   */
  warn(
    context: WriteContext,
    operation: AdmissionOperation,
    object: JsonObject | undefined,
    live?: JsonObject,
  ): void {
    if (this.#configurations.size === 0) return;
    // Webhooks and policies never apply to the configurations themselves.
    if (context.endpoint.resource.group === GROUP) return;
    const request = this.#requestOf(context, operation, object, live);
    for (const [id, configuration] of this.#configurations) {
      const kind = id.split('/')[0] ?? '';
      for (const text of this.#warningsOf(kind, configuration, request))
        context.warnings.push(text);
    }
  }

  #requestOf(
    { endpoint, info }: WriteContext,
    operation: AdmissionOperation,
    object: JsonObject | undefined,
    live: JsonObject | undefined,
  ): AdmissionRequest {
    const { resource } = endpoint;
    const objects = [object, live].filter((each) => each !== undefined);
    const [shown = {}] = objects;
    const isNamespace = resource.group === '' && resource.plural === 'namespaces';
    const name = info.name ?? metaString(shown, 'name');
    const namespace = isNamespace
      ? name
      : resource.namespaced
        ? (info.namespace ?? metaString(shown, 'namespace'))
        : '';
    const stored = this.#registry.namespaces.store.get(namespace)?.object;
    const namespaceObject = isNamespace ? shown : stored;
    return {
      operation,
      resource,
      versions: this.#registry
        .served()
        .filter(({ group, plural }) => group === resource.group && plural === resource.plural)
        .map(({ version }) => version),
      subresource: info.subresource ?? '',
      namespace,
      name,
      objects,
      namespaceLabels: namespace === '' ? undefined : metaMap(namespaceObject ?? {}, 'labels'),
    };
  }

  #warningsOf(kind: string, configuration: JsonObject, request: AdmissionRequest): string[] {
    const name = metaString(configuration, 'name');
    if (!kind.endsWith('WebhookConfiguration')) return [];
    return getObjects(configuration, 'webhooks')
      .filter((webhook) => isMatched(webhook, 'rules', request))
      .map((webhook) => {
        const called = `webhook ${JSON.stringify(getString(webhook, 'name'))} of ${kind} ${JSON.stringify(name)}`;
        return `${called} was not called: this server ${IGNORED.get(kind)}`;
      });
  }
}

/** Whether a cluster converts the objects of a definition by a webhook. */
function convertsByWebhook(definition: JsonObject): boolean {
  return getString(getObject(definition, 'spec', 'conversion'), 'strategy') === 'Webhook';
}

/** Whether the rules and selectors of a webhook or policy match a write. */
function isMatched(match: JsonObject, rules: string, request: AdmissionRequest): boolean {
  const isEquivalent = getString(match, 'matchPolicy') !== 'Exact';
  return (
    getObjects(match, rules).some((rule) => isRuled(rule, request, isEquivalent)) &&
    !isExcluded(match, request) &&
    areSelected(match, request)
  );
}

function isExcluded(match: JsonObject, request: AdmissionRequest): boolean {
  const isEquivalent = getString(match, 'matchPolicy') !== 'Exact';
  return getObjects(match, 'excludeResourceRules').some((rule) =>
    isRuled(rule, request, isEquivalent),
  );
}

function isRuled(rule: JsonObject, request: AdmissionRequest, isEquivalent: boolean): boolean {
  const { operation, resource, versions, name } = request;
  const names = getStrings(rule, 'resourceNames');
  return (
    includes(rule, 'operations', [operation]) &&
    includes(rule, 'apiGroups', [resource.group]) &&
    includes(rule, 'apiVersions', isEquivalent ? versions : [resource.version]) &&
    getStrings(rule, 'resources').some((text) => isResource(text, request)) &&
    isInScope(getString(rule, 'scope'), request) &&
    (names.length === 0 || names.includes(name))
  );
}

function includes(rule: JsonObject, field: string, values: readonly string[]): boolean {
  const allowed = getStrings(rule, field);
  return allowed.includes('*') || values.some((value) => allowed.includes(value));
}

/** Matches `PLURAL` or `PLURAL/SUBRESOURCE`, where `*` matches any name. */
function isResource(text: string, { resource, subresource }: AdmissionRequest): boolean {
  const [plural = '', below = ''] = text.split('/');
  return (plural === '*' || plural === resource.plural) && (below === '*' || below === subresource);
}

/** Namespaces are cluster-scoped, although their requests contain a namespace. */
function isInScope(scope: string, { resource, namespace }: AdmissionRequest): boolean {
  const isNamespaced = resource.namespaced && namespace !== '';
  if (scope === 'Namespaced') return isNamespaced;
  return scope === 'Cluster' ? !isNamespaced : true;
}

function areSelected(match: JsonObject, { namespaceLabels, objects }: AdmissionRequest): boolean {
  const ofNamespaces = getObject(match, 'namespaceSelector');
  const ofObjects = getObject(match, 'objectSelector');
  if (namespaceLabels !== undefined && !selects(ofNamespaces, namespaceLabels)) return false;
  return (
    isEmpty(ofObjects) || objects.some((object) => selects(ofObjects, metaMap(object, 'labels')))
  );
}

const isEmpty = (selector: JsonObject): boolean =>
  Object.keys(getObject(selector, 'matchLabels')).length === 0 &&
  getObjects(selector, 'matchExpressions').length === 0;
