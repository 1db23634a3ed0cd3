import type { Clock } from '@vmgen/runtime';
import type { Conversion } from '@vmgen/runtime/conversion';
import {
  appendAll,
  cloneJson,
  deepEqualJson,
  isJsonObject,
  type JsonObject,
  WorkBudget,
} from '@vmgen/base/json';
import {
  type CustomResourceDefinition,
  defaultCustomResourceDefinition,
  type FieldError,
} from '@vmgen/crd';
import {
  fieldErrors,
  recordStorageVersion,
  settleSchemas,
  setsOfCollections,
  unrecognizedFormats,
  validateDefinitionContent,
  validateDefinitionContentUpdate,
} from '@vmgen/crd/internal';
import { MAX_PATTERN_WORK, PatternValidator } from '@vmgen/base/text';
import type { RequestInfo } from '../request/request-info.js';
import { runSynchronously } from '../request/steps.js';
import type { StoreEvent } from '../storage/event-log.js';
import type { WebhookClient } from '../admission/webhook-client.js';
import type { ObjectStore } from '../storage/object-store.js';
import { getObject, isFilled } from '../built-in/strategies/fields.js';
import type { BuiltInStrategy } from '../built-in/strategies/built-in-strategy.js';
import { commit, removeObject, timestamp } from './commit.js';
import {
  initialStatus,
  hasInvalidBundle,
  isEstablished,
  setTerminating,
  isUnsettled,
  updateConditions,
  type BundleProblem,
} from './crd-status.js';
import {
  callConversion,
  callConversionWebhook,
  type ConvertObject,
  createConvertObject,
} from './convert-object.js';
import { customEndpoints } from './custom-endpoint.js';
import type { Endpoint } from '../resource/endpoint.js';
import { deleteContent } from './namespace-lifecycle.js';
import { finalizersOf, isDeleting, metadataOf, metaString } from '../resource/object-meta.js';
import { groupVersionOf } from '../resource/served-resource.js';
import type { Registry } from './registry.js';

const DEFINITIONS = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  plural: 'customresourcedefinitions',
};
const CLEANUP_FINALIZER = 'customresourcecleanup.apiextensions.k8s.io';

/** The endpoints that a definition installed. */
interface Installed {
  /** With the names that are accepted. */
  readonly spec: JsonObject;
  readonly store: ObjectStore;
  readonly endpoints: readonly Endpoint[];
  /** Aborting it ends the watches of the endpoints. */
  readonly replaced: AbortController;
}

interface CustomResourcesOptions {
  readonly clock: Clock;
  /** Conversions that are called in this process instead of a webhook. Defaults to none. */
  readonly conversions?: readonly Conversion[] | undefined;
  readonly webhooks: WebhookClient;
}

/** Stores CustomResourceDefinitions, and updates the served resources with each change of them. */
export class CustomResources {
  /** The strategy of the definitions themselves. */
  readonly strategy: BuiltInStrategy = {
    tracksGeneration: true,
    allowsUnconditionalUpdate: false,
    defaults: fillIn,
    prepareForCreate: (object) => prepare(object, { status: initialStatus() }),
    prepareForUpdate: (next) => prepare(next),
    validate: ({ object, errors }, live) =>
      appendAll(errors, validateDefinition(object, live, this.#bundleProblem)),
    warningsOf: (next, live) => definitionWarnings(asDefinition(next), live && asDefinition(live)),
    afterWrite: (object) => this.#noteWrite(object),
    prepareForDelete: markTerminating,
    startDelete: (object) => void this.#queue.add(metaString(object, 'name')),
  };
  readonly #registryOf: () => Registry;
  readonly #clock: Clock;
  readonly #installed = new Map<string, Installed>();
  /** The names of definitions that lost an object. */
  readonly #queue = new Set<string>();
  readonly #conversions: readonly Conversion[];
  readonly #webhooks: WebhookClient;

  /** @param registryOf returns the registry that stores the definitions with this strategy */
  constructor(
    registryOf: () => Registry,
    { clock, conversions = [], webhooks }: CustomResourcesOptions,
  ) {
    this.#registryOf = registryOf;
    this.#clock = clock;
    this.#conversions = conversions;
    this.#webhooks = webhooks;
  }

  /** The endpoint of the definitions. */
  get endpoint(): Endpoint {
    const { group, version, plural } = DEFINITIONS;
    const endpoint = this.#registryOf().lookup(group, version, plural);
    if (endpoint === undefined) throw new Error('CustomResourceDefinitions are not served');
    return endpoint;
  }

  get #registry(): Registry {
    return this.#registryOf();
  }

  get #store(): ObjectStore {
    return this.endpoint.store;
  }

  readonly #bundleProblem: BundleProblem = (bundle) => this.#webhooks.bundleProblem(bundle);

  /** In kube-apiserver, controllers process a definition shortly after the write. */
  #noteWrite(object: JsonObject): void {
    this.#serve(object);
    this.#acceptNames(object);
    if (isDeleting(object)) this.#queue.add(metaString(object, 'name'));
  }

  /**
   * Accepts the names of a definition. This may release names that other definitions of its group
   * need.
   */
  #acceptNames(object: JsonObject): void {
    if (!isUnsettled(asDefinition(object))) return;
    const next = cloneJson(object);
    const group = this.#groupOf(asDefinition(object).spec.group);
    const definitions = group.map((each) => asDefinition(each));
    const time = timestamp(this.#clock);
    if (!updateConditions(asDefinition(next), definitions, time, this.#bundleProblem)) return;
    this.#writeStatus(object, next);
    this.#retryNames(group, metaString(object, 'name'));
  }

  #retryNames(group: readonly JsonObject[], changed: string): void {
    for (const { metadata } of group) {
      const name = isJsonObject(metadata) ? metaString({ metadata }, 'name') : '';
      const current = name === changed ? undefined : this.#store.get(name);
      if (current !== undefined) this.#acceptNames(current.object);
    }
  }

  #groupOf(group: string): JsonObject[] {
    const all = [...this.#store.scan('')].map(({ object }) => object);
    return all.filter((object) => asDefinition(object).spec.group === group);
  }

  /** Updates a status as the controllers of kube-apiserver do, which then own it. */
  #writeStatus(live: JsonObject, next: JsonObject): void {
    const recording = this.endpoint.fieldManager.recordUpdate({
      live,
      next,
      manager: 'kube-apiserver',
      subresource: 'status',
      apiVersion: groupVersionOf(DEFINITIONS),
      time: timestamp(this.#clock),
    });
    const owned = runSynchronously(recording);
    commit(this.endpoint, owned);
  }

  /**
   * Whether a request is for a kind that cannot be served, because the CA bundle of its conversion
   * webhook is invalid.
   */
  isUnresolvable({ group, version, resource, namespace, verb }: RequestInfo): boolean {
    const object = this.#store.get(`${resource}.${group}`)?.object;
    if (object === undefined) return false;
    const crd = asDefinition(object);
    const isServed = crd.spec.versions.some((each) => each.name === version && each.served);
    const isPath =
      crd.spec.scope === 'Cluster'
        ? namespace === undefined
        : namespace !== undefined || verb === 'list' || verb === 'watch';
    return isServed && isPath && hasInvalidBundle(crd);
  }

  #serve(object: JsonObject): void {
    const name = metaString(object, 'name');
    const names = getObject(getObject(object, 'status'), 'acceptedNames');
    const spec = { ...getObject(object, 'spec'), names };
    const before = this.#installed.get(name);
    const crd = asDefinition({ ...object, spec });
    if (!isEstablished(crd) || deepEqualJson(before?.spec, spec)) return;
    const store = before?.store ?? this.#registry.createStore();
    for (const endpoint of before?.endpoints ?? []) this.#registry.remove(endpoint);
    const replaced = new AbortController();
    const endpoints = customEndpoints(crd, store, replaced.signal, this.#convertOf(crd, spec));
    for (const endpoint of endpoints) this.#registry.add(endpoint);
    this.#installed.set(name, { spec, store, endpoints, replaced });
    before?.replaced.abort();
  }

  /** Returns the conversion of a kind; undefined if a conversion changes only the apiVersion. */
  #convertOf(
    { spec: { group, names, conversion } }: CustomResourceDefinition,
    spec: JsonObject,
  ): ConvertObject | undefined {
    if (conversion?.strategy !== 'Webhook') return undefined;
    const own = this.#conversions.find((each) => each.group === group && each.kind === names.kind);
    const webhook = getObject(getObject(spec, 'conversion'), 'webhook');
    const call = own
      ? callConversion(own)
      : callConversionWebhook(this.#webhooks, webhook, this.#clock);
    return createConvertObject(group, call);
  }

  /** Records a change of a store. */
  observe(store: ObjectStore, { type }: StoreEvent): void {
    if (type !== 'DELETED') return;
    const endpoint = this.#registry.endpointOf(store);
    if (endpoint?.resource.isCustom !== true) return;
    this.#queue.add(`${endpoint.resource.plural}.${endpoint.resource.group}`);
  }

  get hasWork(): boolean {
    return this.#queue.size > 0;
  }

  /** Removes definitions that are being deleted, after their objects. Yields after each write. */
  *run(): Generator<void> {
    for (const name of this.#queue) {
      this.#queue.delete(name);
      yield* this.#finishDelete(name);
    }
  }

  /** Deletes the objects of a definition that is being deleted, and then the definition. */
  *#finishDelete(name: string): Generator<void> {
    const definition = this.#terminating(name);
    if (definition === undefined) return;
    const installed = this.#installed.get(name);
    if (finalizersOf(definition).includes(CLEANUP_FINALIZER)) {
      const [endpoint] = installed?.endpoints ?? [];
      if (installed !== undefined && endpoint === undefined) yield* removeAll(installed.store);
      else if (endpoint !== undefined) {
        yield* this.#deleteInstances(endpoint);
      }
      // When the last object with finalizers is removed, this method runs again.
      if (installed !== undefined && installed.store.size > 0) {
        this.#noteDeletion(name, 'InstanceDeletionInProgress');
        return;
      }
    }
    const current = this.#terminating(name) ?? definition;
    const others = finalizersOf(current).filter((finalizer) => finalizer !== CLEANUP_FINALIZER);
    if (others.length > 0) {
      this.#noteDeletion(name, 'InstanceDeletionCompleted');
      return;
    }
    for (const served of installed?.endpoints ?? []) this.#registry.remove(served);
    this.#installed.delete(name);
    // Some are left if a client has removed the finalizer. No definition would serve them, and they count as storage.
    for (const { key } of [...(installed?.store.scan('') ?? [])]) installed?.store.remove(key);
    installed?.store.close();
    removeObject(this.endpoint, current);
    yield;
    this.#retryNames(this.#groupOf(asDefinition(current).spec.group), name);
  }

  #noteDeletion(
    name: string,
    stage: 'InstanceDeletionInProgress' | 'InstanceDeletionCompleted',
  ): void {
    const live = this.#terminating(name);
    if (live === undefined || !finalizersOf(live).includes(CLEANUP_FINALIZER)) return;
    const next = cloneJson(live);
    setTerminating(asDefinition(next), stage, timestamp(this.#clock));
    if (stage === 'InstanceDeletionCompleted') {
      const finalizers = finalizersOf(live).filter((finalizer) => finalizer !== CLEANUP_FINALIZER);
      metadataOf(next)['finalizers'] = finalizers;
    }
    if (!deepEqualJson(next, live)) this.#writeStatus(live, next);
  }

  /** Deletes all instances, including those that are created while it yields. */
  *#deleteInstances(endpoint: Endpoint): Generator<void> {
    const { store } = endpoint;
    for (let hasDeleted = true; hasDeleted && store.size > 0;) {
      hasDeleted = false;
      for (const { key } of [...store.scan('')]) {
        const instance = store.get(key);
        if (instance === undefined) continue;
        const own = endpoint.conversion?.unconverted(instance.object) ?? endpoint;
        if (deleteContent(own, own.read(instance), this.#clock)) hasDeleted = true;
        yield;
      }
    }
  }

  /** Returns the definition if it is being deleted. */
  #terminating(name: string): JsonObject | undefined {
    const object = this.#store.get(name)?.object;
    return object !== undefined && isDeleting(object) ? object : undefined;
  }
}

/**
 * Changes a definition before it is stored, unless it lacks what the change needs. Validation
 * reports that.
 */
function prepare(object: JsonObject, change: JsonObject = {}): void {
  if (!hasOutline(object)) return;
  Object.assign(object, change);
  const crd = asDefinition(object);
  settleSchemas(crd);
  recordStorageVersion(crd);
}

/**
 * Removes the objects of a definition that serves no version, because no client can remove
 * finalizers.
 */
function* removeAll(store: ObjectStore): Generator<void> {
  for (const { key } of [...store.scan('')]) {
    store.remove(key);
    yield;
  }
}

export function asDefinition(object: JsonObject): CustomResourceDefinition {
  // A cast from JSON: the schema of the kind was validated when the object was received.
  return object as unknown as CustomResourceDefinition;
}

/**
 * Whether a definition has the fields that defaults and names need. Validation reports missing
 * fields.
 */
function hasOutline({ spec }: JsonObject): boolean {
  return isJsonObject(spec) && Array.isArray(spec['versions']) && isJsonObject(spec['names']);
}

function fillIn(object: JsonObject): void {
  const { spec } = object;
  // The decoder removed an empty list. Validation counts its items.
  if (isJsonObject(spec)) {
    spec['versions'] ??= [];
    dropEmptyWebhook(spec);
  }
  if (hasOutline(object)) defaultCustomResourceDefinition(asDefinition(object));
}

/** kube-apiserver's internal type has no webhook, only its fields. */
function dropEmptyWebhook(spec: JsonObject): void {
  const conversion = getObject(spec, 'conversion');
  const { clientConfig, conversionReviewVersions } = getObject(conversion, 'webhook');
  const isEmpty = !isJsonObject(clientConfig) && !isFilled(conversionReviewVersions);
  if (isEmpty && conversion['webhook'] !== undefined) delete conversion['webhook'];
}

/** The generic registry validates the metadata. */
function validateDefinition(
  object: JsonObject,
  live: JsonObject | undefined,
  bundleProblem: BundleProblem,
): FieldError[] {
  const crd = asDefinition(object);
  const patterns = new PatternValidator(new WorkBudget(MAX_PATTERN_WORK));
  if (live === undefined) return validateDefinitionContent(crd, patterns);
  const before = asDefinition(live);
  const errors = validateDefinitionContentUpdate(crd, before, patterns);
  return [...errors, ...bundleErrors(crd, before, bundleProblem)];
}

/** The CA bundle of an established definition must be valid if it was. */
function bundleErrors(
  crd: CustomResourceDefinition,
  live: CustomResourceDefinition,
  bundleProblem: BundleProblem,
): FieldError[] {
  const bundleOf = ({ spec }: CustomResourceDefinition): string =>
    spec.conversion?.webhook?.clientConfig?.caBundle ?? '';
  const problem = bundleProblem(bundleOf(crd));
  const isAllowed = !isEstablished(live) || bundleProblem(bundleOf(live)) !== undefined;
  if (problem === undefined || isAllowed || crd.spec.conversion?.strategy !== 'Webhook') return [];
  const message = `unable to load root certificates: ${problem}`;
  return [
    fieldErrors.invalid('spec.conversion.webhookClientConfig.caBundle', bundleOf(crd), message),
  ];
}

/** Adds the finalizer that retains the definition until its objects are deleted. */
function markTerminating(marked: JsonObject): void {
  const metadata = metadataOf(marked);
  if (!finalizersOf(marked).includes(CLEANUP_FINALIZER)) {
    metadata['finalizers'] = [...finalizersOf(marked), CLEANUP_FINALIZER];
  }
  const time = metaString(marked, 'deletionTimestamp');
  setTerminating(asDefinition(marked), 'InstanceDeletionPending', time);
}

/** Returns warnings about parts of a definition that have no effect, or a limited one. */
function definitionWarnings(
  next: CustomResourceDefinition,
  live: CustomResourceDefinition | undefined,
): string[] {
  const known = new Set(live && setsOfCollections(live));
  const added = setsOfCollections(next).filter((warning) => !known.has(warning));
  return [...formatWarnings(next, live), ...added];
}

function formatWarnings(
  next: CustomResourceDefinition,
  live: CustomResourceDefinition | undefined,
): string[] {
  const before = new Set(live && unrecognizedFormats(live));
  return unrecognizedFormats(next)
    .filter((format) => !before.has(format))
    .map((format) => `unrecognized format ${JSON.stringify(format)}`);
}
